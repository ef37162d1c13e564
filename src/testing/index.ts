/** `keepsake/testing`: helpers for an app's own unit tests. */
export { memoryStore } from "../stores/memory/memory-store.js";
export type { OpenStore, Store, StoreOptions } from "../stores/store.js";
export { type TestClock, type TestMemoryOptions, testClock, testIds, testMemory } from "./test-memory.js";
