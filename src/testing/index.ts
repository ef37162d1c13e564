/** `keepsake/testing`: helpers for an app's own unit tests. */
export { memoryStore } from "../stores/memory/memory-store.js";
export type { OpenStore, Store, StoreOptions } from "../stores/store.js";
export { type FailingVerb, type Failure, failing } from "./failing.js";
export { type Matched, type MemoryMatchers, memoryMatchers } from "./matchers.js";
export { type ExtractionScript, type ScriptedDraft, scriptedExtractor } from "./scripted-extractor.js";
export { seeds } from "./seeds.js";
export { type TestClock, type TestMemoryOptions, testClock, testIds, testMemory } from "./test-memory.js";
