/**
 * The libraries, in the order of the table. Each is loaded separately, so that the code of others
 * does not count into its memory.
 */
import type { Peer } from "../peer.js";

/** Loads each library by its key. */
export const peers: Readonly<Record<string, () => Promise<Peer>>> = {
  keepsake: async () => (await import("./keepsake.js")).keepsakeRecall,
  "keepsake-vectors": async () => (await import("./keepsake.js")).keepsakeVectors,
  exact: async () => (await import("./exact.js")).exact,
  "sqlite-vec": async () => (await import("./sqlite-vec.js")).sqliteVec,
  lancedb: async () => (await import("./lancedb.js")).lancedb,
  pglite: async () => (await import("./pglite.js")).pglite,
  libsql: async () => (await import("./libsql.js")).libsql,
  orama: async () => (await import("./orama.js")).orama,
  vectra: async () => (await import("./vectra.js")).vectra,
  langgraph: async () => (await import("./langgraph.js")).langgraph,
  mem0: async () => (await import("./mem0.js")).mem0,
};
