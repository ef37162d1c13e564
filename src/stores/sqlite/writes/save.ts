/**
 * Saves one `remember` call: all of it or nothing. Everything here runs inside the caller's write
 * transaction.
 */

import { isStandingRule } from "../../../prompt-safety/directives.js";
import { passageWords } from "../../../text/words.js";
import { answerBytes, passageBytes, recordBytes, scopeBytes, sourceBytes } from "../../formats/sizes.js";
import { type AuditEntry, createdEntry, endedEntry, rememberedEntry } from "../../shared/audit-chain.js";
import { limitPassed } from "../../shared/limits.js";
import type { Change, NewPassage, Saved, SaveOutcome, UsageDelta } from "../../store.js";
import type { ScopeView } from "../filters/scope-view.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";
import type { AnswerTable } from "../tables/answer-table.js";
import type { AuditTable } from "../tables/audit-table.js";
import type { NameTable } from "../tables/name-table.js";
import type { PassageOwner, PassageTable, PlacedPassage } from "../tables/passage-table.js";
import type { RecordTable } from "../tables/record-table.js";
import type { ScopeTable } from "../tables/scope-table.js";
import type { SourceTable } from "../tables/source-table.js";
import { sumUsage, type UsageTable } from "../tables/usage-table.js";
import type { VectorIndex } from "../vectors/vector-index.js";

/** The tables that a change is saved to. */
export interface SaveTables {
  readonly answers: AnswerTable;
  readonly audit: AuditTable;
  readonly fileVectors: VectorIndex;
  readonly keywords: KeywordIndex;
  readonly names: NameTable;
  readonly passages: PassageTable;
  readonly records: RecordTable;
  readonly scopes: ScopeTable;
  readonly sources: SourceTable;
  readonly usage: UsageTable;
  readonly vectors: VectorIndex;
}

/**
 * What every write needs. `pending` is usage that was counted but not written yet; it is written
 * with the next saved change.
 */
export interface WriteContext {
  readonly visible: ScopeView;
  readonly pending: UsageDelta;
}

/** Number of rows to look up or write before other tasks get a turn: some 3 ms. */
const rowsPerStep = 16;
/** Number of passages whose sizes are added up in one step: some milliseconds. */
const measuredPerStep = 512;

/**
 * Saves a change, or returns why it was not saved. Runs in steps, because long content may have
 * thousands of records.
 */
export function* save(
  tables: SaveTables,
  change: Change,
  { visible, pending }: WriteContext,
): Generator<undefined, SaveOutcome> {
  const now = Date.parse(change.at);
  const answer = change.idempotency && answered(tables, visible, { key: change.idempotency.key, now });
  if (answer !== undefined) return { outcome: "replayed", answer };
  if (!(yield* isAsExpected(tables, change, visible))) return { outcome: "conflict" };
  const size = yield* measure(tables, change, visible);
  const limit = limitPassed(tables.usage.read(), change.limits, {
    storage: size.addedBytes,
    spendMicros: change.usage.spendMicros + pending.spendMicros,
  });
  if (limit !== undefined) return { outcome: "refused", limit, usage: tables.usage.read() };
  return yield* keep(tables, change, {
    size,
    usage: sumUsage(change.usage, pending),
    scope: visible.ensureScopeNumber(),
  });
}

/**
 * Returns the answer stored under an idempotency key of the scope to write to, unless it is too old
 * at `now` (ms).
 */
export function answered(
  { answers }: Pick<SaveTables, "answers">,
  visible: ScopeView,
  { key, now }: { readonly key: string; readonly now: number },
): string | undefined {
  const scope = visible.scopeNumber();
  return scope === undefined ? undefined : answers.find(scope, key, now);
}

/** The tables that a new passage is added to. */
type PassageTables = Pick<
  SaveTables,
  "fileVectors" | "keywords" | "names" | "passages" | "records" | "vectors"
>;

