/** Loads TypeScript in the processes that a test's process forks. That process itself needs none of it. */
if (process.argv[1]?.endsWith(".ts")) (await import("tsx/esm/api")).register();
