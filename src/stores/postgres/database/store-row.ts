/** The row of a store: its embedder, its counters and the end of its audit trail. */
import type { Usage } from "../../../accounts/meter.js";
import { MemoryError } from "../../../contract/errors.js";
import { beforeTheFirst } from "../../../hashing/digest.js";
import { acceptsVectors, type EmbedderName, type StoreEmbedders } from "../../shared/embedders.js";
import type { UsageDelta } from "../../store.js";
import type { Transaction } from "./transaction.js";

/** A move to another embedder: all passages up to `through` have their new vector. */
export interface Move {
  readonly embedder: EmbedderName;
  readonly through: number;
}

/** How a store's codes are indexed: see `index-vectors`. */
export interface VectorIndex {
  /** Bits of a code. The index is not used for codes of another length. */
  readonly bits: number;
  /** The quoted name of the schema that has pgvector's operators. */
  readonly schema: string;
}

/** The row of a store. */
export interface StoreRow {
  readonly name: string;
  /** Random; keys the hashes of index words. */
  readonly salt: string;
  readonly words_identity: string;
  readonly embedder_id: string;
  readonly dimensions: number;
  readonly move: Move | null;
  readonly requests: number;
  readonly tokens: number;
  readonly spend_micros: number;
  readonly storage_used: number;
  /** The highest numbers given so far. */
  readonly last_source: number;
  readonly last_file: number;
  readonly last_passage: number;
  readonly last_record: number;
  readonly last_scope: number;
  /** How many scopes there are, without scope 0. */
  readonly scopes: number;
  /**
   * The number of erasures and of changes of all vectors so far. Caches are dropped when it
   * changes.
   */
  readonly erasures: number;
  /** The number of writes that changed or removed a stored passage or its records. */
  readonly edits: number;
  /**
   * The number of the last procedural record. The rules are unchanged while it and `edits` are
   * unchanged.
   */
  readonly last_rule: number;
  /**
   * Totals of the records without a scope: passages and their words; passages of files and their
   * words.
   */
  readonly unscoped: readonly [number, number, number, number];
  readonly audit_seq: number;
  readonly audit_hash: string;
  readonly created_at: number;
  /** The revision of the store that this one is an unfinished copy of; null for a whole store. */
  readonly copying: string | null;
  /** The `AuditCheckpoint` of the audit rows that were removed, or null. */
  readonly audit_checkpoint: unknown;
  /** The index of the store's vectors, or null. */
  readonly vector_index: VectorIndex | null;
  /** When the oldest answer was stored; null if there is none. Read only with a locked row. */
  readonly oldest_answer?: number | null;
}

/** A function of the schema returns the row as one value, or null. */
export interface FoundRow<Row = StoreRow> {
  readonly row: Row | null;
}

/** Reads the row. */
export const selectStore = "select store_row($1) as row";

/** Returns the statement that reads the row and the records that expire by a time. */
export function selectStatus(now: string): string {
  return `select status_row($1, ${Date.parse(now)}) as row`;
}

/** Reads the row. @throws if the store does not exist, which opening it prevents */
export async function readStore(tx: Transaction): Promise<StoreRow> {
  return existing(await tx.first<FoundRow>(selectStore));
}

/** Reads the row, which no other transaction can change before this one ends. */
export async function lockStore(tx: Transaction): Promise<StoreRow> {
  return existing(await tx.first<FoundRow>("select locked_row($1) as row"));
}

/** Returns the row. @throws if the store was deleted */
export function existing<Row>(found: FoundRow<Row> | undefined): Row {
  if (found?.row == null) throw new Error("The store was deleted from the database while it was open");
  return found.row;
}

/** The values that a new store is created with. */
export interface NewStore {
  readonly name: string | undefined;
  readonly embedder: EmbedderName;
  readonly at: number;
  readonly wordsIdentity: string;
}

/**
 * Creates the store if it does not exist. A given name replaces the former one. If a store with
 * this id was removed, its audit trail still exists, and the new store continues it.
 *
 * @throws {MemoryError} `unsupported` if that trail was pruned, because its checkpoint was removed
 * with the store
 */
