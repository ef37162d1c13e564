/**
 * Erases records: deletes them, vacuums the tables that had them, and searches for what was erased.
 * PostgreSQL cannot prove more: copies of a deleted row may be in the write-ahead log, on replicas,
 * in backups, and in bytes of a page that no row uses. So an erasure is never called overwritten.
 */
import { nextTurn } from "../../../async/next-turn.js";
import type { Erased, Erasure, Residue, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { lockStore } from "../database/store-row.js";
import type { Transaction } from "../database/transaction.js";
import { lookedUp } from "../reading/criteria.js";
import { type Numbering, viewOf } from "../reading/view.js";
import { chunkOf } from "../reading/words/word-index.js";
import { writingOn } from "../writing/writing.js";
import { type Removed, remove } from "./remove.js";
import { closure, identified } from "./select.js";

/** Why an erasure is never proved: the words of `Residue.unproven`. */
const unproven =
  "PostgreSQL's write-ahead log, replicas, backups and unused bytes of pages may still contain what was erased";

/** The parts that an erasure uses. */
export interface ErasureParts {
  readonly connection: Connection;
  readonly numbering: Numbering;
  readonly embedder: VectorSpace;
  readonly schema: string;
}

/**
 * Maximum number of records to erase in one transaction, so that other writers of the store do not
 * wait long.
 */
const erasedPerTransaction = 512;

/** Erases records and everything that is forgotten with them, and verifies it. */
export async function erase(
  parts: ErasureParts,
  recordIds: readonly string[],
  erasure: Erasure,
): Promise<Erased> {
  const { connection } = parts;
  const removed: Removed[] = [];
  for (const [index, ids] of (await partsOf(parts, recordIds)).entries()) {
    if (index > 0) await nextTurn();
    if (index > 0) erasure.signal?.throwIfAborted();
    const rest = { usage: { requests: 0, tokens: 0, spendMicros: 0 }, names: [], all: false };
    removed.push(await erasePart(parts, ids, index === 0 ? erasure : { ...erasure, ...rest }));
  }
  const gone = {
    ids: removed.flatMap(({ ids }) => ids),
    passages: removed.flatMap(({ passages }) => passages),
    freedBytes: removed.reduce((sum, { freedBytes }) => sum + freedBytes, 0),
  };
  if (gone.freedBytes > 0) await vacuum(parts);
  const residue = await connection.read("verify an erasure", (tx) => residueOf(tx, gone));
  return { ids: gone.ids, freedBytes: gone.freedBytes, residue };
}

/**
 * Splits the records to erase. The oldest passages come first, so that a superseded record never
 * outlives its successor.
 */
async function partsOf(
  { connection, numbering }: ErasureParts,
  recordIds: readonly string[],
): Promise<(readonly string[])[]> {
  if (recordIds.length <= erasedPerTransaction) return [recordIds];
  const going = await connection.read("erase", async (tx) => {
    const view = await viewOf(tx, numbering);
    return closure(view, await identified(view, recordIds));
  });
  const ids = going.sort((one, other) => one.passage - other.passage).map(({ uuid }) => uuid);
  const count = Math.max(1, Math.ceil(ids.length / erasedPerTransaction));
  return Array.from({ length: count }, (_, at) =>
    ids.slice(at * erasedPerTransaction, (at + 1) * erasedPerTransaction),
  );
}

function erasePart(
  { connection, numbering, embedder }: ErasureParts,
  recordIds: readonly string[],
  erasure: Erasure,
): Promise<Removed> {
  return connection.write("erase", async (tx) => {
    const view = await viewOf(tx, numbering, lockStore);
    const going = await closure(view, await identified(view, recordIds));
    return remove(writingOn(tx, view, embedder), going, erasure);
  });
}

/** The tables that an erasure deletes from. */
const erasedFrom = ["passages", "words", "records", "names", "answers", "sources", "files", "scopes"];

/**
 * Vacuums the partitions of the store, so that what was deleted also leaves their indexes. All
 * tables have the same number of partitions, so a store is in the same partition of each. A shard
 * of Citus has another name: there the tables themselves are vacuumed.
 */
async function vacuum({ connection, schema }: ErasureParts): Promise<void> {
  const suffix = await connection.read("erase", async (tx) => {
    const row = await tx.row<{ table: string }>(
      "select tableoid::regclass::text as table from stores where store_id = $1",
    );
    return /_p\d+$/.exec(row?.table ?? "")?.[0] ?? "";
  });
  const tables = erasedFrom.map((table) => `${schema}.${table}${suffix}`);
  await connection.alone("erase", `vacuum (index_cleanup on) ${tables.join(", ")}`);
}

async function residueOf(
  tx: Transaction,
  { ids, passages }: Pick<Removed, "ids" | "passages">,
): Promise<Residue> {
  const [byId, ofPassage, passage, names, words] = [
    lookedUp({ table: "records", column: "uuid", among: "$2::text[]" }),
    lookedUp({ table: "records", column: "passage", among: "$3::integer[]" }),
    lookedUp({ table: "passages", column: "id", among: "$3::integer[]" }),
    lookedUp({ table: "names", column: "passage", among: "$3::integer[]" }),
    lookedUp({ table: "words", column: "chunk", among: "$4::integer[]" }),
  ];
  const row = await tx.row<Pick<Residue, "records" | "passages" | "vectors" | "words">>(
    `select
       (select count(*) from (select r.id from ${byId} union select r.id from ${ofPassage}) found) as records,
       (select count(*) from ${passage}) + (select count(*) from ${names}) as passages,
       (select count(*) from ${passage} where p.embedding is not null or p.next_embedding is not null) as vectors,
       (select count(*) from ${words} where w.passages && $3::integer[]) as words`,
    [ids, passages, [...new Set(passages.map(chunkOf))]],
  );
  return { ...row!, overwritten: false, unproven };
}
