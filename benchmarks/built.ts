/**
 * The library as an application runs it: what `npm run build` made. Times of the sources themselves would count the tool that runs them, which wraps each
 * function that is made: a tenth of a recall.
 */
const from = (path: string): Promise<object> => import(new URL(`../dist/${path}`, import.meta.url).href);

export const { Memory, staticEmbedder } = (await from("index.js")) as typeof import("../src/index.js");
export const { openSqliteStore } = (await from(
  "stores/sqlite/sqlite-store.js",
)) as typeof import("../src/stores/sqlite/sqlite-store.js");
