/** What a write has: the store's row, which it has locked, and the numbers that it gives. */
import type { Usage } from "../../../accounts/meter.js";
import type { Scope } from "../../../contract/scope.js";
import { isStandingRule } from "../../../prompt-safety/directives.js";
import { bytesOfVector, toCode, toInt8 } from "../../formats/quantise.js";
import { metadataJson, passageBytes, recordBytes, scopeBytes } from "../../formats/sizes.js";
import type { AuditEntry } from "../../shared/audit-chain.js";
import { factKey, nameKey } from "../../shared/names.js";
import type { NewPassage, NewRecord, Place, UsageDelta, VectorSpace } from "../../store.js";
import { acceptsVectorsOf, addUsage, type StoreRow, setStore } from "../database/store-row.js";
import { encodeJson } from "../database/texts.js";
import type { Transaction } from "../database/transaction.js";
import { addScope, noScope, scopeNumber } from "../reading/scopes.js";
import { codeText } from "../reading/vectors.js";
import type { View } from "../reading/view.js";
import { addWords } from "../reading/word-index.js";
import { appendAudit } from "./audit.js";
import { type Column, insertRows } from "./insert.js";

/** What a write uses. */
export interface Writing {
  readonly tx: Transaction;
  /** What the call saw before the write. */
  readonly view: View;
  readonly row: StoreRow;
  /** The embedder of the vectors that callers pass. */
  readonly embedder: VectorSpace;
}

/** A passage, with its position if it is in a file. */
export type PlacedPassage = NewPassage & { readonly place?: Place };

/** What a passage belongs to, by numbers. */
export interface Owner {
  readonly source: number;
  readonly scope: number;
  readonly file: { readonly row: number; readonly name: string } | null;
}

/** Returns true if vectors of the call are stored, which a zero vector never is. */
export function storesVectors({ row, embedder }: Writing, passages: readonly unknown[]): boolean {
  return passages.length > 0 && acceptsVectorsOf(row, embedder, "save");
}

/** Returns the bytes that vectors of passages take. */
export function vectorBytes(writing: Writing, passages: readonly Pick<NewPassage, "vector">[]): number {
  if (!storesVectors(writing, passages)) return 0;
  const stored = passages.filter(({ vector }) => toInt8(vector) !== undefined).length;
  return stored * bytesOfVector(writing.row.dimensions);
}

/** Returns the bytes of passages with their records, without their vectors. */
export function textBytes(passages: readonly PlacedPassage[]): number {
  return passages.reduce((sum, { place, ...passage }) => {
    const own = passageBytes({ ...passage, heading: place?.heading ?? null });
    return sum + passage.records.reduce((total, record) => total + recordBytes(record), own);
  }, 0);
}

/** Returns the number of a scope, which is added if needed, and the bytes that this takes. */
export async function ensureScope(
  { tx, row }: Writing,
  scope: Scope | null,
): Promise<{ readonly scope: number; readonly bytes: number }> {
  const known = await scopeNumber(tx, scope);
  if (known !== undefined || scope === null) return { scope: known ?? noScope, bytes: 0 };
  // The row may be older than what this transaction has added.
  const next = await tx.row<{ id: number }>(
    "update stores set last_scope = last_scope + 1, scopes = scopes + 1 where store_id = $1 returning last_scope as id",
  );
  const id = next?.id ?? row.last_scope + 1;
  await addScope(tx, id, scope);
  return { scope: id, bytes: scopeBytes(scope) };
}

/** Adds a source. @returns its number */
export async function addSource(
  { tx }: Writing,
  source: { readonly id: string; readonly createdAt: string },
  scope: number,
): Promise<number> {
  const next = await tx.row<{ id: number }>(
    "update stores set last_source = last_source + 1 where store_id = $1 returning last_source as id",
  );
  await tx.rows("insert into sources (store_id, id, uuid, created_at, scope) values ($1, $2, $3, $4, $5)", [
    next!.id,
    source.id,
    Date.parse(source.createdAt),
    scope,
  ]);
  return next!.id;
}

interface PassageRow extends PlacedPassage {
  readonly id: number;
  readonly wordCount: number;
}

/** Adds passages with their vectors, words, records and names. @returns their number of index words */
export async function addPassages(
  writing: Writing,
  owner: Owner,
  passages: readonly PlacedPassage[],
): Promise<number> {
  if (passages.length === 0) return 0;
  const { tx } = writing;
  const last = await tx.row<{ id: number }>(
    "update stores set last_passage = last_passage + $2 where store_id = $1 returning last_passage as id",
    [passages.length],
  );
  const first = last!.id - passages.length + 1;
  const fileName = owner.file?.name ?? null;
  const spoken = passages.map(({ text, prompt, speaker, place }, at) => {
    return { id: first + at, text, prompt, speaker, heading: place?.heading ?? null, fileName };
  });
  const counts = await addWords(tx, writing.row, spoken);
  const rows = passages.map((passage, at): PassageRow => {
    return { ...passage, id: first + at, wordCount: counts[at]! };
  });
  await insertRows(tx, "passages", { columns: passageColumns(writing, owner), rows });
  await addRecords(
    writing,
    rows.map((row) => ({ ...row, passage: row.id, scope: owner.scope })),
  );
  return counts.reduce((sum, words) => sum + words, 0);
}