export async function ensureStore(
  tx: Transaction,
  { name, embedder, at, wordsIdentity }: NewStore,
): Promise<StoreRow> {
  const created = await tx.row<{ first: number | null }>(
    `insert into stores (store_id, name, created_at, words_identity, embedder_id, dimensions, audit_seq, audit_hash)
     select $1, $2::text, $3::bigint, $4::text, $5::text, $6::integer, coalesce(last.seq, 0), coalesce(last.hash, $7::text)
     from (select $1::text as id) new left join
       (select seq, hash from audit where store_id = $1 order by seq desc limit 1) last on true
     on conflict (store_id) do nothing
     returning (select min(seq) from audit where store_id = $1) as first`,
    [name ?? "memory", at, wordsIdentity, embedder.id, embedder.dimensions, beforeTheFirst.hash],
  );
  if (created !== undefined && (created.first ?? 1) > 1) throw prunedTrail();
  await tx.rows(
    `insert into scopes (store_id, id, labels, pairs) values ($1, 0, '', '{}') on conflict (store_id, id) do nothing`,
  );
  if (name !== undefined)
    await tx.rows("update stores set name = $2 where store_id = $1 and name <> $2", [name]);
  return readStore(tx);
}

function prunedTrail(): MemoryError<"unsupported"> {
  const message =
    "Cannot open the store: its id must be new, and a removed store with this id left an audit trail that was pruned; " +
    "use another id, or have a role with BYPASSRLS delete the rows of this store_id from the table audit";
  return new MemoryError("unsupported", message, { data: { what: "store id" } });
}

/** Sets columns of the row. */
export async function setStore(tx: Transaction, values: Readonly<Record<string, unknown>>): Promise<void> {
  const names = Object.keys(values);
  const sets = names.map((name, at) => `${name} = $${at + 2}`);
  await tx.rows(`update stores set ${sets.join(", ")} where store_id = $1`, Object.values(values));
}

/** Adds to the totals. */
export async function addUsage(
  tx: Transaction,
  { requests, tokens, spendMicros }: UsageDelta,
  storage: number,
): Promise<Usage> {
  const row = await tx.row<Parameters<typeof usageOf>[0]>(
    `update stores set requests = requests + $2, tokens = tokens + $3, spend_micros = spend_micros + $4,
       storage_used = storage_used + $5 where store_id = $1
     returning requests, tokens, spend_micros, storage_used`,
    [requests, tokens, spendMicros, storage],
  );
  return usageOf(row!);
}

/**
 * Returns the statement that adds to the totals unless a limit would be passed: then it returns
 * null.
 *
 * @param most absent: the cost is not limited
 */
export function countWithin({ requests, tokens, spendMicros }: UsageDelta, most: number | null): string {
  const isFree = most === null || most === Number.POSITIVE_INFINITY || spendMicros === 0;
  const limit = isFree ? "null" : whole(Math.floor(most));
  return `select count_use($1, ${whole(requests)}, ${whole(tokens)}, ${whole(spendMicros)}, ${limit}) as row`;
}

/** Returns a number that becomes part of a statement. */
function whole(value: number): string {
  if (!Number.isInteger(value)) throw new RangeError(`A count must be a whole number, got ${value}`);
  return BigInt(value).toString();
}

/** Returns the totals of a row. */
export function usageOf({
  requests,
  tokens,
  spend_micros,
  storage_used,
}: Pick<StoreRow, "requests" | "tokens" | "spend_micros" | "storage_used">): Usage {
  return { requests, tokens, spendMicros: spend_micros, storageUsed: storage_used };
}

/** Returns the embedder of the vectors that searches use. */
export function embedderOf({ embedder_id, dimensions }: StoreRow): EmbedderName {
  return { id: embedder_id, dimensions };
}

/** Returns the embedder of the vectors, and the one that the store is moving to. */
export function embeddersOf(row: StoreRow): StoreEmbedders {
  return { stored: embedderOf(row), next: row.move?.embedder };
}

/** Returns whether vectors of an embedder can be compared: see `acceptsVectors`. */
export function acceptsVectorsOf(row: StoreRow, given: EmbedderName, action: string): boolean {
  return acceptsVectors(embeddersOf(row), given, action);
}
