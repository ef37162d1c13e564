/**
 * keepsake twice: as an application uses it (a question in words; it embeds, searches words and
 * vectors, ranks and composes prose), and only the vector search of its store, which is what the
 * other libraries do. Filled through `import` with finished records, as the others are.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Memory, staticEmbedder } from "../../../dist/index.js";
import { openSqliteStore } from "../../../dist/stores/sqlite/sqlite-store.js";
import { exchangeLines } from "../exchange-lines.js";
import type { Item, Opened, OpenOptions, Peer } from "../peer.js";

/** keepsake with its whole recall. */
export const keepsakeRecall: Peer = {
  name: "keepsake, whole recall",
  searches: "embed, words and vectors, rank, compose",
  durable: true,
  open: async (options) => openMemory(options),
};

/** Only the vector search of keepsake's store. */
export const keepsakeVectors: Peer = {
  name: "keepsake, vectors alone",
  searches: "scan of 1-bit codes, int8 rescored",
  durable: true,
  approximate: true,
  async open(options) {
    const memory = openMemory(options);
    let store: ReturnType<typeof openSqliteStore> | undefined;
    const opened = () => {
      store ??= openSqliteStore({
        path: pathIn(options.folder),
        embedder: staticEmbedder(),
        ids: () => randomUUID(),
        clock: () => new Date(),
      });
      return store;
    };
    return {
      fill: memory.fill,
      add: memory.add,
      async search({ vector }, k, effort) {
        const scope = { now: new Date().toISOString() };
        const [found] = await opened().search([{ by: "vector", vector, limit: k * effort, scope }]);
        // Passages are numbered from 1 in the order in which they were stored.
        return found.slice(0, k).map(({ passage }) => passage - 1);
      },
      async close() {
        await store?.close();
        await memory.close();
      },
    };
  },
};

function openMemory({ folder }: OpenOptions): Opened {
  const memory = new Memory({ path: pathIn(folder) });
  return {
    fill: async (items) => {
      await memory.import(exchangeLines(items));
    },
    add: async ({ text }: Item) => {
      await memory.remember(text);
    },
    search: async ({ text }) => {
      await memory.recall(text);
      return [];
    },
    close: () => memory.close(),
  };
}

function pathIn(folder: string): string {
  return join(folder, "memory.db");
}
