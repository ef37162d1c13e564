/** Loads a module when it is first needed, and keeps it. */

/**
 * Returns a function that calls `load` at its first call only. Where a program registers module
 * hooks (tsx, test runners, tracing agents), each `import()` asks another thread, even for a loaded
 * module: 0.1 to 0.4 ms, a tenth of a `remember`. A failed load is tried again.
 *
 * @example
 * const recallModule = loadedOnce(() => import("./recall/recall.js"));
 * const { recall } = await recallModule();
 */
export function loadedOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
