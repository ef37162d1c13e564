/** `keepsake/testing`: helpers for an app's own unit tests. */
export { memoryStore } from "../stores/memory/memory-store.js";
export type { OpenStore, Store, StoreOptions } from "../stores/store.js";
export {
  type ExtractionScript,
  type FailingVerb,
  type Failure,
  failing,
  type ScriptedDraft,
  scriptedExtractor,
} from "./doubles.js";
export { type Matched, type MemoryMatchers, memoryMatchers } from "./matchers.js";
export { seeds } from "./seeds.js";
export { type TestClock, type TestMemoryOptions, testClock, testIds, testMemory } from "./test-memory.js";
