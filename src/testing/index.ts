/** `keepsake/testing`: helpers for an app's own unit tests. */
export { type TestClock, testClock } from "./clock.js";
export { testIds } from "./ids.js";
export { type TestMemoryOptions, testMemory } from "./test-memory.js";