function passageColumns(writing: Writing, { source, scope, file }: Owner): Column<PassageRow>[] {
  const { embedder } = writing;
  const stored = storesVectors(writing, [1]);
  const space = { dimensions: embedder.dimensions, mean: embedder.mean?.() };
  const bytes = (vector: Float32Array) => (stored ? toInt8(vector) : undefined);
  return [
    ["id", "integer", ({ id }) => id],
    ["source", "integer", () => source],
    ["scope", "integer", () => scope],
    ["file", "integer", () => file?.row ?? null],
    ["message", "integer", ({ message }) => message],
    ["text", "text", ({ text }) => text],
    ["prompt", "text", ({ prompt }) => prompt],
    ["speaker", "text", ({ speaker }) => speaker],
    ["role", "text", ({ role }) => role],
    ["said_at", "bigint", ({ saidAt }) => Date.parse(saidAt)],
    ["digest", "text", ({ digest }) => digest],
    ["word_count", "integer", ({ wordCount }) => wordCount],
    ["mentions", "json", ({ mentions }) => encodeJson(mentions)],
    ["page", "integer", ({ place }) => place?.page ?? null],
    ["heading", "text", ({ place }) => place?.heading ?? null],
    ["embedding", "bytea", ({ vector }) => toBytes(bytes(vector))],
    ["code", "varbit", ({ vector }) => toBits(bytes(vector), space)],
  ];
}

/** Returns a vector as it is stored; null for one that is not. */
export function toBytes(vector: Int8Array | undefined): Buffer | null {
  return vector === undefined ? null : Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

function toBits(vector: Int8Array | undefined, space: Parameters<typeof toCode>[1]): string | null {
  return vector === undefined ? null : codeText(toCode(vector, space));
}

/** The records that a passage gets, and what they take from it. */
export type RecordsOf = Pick<NewPassage, "text" | "role" | "speaker" | "mentions" | "records"> & {
  readonly passage: number;
  readonly scope: number;
};

interface RecordRow {
  readonly id: number;
  readonly record: NewRecord;
  readonly of: RecordsOf;
}

const recordColumns: readonly Column<RecordRow>[] = [
  ["id", "integer", ({ id }) => id],
  ["uuid", "text", ({ record }) => record.id],
  ["passage", "integer", ({ of }) => of.passage],
  ["scope", "integer", ({ of }) => of.scope],
  ["type", "text", ({ record }) => record.type],
  ["text", "text", ({ record }) => record.text],
  ["entity", "text", ({ record }) => record.entity],
  ["property", "text", ({ record }) => record.property],
  ["value", "text", ({ record }) => record.value],
  ["applies_when", "text", ({ record }) => record.trigger],
  ["entity_key", "text", ({ record }) => factKey(record.entity)],
  ["property_key", "text", ({ record }) => factKey(record.property)],
  ["occurred_at", "bigint", ({ record }) => Date.parse(record.occurredAt)],
  ["occurred_until", "bigint", ({ record }) => toMs(record.occurredUntil)],
  ["valid_from", "bigint", ({ record }) => toMs(record.validFrom)],
  ["valid_to", "bigint", ({ record }) => toMs(record.validTo)],
  ["created_at", "bigint", ({ record }) => Date.parse(record.createdAt)],
  ["superseded_by", "text", ({ record }) => record.supersededBy],
  ["expires_at", "bigint", ({ record }) => toMs(record.expiresAt)],
  [
    "metadata",
    "json",
    ({ record }) => (metadataJson(record.metadata) === null ? null : encodeJson(record.metadata)),
  ],
  ["certainty", "double precision", ({ record: { certainty = 1 } }) => (certainty < 1 ? certainty : null)],
  [
    "standing",
    "boolean",
    ({ record, of }) => isStandingRule({ ...record, text: record.text ?? of.text }, of.role),
  ],
];

function toMs(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}

/** Adds records to passages, and the names under which these are found. */
export async function addRecords({ tx }: Writing, passages: readonly RecordsOf[]): Promise<void> {
  const records = passages.flatMap((of) => of.records.map((record) => ({ record, of })));
  const last = await tx.row<{ id: number }>(
    "update stores set last_record = last_record + $2 where store_id = $1 returning last_record as id",
    [records.length],
  );
  const first = last!.id - records.length + 1;
  const rows = records.map((one, at) => ({ ...one, id: first + at }));
  await insertRows(tx, "records", { columns: recordColumns, rows });
  const names = passages.flatMap((of) => [...namesOf(of)].map((name) => ({ name, passage: of.passage })));
  if (names.length === 0) return;
  await tx.rows(
    `insert into names (store_id, name, passage) select $1, given.name, given.passage
     from unnest($2::text[], $3::integer[]) as given (name, passage) on conflict do nothing`,
    [names.map(({ name }) => name), names.map(({ passage }) => passage)],
  );
}

function namesOf({ speaker, mentions, records }: RecordsOf): ReadonlySet<string> {
  const all = [speaker, ...mentions, ...records.map(({ entity }) => entity)];
  return new Set(all.map((name) => nameKey(name ?? "")).filter((key) => key !== ""));
}

/** Writes the end of a write: the audit rows and the totals. @returns the new totals */
export async function conclude(
  { tx, row }: Writing,
  {
    by,
    entries,
    usage,
    storage,
  }: {
    readonly by: { readonly at: string; readonly actor: string };
    readonly entries: readonly AuditEntry[];
    readonly usage: UsageDelta;
    readonly storage: number;
  },
): Promise<Usage> {
  await appendAudit(tx, row, { by, entries });
  return addUsage(tx, usage, storage);
}

/** Notes an erasure, so that caches of passages are dropped. */
export async function noteErasure({ tx, row }: Writing): Promise<void> {
  await setStore(tx, { erasures: row.erasures + 1 });
}
