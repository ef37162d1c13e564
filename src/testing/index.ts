/** `keepsake/testing`: what an app's own unit tests import. */
export { type TestClock, testClock } from "./clock.js";
export { testIds } from "./ids.js";
export { type TestMemoryOptions, testMemory } from "./test-memory.js";
