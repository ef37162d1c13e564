/**
 * mem0's TypeScript library with models that respond at once, so that only its own work counts.
 * `infer: false` stores each text unchanged, without a call of a language model; nothing uses the
 * network.
 */
import { join } from "node:path";
import { LookedUpEmbeddings } from "../looked-up-embeddings.js";
import type { Item, Peer } from "../peer.js";

const user = "u";

/** mem0's TypeScript library. */
export const mem0: Peer = {
  name: "mem0ai",
  searches: "exact scan, with its own words and entities",
  packageName: "mem0ai",
  limit: {
    records: 10_000,
    because:
      "each add reads more than the one before: 10,000 take minutes, and 100,000 a hundred times as long",
  },
  durable: true,
  async open({ folder, dimensions, vectorOf }) {
    process.env.MEM0_TELEMETRY = "false";
    const { Memory } = await import("mem0ai/oss");
    const numbers = new Map<string, number>();
    const memory = new Memory({
      embedder: { provider: "langchain", config: { model: new LookedUpEmbeddings(vectorOf) } },
      llm: { provider: "langchain", config: { model: { invoke: async () => ({ content: "{}" }) } } },
      vectorStore: {
        provider: "memory",
        config: { collectionName: "items", dimension: dimensions, dbPath: join(folder, "vectors.db") },
      },
      historyStore: { provider: "sqlite", config: { historyDbPath: join(folder, "history.db") } },
    });
    const keep = async ({ id, text }: Item) => {
      const { results } = await memory.add(text, { userId: user, infer: false });
      for (const kept of results) numbers.set(kept.id, id);
    };
    return {
      async fill(items) {
        for (const item of items) await keep(item);
      },
      add: keep,
      async search({ text }, k) {
        const { results } = await memory.search(text, { topK: k, filters: { user_id: user }, threshold: 0 });
        return results.map(({ id }) => numbers.get(id) ?? -1);
      },
      close: async () => {},
    };
  },
};
