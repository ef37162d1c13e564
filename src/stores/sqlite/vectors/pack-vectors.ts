/**
 * A migration: packs vectors that were one row each, with one row per 1-bit code, into blocks of 32
 * and segments of 8,192, as `vector-table` stores them. Like every migration it never changes, so
 * it does not use the code of `vector-table`.
 */
import type { SqlDatabase } from "../database/sql-database.js";

const perPage = 32;
const perRun = 8192;

/** Call it inside the migration's write transaction. */
export function packVectors(database: SqlDatabase): void {
  database.exec("alter table vectors rename to former_vectors");
  const dimensions = Number(
    database.prepare("select value from meta where key = 'dimensions'").pluck().get() ?? 0,
  );
  packSet(database, { prefix: "", which: "not in", dimensions });
  packSet(database, { prefix: "file_", which: "in", dimensions });
  database.exec("drop table former_vectors; drop table codes;");
}

interface VectorSet {
  readonly prefix: string;
  /** SQL operator between the set's passages and the passages of files. */
  readonly which: "in" | "not in";
  readonly dimensions: number;
}

function packSet(database: SqlDatabase, { prefix, which, dimensions }: VectorSet): void {
  database.exec(`
    create table ${prefix}vectors (id integer primary key, embedding blob not null);
    create table ${prefix}vector_pages (id integer primary key, embeddings blob not null);
    create table ${prefix}code_runs (id integer primary key, held blob not null, codes blob not null);`);
  const condition = `passage ${which} (select id from passages where file is not null)`;
  const last = Number(
    database.prepare(`select coalesce(max(passage), 0) from former_vectors where ${condition}`).pluck().get(),
  );
  packPages(database, { prefix, condition, last, length: Math.ceil(dimensions / 16) * 16 });
  packRuns(database, { prefix, condition, last, length: Math.ceil(dimensions / 256) * 32 });
}

interface Extent {
  readonly prefix: string;
  /** SQL condition: the passage belongs to the set. */
  readonly condition: string;
  /** The highest passage number. */
  readonly last: number;
  /** Bytes of one vector, or of one code. */
  readonly length: number;
}

function packPages(database: SqlDatabase, { prefix, condition, last, length }: Extent): void {
  const open = Math.floor(last / perPage);
  const rows = database.prepare<[number, number], { passage: number; embedding: Buffer }>(
    `select passage, embedding from former_vectors where passage between ? and ? and ${condition}`,
  );
  const insert = database.prepare(`insert into ${prefix}vector_pages (id, embeddings) values (?, ?)`);
  for (let page = 0; page < open; page += 1) {
    const vectors = rows.all(page * perPage, (page + 1) * perPage - 1);
    if (vectors.length === 0) continue;
    const bytes = Buffer.alloc(perPage * length);
    for (const { passage, embedding } of vectors) bytes.set(embedding, (passage % perPage) * length);
    insert.run(page, bytes);
  }
  const keepRow = database.prepare(`insert into ${prefix}vectors (id, embedding) values (?, ?)`);
  for (const { passage, embedding } of rows.all(open * perPage, last)) {
    const bytes = Buffer.alloc(length);
    bytes.set(embedding);
    keepRow.run(passage, bytes);
  }
}

function packRuns(database: SqlDatabase, { prefix, condition, last, length }: Extent): void {
  const open = Math.floor(last / perRun);
  const rows = database.prepare<[number, number], { passage: number; code: Buffer }>(
    `select passage, code from codes where passage between ? and ? and ${condition}`,
  );
  const insert = database.prepare(`insert into ${prefix}code_runs (id, held, codes) values (?, ?, ?)`);
  for (let run = 0; run < open; run += 1) {
    const present = Buffer.alloc(perRun / 8);
    const codes = Buffer.alloc(perRun * length);
    for (const { passage, code } of rows.iterate(run * perRun, (run + 1) * perRun - 1)) {
      const slot = passage % perRun;
      present[slot >> 3]! |= 1 << (slot & 7);
      codes.set(code, slot * length);
    }
    if (present.some((byte) => byte !== 0)) insert.run(run, present, codes);
  }
}
