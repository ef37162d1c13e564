/** `keepsake/testing`: helpers for an app's own unit tests. */
export { type TestClock, type TestMemoryOptions, testClock, testIds, testMemory } from "./test-memory.js";
