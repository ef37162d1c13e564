import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { vector as pgvector } from "@electric-sql/pglite-pgvector";
import type { Item, Peer } from "../peer.js";

/** PGlite with pgvector. */
export const pglite: Peer = {
  name: "PGlite + pgvector",
  searches: "HNSW index",
  packageName: "@electric-sql/pglite",
  durable: true,
  approximate: true,
  async open({ folder, dimensions }) {
    const database = await PGlite.create(join(folder, "pg"), { extensions: { vector: pgvector } });
    await database.exec(`create extension if not exists vector;
      create table if not exists items (id integer primary key, text text not null, embedding vector(${dimensions}))`);
    /** pgvector's default. */
    const candidates = 40;
    let efforts = 1;
    const literal = (vector: Float32Array) => `[${vector.join(",")}]`;
    const keep = async (items: readonly Item[]) => {
      const rows = items.map((_, at) => `($${at * 3 + 1}, $${at * 3 + 2}, $${at * 3 + 3})`).join(", ");
      await database.query(
        `insert into items (id, text, embedding) values ${rows}`,
        items.flatMap(({ id, text, vector }) => [id, text, literal(vector)]),
      );
    };
    return {
      fill: keep,
      finish: async () => {
        await database.exec(
          "create index if not exists items_nearest on items using hnsw (embedding vector_cosine_ops)",
        );
      },
      add: (item) => keep([item]),
      async search({ vector }, k, effort) {
        if (effort !== efforts)
          await database.exec(`set hnsw.ef_search = ${Math.min(1000, candidates * effort)}`);
        efforts = effort;
        const found = await database.query<{ id: number }>(
          "select id from items order by embedding <=> $1 limit $2",
          [literal(vector), k],
        );
        return found.rows.map(({ id }) => id);
      },
      close: () => database.close(),
    };
  },
};
