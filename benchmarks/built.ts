/**
 * The built library, as an application runs it. Timing the sources would include the cost of the
 * tool that runs them, which wraps each function: a tenth of a recall.
 */
const from = (path: string): Promise<object> => import(new URL(`../dist/${path}`, import.meta.url).href);

export const { Memory, staticEmbedder } = (await from("index.js")) as typeof import("../src/index.js");
export const { openSqliteStore } = (await from(
  "stores/sqlite/sqlite-store.js",
)) as typeof import("../src/stores/sqlite/sqlite-store.js");
export const { postgresStore } = (await from(
  "stores/postgres/index.js",
)) as typeof import("../src/stores/postgres/index.js");
export const { memoryParts } = (await from("memory-parts.js")) as typeof import("../src/memory-parts.js");
export const { remember } = (await from(
  "remember/remember.js",
)) as typeof import("../src/remember/remember.js");
export const { recall } = (await from("recall/recall.js")) as typeof import("../src/recall/recall.js");
export const { recallInput } = (await from(
  "contract/recall.js",
)) as typeof import("../src/contract/recall.js");
