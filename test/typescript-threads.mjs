/** Loads TypeScript in the threads that a test's process starts. The process itself needs none of it. */
import { isMainThread } from "node:worker_threads";

if (!isMainThread) (await import("tsx/esm/api")).register();
