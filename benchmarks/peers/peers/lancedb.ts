import { connect, Index, type Table } from "@lancedb/lancedb";
import type { Item, Peer } from "../peer.js";

/** LanceDB. */
export const lancedb: Peer = {
  name: "LanceDB",
  searches: "HNSW index, scalar quantised",
  packageName: "@lancedb/lancedb",
  limit: { records: 100_000, because: "tried: a million were not filled and indexed in 10 minutes" },
  durable: true,
  approximate: true,
  async open({ folder }) {
    const database = await connect(folder);
    let table: Table | undefined = (await database.tableNames()).includes("items")
      ? await database.openTable("items")
      : undefined;
    const rows = (items: readonly Item[]) => items.map(({ id, text, vector }) => ({ id, text, vector }));
    const keep = async (items: readonly Item[]) => {
      if (table === undefined) table = await database.createTable("items", rows(items));
      else await table.add(rows(items));
    };
    return {
      fill: keep,
      finish: async () => {
        await table?.createIndex("vector", { config: Index.hnswSq({ distanceType: "cosine" }) });
      },
      add: (item) => keep([item]),
      async search({ vector }, k, effort) {
        if (table === undefined) return [];
        const query = table.vectorSearch(vector).distanceType("cosine").select(["id"]).limit(k);
        // Its default: 1.5 times as many candidates as requested, none of them rescored.
        if (effort > 1) query.ef(Math.ceil(1.5 * k * effort)).refineFactor(effort);
        const found = await query.toArray();
        return found.map((row) => Number((row as { id: number }).id));
      },
      close: async () => {
        table?.close();
        database.close();
      },
    };
  },
};
