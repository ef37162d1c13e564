/** The state of a write: the store's row, which it has locked, and the numbers that it assigns. */
import type { Scope } from "../../../contract/scope.js";
import { isStandingRule } from "../../../prompt-safety/directives.js";
import { bytesOfVector, toCode, toInt8 } from "../../formats/quantise.js";
import { metadataJson, passageBytes, recordBytes, scopeBytes } from "../../formats/sizes.js";
import { factKey, nameKey } from "../../shared/names.js";
import type { NewPassage, NewRecord, Place, VectorSpace } from "../../store.js";
import { acceptsVectorsOf, type StoreRow } from "../database/store-row.js";
import { encodeJson } from "../database/texts.js";
import type { Transaction } from "../database/transaction.js";
import type { SavedProperty } from "../reading/property-cache.js";
import { addScope, noScope, nothing, plus, type ScopeCounts, scopeNumber } from "../reading/scopes.js";
import type { SavedVector } from "../reading/vectors/vector-cache.js";
import { codeText } from "../reading/vectors/vectors.js";
import type { View } from "../reading/view.js";
import { entriesOf } from "../reading/words/word-index.js";
import { type Column, NewRows } from "./new-rows.js";

/** What a write changes in the store's row. `conclude` stores it. */
export type Numbers = Pick<
  { -readonly [Name in keyof StoreRow]: StoreRow[Name] },
  | "last_source"
  | "last_file"
  | "last_passage"
  | "last_record"
  | "last_scope"
  | "scopes"
  | "erasures"
  | "edits"
  | "last_rule"
>;

/** What a write adds to a store. */
export interface Additions {
  /** The row of the store before the write. */
  readonly row: StoreRow;
  /**
   * The numbers that this write has assigned so far. No other write of the store runs at the same
   * time.
   */
  readonly numbers: Numbers;
  /** Rows to add. They are saved with the end of the write, or when something must see them. */
  readonly added: NewRows;
  /** The vectors of new passages, if this process will cache them. */
  readonly vectors: SavedVector[];
  /** The properties that new records state. */
  readonly properties: SavedProperty[];
  /** Changes to the contents of scopes, by their number. */
  readonly counts: Map<number, ScopeCounts>;
  /** The embedder of the vectors that callers pass. */
  readonly embedder: VectorSpace;
}

/** The parts that a write in a transaction uses. Its row is locked. */
export interface Writing extends Additions {
  readonly tx: Transaction;
  /** What the call saw before the write. */
  readonly view: View;
}

/** Returns what a write uses. @param view of the row that `tx` has locked */
export function writingOn(tx: Transaction, view: View, embedder: VectorSpace): Writing {
  return { tx, view, ...additionsTo(view.row, embedder) };
}

/** Returns a write that has added nothing yet. */
export function additionsTo(row: StoreRow, embedder: VectorSpace): Additions {
  const { last_source, last_file, last_passage, last_record, last_scope } = row;
  const { scopes, erasures, edits, last_rule } = row;
  const given = { last_source, last_file, last_passage, last_record, last_scope };
  const numbers = { ...given, scopes, erasures, edits, last_rule };
  const collected = { added: new NewRows(), vectors: [], properties: [], counts: new Map() };
  return { row, numbers, ...collected, embedder };
}

