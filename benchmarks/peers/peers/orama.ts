import { create, insert, insertMultiple, search } from "@orama/orama";
import type { Item, Peer } from "../peer.js";

/** Orama. */
export const orama: Peer = {
  name: "Orama",
  searches: "exact scan (its vector mode)",
  packageName: "@orama/orama",
  limit: { records: 100_000, because: "it keeps everything as objects: about a gigabyte at 100,000" },
  durable: false,
  async open({ dimensions }) {
    const database = create({ schema: { text: "string", embedding: `vector[${dimensions}]` } as const });
    const row = ({ id, text, vector }: Item) => ({ id: String(id), text, embedding: Array.from(vector) });
    return {
      fill: async (items) => {
        await insertMultiple(database, items.map(row), 1000);
      },
      add: async (item) => {
        await insert(database, row(item));
      },
      async search({ vector }, k) {
        const found = await search(database, {
          mode: "vector",
          vector: { value: Array.from(vector), property: "embedding" },
          similarity: 0,
          limit: k,
        });
        return found.hits.map(({ id }) => Number(id));
      },
      close: async () => {},
    };
  },
};
