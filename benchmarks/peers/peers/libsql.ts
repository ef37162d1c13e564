import { join } from "node:path";
import Database from "libsql";
import type { Item, Peer } from "../peer.js";

/** libSQL with its vector index. */
export const libsql: Peer = {
  name: "libSQL",
  searches: "DiskANN index",
  packageName: "libsql",
  limit: {
    records: 10_000,
    because: "tried: 100,000 were not filled in 25 minutes, at 100 KB of file a row",
  },
  durable: true,
  approximate: true,
  async open({ folder, dimensions }) {
    const database = new Database(join(folder, "libsql.db"));
    database.exec("pragma journal_mode = wal");
    database.exec(`create table if not exists items (id integer primary key, text text not null, embedding f32_blob(${dimensions}));
      create index if not exists items_nearest on items (libsql_vector_idx(embedding, 'metric=cosine'))`);
    const insert = database.prepare("insert into items (id, text, embedding) values (?, ?, ?)");
    const nearest = database.prepare("select id from vector_top_k('items_nearest', ?, ?)");
    const nearestOfMore = database.prepare(
      `select i.id from vector_top_k('items_nearest', @vector, @more) v join items i on i.id = v.id
       order by vector_distance_cos(i.embedding, @vector) limit @k`,
    );
    const bytes = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    const keep = database.transaction((items: readonly Item[]) => {
      for (const { id, text, vector } of items) insert.run(id + 1, text, bytes(vector));
    });
    return {
      fill: async (items) => {
        keep(items);
      },
      add: async (item) => {
        keep([item]);
      },
      async search({ vector }, k, effort) {
        const rows =
          effort === 1
            ? nearest.all(bytes(vector), k)
            : nearestOfMore.all({ vector: bytes(vector), more: k * effort, k });
        return (rows as { id: number }[]).map(({ id }) => id - 1);
      },
      close: async () => {
        database.close();
      },
    };
  },
};