/** Adds to the counts of a scope. */
export function countScope({ counts }: Additions, scope: number, added: ScopeCounts): void {
  counts.set(scope, plus(counts.get(scope) ?? nothing, added));
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
export function storesVectors({ row, embedder }: Additions, passages: readonly unknown[]): boolean {
  return passages.length > 0 && acceptsVectorsOf(row, embedder, "save");
}

/** Returns the bytes that vectors of passages take. */
export function vectorBytes(writing: Additions, passages: readonly Pick<NewPassage, "vector">[]): number {
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
  { tx, numbers }: Writing,
  scope: Scope | null,
): Promise<{ readonly scope: number; readonly bytes: number }> {
  const known = await scopeNumber(tx, scope);
  if (known !== undefined || scope === null) return { scope: known ?? noScope, bytes: 0 };
  numbers.last_scope += 1;
  numbers.scopes += 1;
  await addScope(tx, numbers.last_scope, scope);
  return { scope: numbers.last_scope, bytes: scopeBytes(scope) };
}

interface SourceRow {
  readonly number: number;
  readonly id: string;
  readonly createdAt: string;
  readonly scope: number;
}

const sourceColumns: readonly Column<SourceRow>[] = [
  ["id", ({ number }) => number],
  ["uuid", ({ id }) => id],
  ["created_at", ({ createdAt }) => Date.parse(createdAt)],
  ["scope", ({ scope }) => scope],
];

/** Adds a source. @returns its number */
export function addSource(
  { added, numbers }: Additions,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
  scope: number,
): number {
  numbers.last_source += 1;
  const number = numbers.last_source;
  added.add("sources", sourceColumns, [{ number, id, createdAt, scope }]);
  return number;
}

interface PassageRow extends PlacedPassage {
  readonly id: number;
  readonly wordCount: number;
  /** Absent: the vector is not stored. */
  readonly bytes: Int8Array | undefined;
}

/** What was added to the store together with passages. */
export interface AddedPassages {
  /** Number of index words. */
  readonly words: number;
  readonly vectors: readonly SavedVector[];
}

/** Adds passages with their vectors, words, records and names. */
export function addPassages(
  writing: Additions,
  owner: Owner,
  passages: readonly PlacedPassage[],
): AddedPassages {
  const { added, numbers } = writing;
  const first = numbers.last_passage + 1;
  numbers.last_passage += passages.length;
  const fileName = owner.file?.name ?? null;
  const spoken = passages.map(({ text, prompt, speaker, place }, at) => {
    return { id: first + at, text, prompt, speaker, heading: place?.heading ?? null, fileName };
  });
  const { entries, counts } = entriesOf(writing.row.salt, spoken);
  const stored = storesVectors(writing, [1]);
  const rows = passages.map((passage, at): PassageRow => {
    const bytes = stored ? toInt8(passage.vector) : undefined;
    return { ...passage, id: first + at, wordCount: counts[at]!, bytes };
  });
  added.addWords(entries);
  added.add("passages", passageColumns(writing, owner), rows);
  addRecords(
    writing,
    rows.map((row) => ({ ...row, passage: row.id, scope: owner.scope })),
  );
  const { scope, file } = owner;
  return {
    words: counts.reduce((sum, words) => sum + words, 0),
    vectors: rows.flatMap(({ id, bytes }) =>
      bytes === undefined ? [] : [{ id, scope, isFiled: file !== null, bytes: toBytes(bytes) }],
    ),
  };
}

function passageColumns({ embedder }: Additions, { source, scope, file }: Owner): Column<PassageRow>[] {
  const space = { dimensions: embedder.dimensions, mean: embedder.mean?.() };
  return [
    ["id", ({ id }) => id],
    ["source", () => source],
    ["scope", () => scope],
    ["file", () => file?.row ?? null],
    ["message", ({ message }) => message],
    ["text", ({ text }) => text],
    ["prompt", ({ prompt }) => prompt],
    ["speaker", ({ speaker }) => speaker],
    ["role", ({ role }) => role],
    ["said_at", ({ saidAt }) => Date.parse(saidAt)],
    ["digest", ({ digest }) => digest],
    ["word_count", ({ wordCount }) => wordCount],
    ["mentions", ({ mentions }) => encodeJson(mentions)],
    ["page", ({ place }) => place?.page ?? null],
    ["heading", ({ place }) => place?.heading ?? null],
    ["embedding", ({ bytes }) => (bytes === undefined ? null : toBytes(bytes))],
    ["code", ({ bytes }) => (bytes === undefined ? null : codeText(toCode(bytes, space)))],
  ];
}

/** Returns a vector as it is stored. */
export function toBytes(vector: Int8Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** The records of a passage, and the fields of the passage that are stored with them. */
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
  ["id", ({ id }) => id],
  ["uuid", ({ record }) => record.id],
  ["passage", ({ of }) => of.passage],
  ["scope", ({ of }) => of.scope],
  ["type", ({ record }) => record.type],
  ["text", ({ record }) => record.text],
  ["entity", ({ record }) => record.entity],
  ["property", ({ record }) => record.property],
  ["value", ({ record }) => record.value],
  ["applies_when", ({ record }) => record.trigger],
  ["entity_key", ({ record }) => factKey(record.entity)],
  ["property_key", ({ record }) => factKey(record.property)],
  ["occurred_at", ({ record }) => Date.parse(record.occurredAt)],
  ["occurred_until", ({ record }) => toMs(record.occurredUntil)],
  ["valid_from", ({ record }) => toMs(record.validFrom)],
  ["valid_to", ({ record }) => toMs(record.validTo)],
  ["created_at", ({ record }) => Date.parse(record.createdAt)],
  ["superseded_by", ({ record }) => record.supersededBy],
  ["expires_at", ({ record }) => toMs(record.expiresAt)],
  ["metadata", ({ record }) => (metadataJson(record.metadata) === null ? null : encodeJson(record.metadata))],
  ["certainty", ({ record: { certainty = 1 } }) => (certainty < 1 ? certainty : null)],
  ["standing", ({ record, of }) => isStandingRule({ ...record, text: record.text ?? of.text }, of.role)],
];

function toMs(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}

/** Adds records to passages, and the names under which these are found. */
export function addRecords({ added, numbers, properties }: Additions, passages: readonly RecordsOf[]): void {
  const records = passages.flatMap((of) => of.records.map((record) => ({ record, of })));
  const first = numbers.last_record + 1;
  numbers.last_record += records.length;
  const rows = records.map((one, at) => ({ ...one, id: first + at }));
  numbers.last_rule = rows.findLast(({ record }) => record.type === "procedural")?.id ?? numbers.last_rule;
  added.add("records", recordColumns, rows);
  for (const { record, of } of rows) {
    const [entity, property] = [factKey(record.entity), factKey(record.property)];
    if (entity !== null && property !== null) properties.push({ scope: of.scope, entity, property });
  }
  const names = passages.flatMap((of) => [...namesOf(of)].map((name) => ({ name, passage: of.passage })));
  added.add("names", nameColumns, names);
}

const nameColumns: readonly Column<{ readonly name: string; readonly passage: number }>[] = [
  ["name", ({ name }) => name],
  ["passage", ({ passage }) => passage],
];

function namesOf({ speaker, mentions, records }: RecordsOf): ReadonlySet<string> {
  const all = [speaker, ...mentions, ...records.map(({ entity }) => entity)];
  return new Set(all.map((name) => nameKey(name ?? "")).filter((key) => key !== ""));
}