/** Adds a passage with its vector, words, records and names. @returns its number of index words */
export function addPassage(tables: PassageTables, owner: PassageOwner, passage: PlacedPassage): number {
  const { text, prompt, speaker } = passage;
  const [heading, fileName] = [passage.place?.heading ?? null, owner.file?.name ?? null];
  const words = passageWords({ text, prompt, speaker, heading, fileName });
  const id = tables.passages.add(owner, passage, words.length);
  vectorsOf(tables, owner).add(id, passage.vector);
  tables.keywords.add(id, words);
  addRecords(tables, { passage: id, scope: owner.scope }, passage);
  return words.length;
}

/** Returns the vector index of conversations, or of files. */
export function vectorsOf(
  tables: Pick<SaveTables, "fileVectors" | "vectors">,
  { file }: { readonly file: unknown },
): SaveTables["vectors"] {
  return file === null ? tables.vectors : tables.fileVectors;
}

/** Adds records to a passage, and the names under which it is found. */
export function addRecords(
  tables: Pick<SaveTables, "names" | "records">,
  { passage, scope }: { readonly passage: number; readonly scope: number },
  {
    text,
    role,
    speaker,
    mentions,
    records,
  }: Pick<NewPassage, "text" | "role" | "speaker" | "mentions" | "records">,
): void {
  for (const record of records) {
    const isStanding = isStandingRule({ ...record, text: record.text ?? text }, role);
    tables.records.add(passage, record, { scope, isStandingRule: isStanding });
  }
  tables.names.add(passage, [speaker, ...mentions, ...records.map(({ entity }) => entity)]);
}

/** Returns the bytes that a passage adds with its records, without its vector. */
export function addedBytes(passage: PlacedPassage): number {
  const { text, prompt, speaker, digest, mentions, place } = passage;
  const ofPassage = passageBytes({
    text,
    prompt,
    speaker,
    digest,
    mentions,
    heading: place?.heading ?? null,
  });
  return passage.records.reduce((sum, record) => sum + recordBytes(record), ofPassage);
}

interface Size {
  readonly addedBytes: number;
  readonly embeddingBytes: number;
  /** The part of `addedBytes` that the answer under an idempotency key takes. */
  readonly answerBytes: number;
}

function* isAsExpected(
  { records }: SaveTables,
  { at, expects }: Change,
  visible: ScopeView,
): Generator<undefined, boolean> {
  const context = { now: Date.parse(at), scopes: visible.scopes() };
  for (const [index, { recordIds, ...fact }] of expects.facts.entries()) {
    if (index % rowsPerStep === rowsPerStep - 1) yield;
    if (!sameIds(records.factIds(fact, context), recordIds)) return false;
  }
  for (const [index, digest] of expects.absentDigests.entries()) {
    if (index % rowsPerStep === rowsPerStep - 1) yield;
    if (records.withDigest(digest, context).length > 0) return false;
  }
  return true;
}

function sameIds(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(other);
  return ids.size === one.length && one.every((id) => ids.has(id));
}

function* measure(
  { vectors, scopes, usage }: Pick<SaveTables, "scopes" | "usage" | "vectors">,
  change: Change,
  { scope }: ScopeView,
): Generator<undefined, Size> {
  const { source, passages, idempotency } = change;
  let [embeddingBytes, texts] = [0, 0];
  for (const [index, passage] of passages.entries()) {
    if (index % measuredPerStep === measuredPerStep - 1) yield;
    embeddingBytes += vectors.bytes(passage.vector);
    texts += addedBytes(passage);
  }
  const ofSource = passages.length === 0 ? 0 : sourceBytes(source.id);
  const bytes = scopes.bytesFor(scope) + ofSource + texts + embeddingBytes;
  if (idempotency === undefined) return { addedBytes: bytes, embeddingBytes, answerBytes: 0 };
  // The stored answer contains the added bytes, its own included. Those few digits are not counted.
  const payload = idempotency.answer({ addedBytes: bytes, embeddingBytes, usage: usage.read() });
  const ofAnswer = answerBytes({ key: idempotency.key, payload });
  return { addedBytes: bytes + ofAnswer, embeddingBytes, answerBytes: ofAnswer };
}

