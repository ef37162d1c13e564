import { LocalIndex } from "vectra";
import type { Item, Peer } from "../peer.js";

/** Vectra. */
export const vectra: Peer = {
  name: "vectra",
  searches: "exact scan of one JSON file",
  packageName: "vectra",
  limit: {
    records: 10_000,
    because: "tried: its file is one JSON text, and saving 100,000 fails",
  },
  durable: true,
  async open({ folder }) {
    const index = new LocalIndex<{ text: string }>(folder);
    if (!(await index.isIndexCreated())) await index.createIndex({ version: 1 });
    const row = ({ id, text, vector }: Item) => ({
      id: String(id),
      vector: Array.from(vector),
      metadata: { text },
    });
    return {
      fill: async (items) => {
        await index.batchInsertItems(items.map(row));
      },
      add: async (item) => {
        await index.insertItem(row(item));
      },
      async search({ text, vector }, k) {
        const found = await index.queryItems(Array.from(vector), text, k);
        return found.map(({ item }) => Number(item.id));
      },
      close: async () => {},
    };
  },
};
