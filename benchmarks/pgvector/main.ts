/**
 * Whether pgvector would find the vectors of a large store faster than the scan of 1-bit codes that
 * needs no extension: `npm run bench:pgvector -- --store postgres://… [--records 100000]
 * [--questions 100] [--save]`. The database must have the extension; the role need not be its
 * owner. `--store temporary` starts a server, where pgvector is installed for it.
 *
 * One store is in a table like `passages`: partitioned, with forced row-level security. Compared,
 * in turns, are the scan of all codes with as many candidates as the store takes; the same codes in
 * an HNSW index; and an HNSW index of `halfvec`. Candidates of codes are rescored here by their
 * int8 vectors, as the store does. Reported are times, the share of the true ten nearest that are
 * found, and what the indexes cost: to build, to add one row, and on the disk. Texts are made up:
 * their vectors are closer to each other than those of real text.
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { staticEmbedder } from "../../src/index.js";
import { fromBlob, toCode, toInt8 } from "../../src/stores/formats/quantise.js";
import { codeText } from "../../src/stores/postgres/reading/vectors/vectors.js";
import { toBytes } from "../../src/stores/postgres/writing/writing.js";
import { MadeUpConversation } from "../latency/conversation.js";
import { type Percentiles, percentiles } from "../latency/percentiles.js";
import { keepResult, provenance } from "../provenance.js";
import { databaseOf } from "../temporary-server.js";

const { values } = parseArgs({
  options: {
    store: { type: "string" },
    records: { type: "string", default: "100000" },
    questions: { type: "string", default: "100" },
    save: { type: "boolean", default: false },
  },
});
if (values.store === undefined)
  throw new Error("Cannot measure: --store must be a postgres:// URL or temporary");
const records = Number(values.records);
const asked = Number(values.questions);

const k = 10;
const warmUp = 5;
const batch = 1000;
/** As the store scans: one candidate in 16 passages, within bounds. */
const scanned = Math.min(16_384, Math.max(4096, Math.ceil(records / 16)));
const schema = `keepsake_pgvector_${process.pid}`;
const storeId = "large";
const embedder = staticEmbedder();
const space = { dimensions: embedder.dimensions, mean: embedder.mean?.() };
const bits = `bit(${embedder.dimensions})`;
const half = `halfvec(${embedder.dimensions})`;

const { url, stop } = await databaseOf(values.store);
const client = new pg.Client(url);
await client.connect();
try {
  await client.query(`create schema ${schema}; set search_path = ${schema}, public`);
  const report = await measure();
  console.log(JSON.stringify(report, null, 2));
  if (values.save) keepResult("pgvector", report);
} finally {
  await client.query(`drop schema ${schema} cascade`);
  await client.end();
  stop();
}

async function measure() {
  await createTable();
  const vectors = await fill();
  const conversation = new MadeUpConversation(2);
  const questions = Array.from({ length: asked + warmUp }, (_, at) =>
    conversation.question(conversation.message(at * 7)),
  );
  const queries = await embedder.embed(questions, { kind: "query" });
  const truth = queries.map((query) => trulyNearest(vectors, query));
  const ways: Way[] = [{ name: "scan of codes", settings: "", find: byScan }];
  const built = { codes: await indexed("codes", `((code::${bits}) bit_hamming_ops)`), half: 0 };
  for (const candidates of [200, 800])
    ways.push({
      name: `HNSW of codes, ${candidates} candidates`,
      settings: searching(candidates),
      find: (query) => byCodes(query, candidates),
    });
  const found = await inTurns(ways, queries, truth);
  const addedToCodes = await timeOfOneRow();
  const codesBytes = await sizeOf("codes");
  await client.query("drop index codes");
  built.half = await indexed("halves", "(half halfvec_cosine_ops)");
  const halfWays = [40, 100, 200].map((candidates): Way => {
    const settings = searching(candidates);
    return { name: `HNSW of halfvec, ef_search ${candidates}`, settings, find: byHalf };
  });
  found.push(...(await inTurns(halfWays, queries, truth)));
  const extension = await client.query("select extversion from pg_extension where extname = 'vector'");
  return {
    ...provenance(),
    pgvector: extension.rows[0]?.extversion,
    records,
    found,
    build_seconds: built,
    index_bytes: { codes: codesBytes, half: await sizeOf("halves") },
    add_row_ms: { codes: addedToCodes, half: await timeOfOneRow() },
  };
}

interface Way {
  readonly name: string;
  /** Statements in the transaction before the search. */
  readonly settings: string;
  readonly find: (query: Float32Array) => Promise<readonly number[]>;
}

function searching(candidates: number): string {
  return `set local hnsw.ef_search = ${candidates}; set local hnsw.iterative_scan = relaxed_order; `;
}

async function createTable(): Promise<void> {
  await client.query(`
    create table passages (store_id text collate "C" not null, id integer not null, embedding bytea not null,
      code bit varying not null, half ${half} not null, primary key (store_id, id)) partition by hash (store_id);
    create table passages_p0 partition of passages for values with (modulus 1, remainder 0);
    alter table passages enable row level security; alter table passages force row level security;
    create policy of_store on passages using (store_id = current_setting('keepsake.store', true));
    alter table passages_p0 enable row level security; alter table passages_p0 force row level security;
    create policy of_store on passages_p0 using (store_id = current_setting('keepsake.store', true));
    select set_config('keepsake.store', '${storeId}', false)`);
}