function* keep(
  tables: SaveTables,
  change: Change,
  { size, usage, scope }: { readonly size: Size; readonly usage: UsageDelta; readonly scope: number },
): Generator<undefined, SaveOutcome> {
  const { passages } = change;
  const words = yield* addPassages(tables, change, scope);
  const closed = yield* close(tables, change);
  const created = passages.flatMap(({ records }) => records.map((record) => createdEntry(record, scope)));
  yield* appended(tables, change, [rememberedEntry(scope), ...created, ...closed]);
  const { addedBytes, embeddingBytes } = size;
  const storage = addedBytes - dropOldAnswers(tables, change, scope);
  const { requests, tokens, spendMicros } = usage;
  const total = { requests, tokens, spendMicros, storage, passages: passages.length, words };
  const saved: Saved = { addedBytes, embeddingBytes, usage: tables.usage.add(total) };
  tables.scopes.count(scope, { passages: passages.length, words, filePassages: 0, fileWords: 0 });
  yield* keepAnswer(tables, change, { saved, scope, bytes: size.answerBytes });
  return { outcome: "saved", saved };
}

/**
 * Thrown if another call ended or erased a record that this change was to end. It rolls back the
 * transaction.
 */
export class Conflict extends Error {}

/** Saves the passages of a change. @returns their number of index words */
function* addPassages(
  tables: SaveTables,
  { source, passages }: Change,
  scope: number,
): Generator<undefined, number> {
  if (passages.length === 0) return 0;
  const belonging = { source: tables.sources.add(source, scope), scope, file: null };
  let words = 0;
  let rows = 0;
  for (const passage of passages) {
    if (rows >= rowsPerStep) {
      yield;
      rows = 0;
    }
    words += addPassage(tables, belonging, passage);
    rows += 1 + passage.records.length;
  }
  return words;
}

function* appended(
  { audit }: SaveTables,
  change: Change,
  entries: readonly AuditEntry[],
): Generator<undefined, void> {
  for (let from = 0; from < entries.length; from += rowsPerStep) {
    if (from > 0) yield;
    audit.append(change, entries.slice(from, from + rowsPerStep));
  }
}

/** @throws {Conflict} */
function* close({ records }: SaveTables, { closings }: Change): Generator<undefined, AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const [index, closing] of closings.entries()) {
    if (index % rowsPerStep === rowsPerStep - 1) yield;
    const type = records.close(closing);
    if (type === undefined) throw new Conflict();
    const { scope } = records.find(closing.recordId)!;
    entries.push(endedEntry({ id: closing.recordId, type }, closing.supersededBy, scope));
  }
  return entries;
}

function* keepAnswer(
  { answers }: SaveTables,
  { at, idempotency }: Change,
  { saved, scope, bytes }: { readonly saved: Saved; readonly scope: number; readonly bytes: number },
): Generator<undefined, void> {
  if (idempotency === undefined) return;
  const { key, answer, recordIds } = idempotency;
  yield* answers.add({ scope, key }, { payload: answer(saved), bytes, at, recordIds });
}

/** Deletes expired answers, and scopes that have no other contents. @returns the bytes freed */
function dropOldAnswers(tables: SaveTables, { at, idempotency }: Change, written: number): number {
  const of = { scope: written, key: idempotency?.key };
  const { bytes, scopes } = tables.answers.removeExpired(Date.parse(at), of);
  const emptied = scopes
    .filter((scope) => scope !== written)
    .flatMap((scope) => tables.scopes.removeIfEmpty(scope) ?? []);
  return emptied.reduce((sum, labels) => sum + scopeBytes(JSON.parse(labels)), bytes);
}
