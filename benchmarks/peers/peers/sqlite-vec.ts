import { join } from "node:path";
import Database from "better-sqlite3";
import { load } from "sqlite-vec";
import type { Item, Peer } from "../peer.js";

/** sqlite-vec in a SQLite file. */
export const sqliteVec: Peer = {
  name: "sqlite-vec",
  searches: "exact, float32 (vec0)",
  packageName: "sqlite-vec",
  durable: true,
  async open({ folder, dimensions }) {
    const database = new Database(join(folder, "vec.db"));
    load(database);
    database.pragma("journal_mode = wal");
    database.exec(`create virtual table if not exists items using vec0(embedding float[${dimensions}] distance_metric=cosine);
      create table if not exists texts (id integer primary key, text text not null)`);
    const insertVector = database.prepare("insert into items (rowid, embedding) values (?, ?)");
    const insertText = database.prepare("insert into texts (id, text) values (?, ?)");
    const nearest = database.prepare(
      "select rowid from items where embedding match ? and k = ? order by distance",
    );
    const keep = database.transaction((items: readonly Item[]) => {
      for (const { id, text, vector } of items) {
        insertVector.run(BigInt(id + 1), vector);
        insertText.run(id + 1, text);
      }
    });
    return {
      fill: async (items) => keep(items),
      add: async (item) => keep([item]),
      search: async ({ vector }, k) =>
        (nearest.all(vector, k) as { rowid: number }[]).map(({ rowid }) => rowid - 1),
      close: async () => {
        database.close();
      },
    };
  },
};