async function fill(): Promise<Float32Array[]> {
  const conversation = new MadeUpConversation(1);
  const all: Float32Array[] = [];
  for (let from = 0; from < records; from += batch) {
    const count = Math.min(batch, records - from);
    const texts = Array.from({ length: count }, (_, at) => conversation.message(from + at).content);
    const vectors = await embedder.embed(texts, { kind: "passage" });
    await insert(vectors, from);
    all.push(...vectors);
  }
  await client.query("vacuum analyze passages_p0");
  return all;
}

async function insert(vectors: readonly Float32Array[], from: number): Promise<void> {
  const rows = vectors.flatMap((vector, at) => {
    const bytes = toInt8(vector);
    if (bytes === undefined) return [];
    const code = codeText(toCode(bytes, space));
    return [{ id: from + at, embedding: `\\x${toBytes(bytes).toString("hex")}`, code, half: text(vector) }];
  });
  await client.query(
    `insert into passages select '${storeId}', id, embedding, code, half::${half}
     from json_to_recordset($1) as given (id integer, embedding bytea, code bit varying, half text)`,
    [JSON.stringify(rows)],
  );
}

function text(vector: Float32Array): string {
  return `[${vector.join(",")}]`;
}

/** @returns seconds */
async function indexed(name: string, on: string): Promise<number> {
  const start = performance.now();
  await client.query(`create index ${name} on passages_p0 using hnsw ${on} where store_id = '${storeId}'`);
  return (performance.now() - start) / 1000;
}

async function sizeOf(index: string): Promise<number> {
  const { rows } = await client.query(`select pg_relation_size('${index}')::float8 as bytes`);
  return rows[0].bytes;
}

/** Median milliseconds of the insertion of one row. */
async function timeOfOneRow(): Promise<number> {
  const times: number[] = [];
  const { rows } = await client.query(`select max(id) as last from passages where store_id = '${storeId}'`);
  for (let at = 1; at <= 50; at += 1) {
    const [vector] = await embedder.embed([`One more boat, number ${at}`], { kind: "passage" });
    const start = performance.now();
    await insert([vector!], rows[0].last + at);
    times.push(performance.now() - start);
  }
  await client.query(`delete from passages where store_id = '${storeId}' and id >= ${records}`);
  return percentiles(times).p50_ms;
}

function codeOf(query: Float32Array): string {
  return codeText(toCode(toInt8(query)!, space));
}

async function byScan(query: Float32Array): Promise<number[]> {
  const { rows } = await client.query(
    `select id, embedding from passages where store_id = '${storeId}' order by bit_count(code # $1::varbit) limit ${scanned}`,
    [codeOf(query)],
  );
  return rescored(query, rows);
}

async function byCodes(query: Float32Array, candidates: number): Promise<number[]> {
  const { rows } = await client.query(
    `select id, embedding from passages where store_id = '${storeId}'
     order by code::${bits} <~> $1::${bits} limit ${candidates}`,
    [codeOf(query)],
  );
  return rescored(query, rows);
}

async function byHalf(query: Float32Array): Promise<number[]> {
  const { rows } = await client.query(
    `select id from passages where store_id = '${storeId}' order by half <=> $1::${half} limit ${k}`,
    [text(query)],
  );
  return rows.map(({ id }) => id);
}

function rescored(
  query: Float32Array,
  rows: readonly { readonly id: number; readonly embedding: Buffer }[],
): number[] {
  const scored = rows.map(({ id, embedding }) => ({ id, score: cosine(query, fromBlob(embedding)) }));
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, k)
    .map(({ id }) => id);
}

function cosine(query: Float32Array, bytes: Int8Array | Float32Array): number {
  let [product, square] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    product += bytes[at]! * query[at]!;
    square += bytes[at]! * bytes[at]!;
  }
  return square > 0 ? product / Math.sqrt(square) : 0;
}

function trulyNearest(vectors: readonly Float32Array[], query: Float32Array): Set<number> {
  const scored = vectors.map((vector, id) => ({ id, score: cosine(query, vector) }));
  const best = scored.sort((one, other) => other.score - one.score).slice(0, k);
  return new Set(best.map(({ id }) => id));
}

async function inTurns(
  ways: readonly Way[],
  queries: readonly Float32Array[],
  truth: readonly ReadonlySet<number>[],
): Promise<(Percentiles & { readonly name: string; readonly recall_at_10: number })[]> {
  const times = ways.map(() => [] as number[]);
  const shares = ways.map(() => [] as number[]);
  for (const [at, query] of queries.entries())
    for (const [place, { settings, find }] of ways.entries()) {
      const start = performance.now();
      await client.query(`begin; ${settings}select set_config('keepsake.store', '${storeId}', true)`);
      const found = await find(query);
      await client.query("commit");
      if (at < warmUp) continue;
      times[place]!.push(performance.now() - start);
      shares[place]!.push(found.filter((id) => truth[at]!.has(id)).length / k);
    }
  return ways.map(({ name }, place) => ({
    name,
    ...percentiles(times[place]!),
    recall_at_10: shares[place]!.reduce((sum, share) => sum + share, 0) / shares[place]!.length,
  }));
}
