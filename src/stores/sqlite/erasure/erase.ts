/**
 * Erases records in three steps, each of which leaves a usable store. First, rows are deleted in a
 * transaction, which also notes that overwriting is due. Second, the log is written back and
 * truncated. Third, every index is searched for what was erased. After a crash, or while a reader
 * keeps the log from being truncated, the note remains: the next opening, save or erasure finishes
 * the work and writes that to the audit trail.
 */

import { atOnce } from "../../../async/next-turn.js";
import type { Spoken } from "../../../text/words.js";
import { scopeBytes } from "../../formats/sizes.js";
import type { AuditEntry } from "../../shared/audit-chain.js";
import type { Erasure, Residue } from "../../store.js";
import type { Connection } from "../database/connection.js";
import type { ScopeView } from "../filters/scope-view.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";
import type { NextVectors } from "../reembedding/next-vectors.js";
import type { AnswerTable } from "../tables/answer-table.js";
import type { AuditTable } from "../tables/audit-table.js";
import type { FileTable } from "../tables/file-table.js";
import type { MetaTable } from "../tables/meta-table.js";
import { entryResidue } from "../tables/metadata-entries.js";
import type { NameTable } from "../tables/name-table.js";
import { type PassageRow, type PassageTable, passageRowBytes } from "../tables/passage-table.js";
import { type RecordTable, rowBytes } from "../tables/record-table.js";
import type { ScopeCounts, ScopeTable } from "../tables/scope-table.js";
import type { SourceTable } from "../tables/source-table.js";
import { sumUsage, type UsageTable } from "../tables/usage-table.js";
import type { VectorIndex } from "../vectors/vector-index.js";
import type { WriteContext } from "../writes/save.js";
import { closure, type Found, identified, type RecordToErase } from "./select.js";

/** The tables that are erased from. */
export interface EraseTables {
  readonly answers: AnswerTable;
  readonly audit: AuditTable;
  readonly fileVectors: VectorIndex;
  readonly files: FileTable;
  readonly keywords: KeywordIndex;
  readonly meta: MetaTable;
  readonly names: NameTable;
  readonly next: NextVectors;
  readonly passages: PassageTable;
  readonly records: RecordTable;
  readonly scopes: ScopeTable;
  readonly sources: SourceTable;
  readonly usage: UsageTable;
  readonly vectors: VectorIndex;
}

/**
 * Number of records to erase in one transaction. Whole files and years are erased in many
 * transactions, so that other tasks get a turn. In a store of a million passages, removing one
 * passage from the keyword index takes 1 to 3 ms, because each of its words is searched for in all
 * passages that contain it.
 */
const erasedPerTransaction = 32;

/**
 * Splits the records to erase into parts, one per transaction. Each part has everything that is
 * erased with its records. The oldest passages come first, so that a superseded record never
 * outlives its successor. Run each step inside a read transaction.
 */
export function* erasedTogether(
  { connection, visible }: { readonly connection: Connection; readonly visible: ScopeView },
  recordIds: readonly string[],
): Generator<undefined, (readonly string[])[]> {
  if (recordIds.length <= erasedPerTransaction) return [recordIds];
  const scopes = visible.scopes();
  const named: Found[] = [];
  for (const some of inParts(recordIds, verifiedPerStep)) {
    named.push(...identified(connection, some, scopes));
    yield;
  }
  const going = (yield* closure(connection, named, scopes)).sort((one, other) => one.passage - other.passage);
  const parts = [...inParts(going, erasedPerTransaction)].map((part) => part.map(({ uuid }) => uuid));
  return parts.length === 0 ? [[]] : parts;
}

/** What was deleted from the tables. It is kept only until the erasure is verified. */
export interface Removed {
  readonly ids: readonly string[];
  readonly freedBytes: number;
  readonly passages: readonly RemovedPassage[];
  /** Labels of the scopes that were deleted with their last passage, as they were stored. */
  readonly scopes: readonly string[];
}

interface RemovedPassage {
  readonly id: number;
  readonly spoken: Spoken;
  /** The metadata of its records, as JSON. */
  readonly metadata: readonly string[];
}

/** Deletes records and everything that is erased with them. Call it inside a write transaction. */
export function remove(
  { connection, tables }: { readonly connection: Connection; readonly tables: EraseTables },
  recordIds: readonly string[],
  { erasure, visible, pending }: WriteContext & { readonly erasure: Erasure },
): Removed {
  const usage = sumUsage(erasure.usage, pending);
  const scopes = visible.scopes();
  const going = atOnce(closure(connection, identified(connection, recordIds, scopes), scopes));
  const ofAnswers = erasure.all
    ? tables.answers.removeAll(scopes)
    : tables.answers.removeThoseThatSay(erasure.names ?? [], scopes);
  if (ofAnswers.answers > 0) noteErasure(tables, erasure.actor);
  if (going.length === 0) {
    const emptied = ofAnswers.answers > 0 ? removeScopes(tables, scopes ?? []) : noScopes;
    const freedBytes = emptied.bytes + ofAnswers.bytes;
    tables.usage.add({ ...usage, storage: -freedBytes });
    return { ids: [], freedBytes, passages: [], scopes: emptied.labels };
  }
  const rows = passagesOf(tables, going);
  const touched = [...new Set(rows.map(({ scope }) => scope))];
  const ofTheirs = tables.answers.removeThoseOf(
    going.map(({ id }) => id),
    touched,
  );
  const numbers = rows.map(({ id }) => id);
  const ofVectors = removeVectors(tables, numbers);
  const removed = rows.map((row) => removePassage(tables, row));
  for (const scope of touched) tables.scopes.count(scope, counts(rows.filter((row) => row.scope === scope)));
  const ofScopes = tables.answers.removeAll(touched.filter((scope) => !tables.scopes.hasPassages(scope)));
  const emptied = removeScopes(tables, new Set([...touched, ...((erasure.all && scopes) || [])]));
  const ofAll = ofAnswers.bytes + ofTheirs.bytes + ofScopes.bytes;
  const ofOwners = removeOwners(tables, rows) + emptied.bytes + ofAll;
  const freedBytes = removed.reduce((sum, { bytes }) => sum + bytes, ofVectors + ofOwners);
  tables.keywords.purge(removed.map(({ spoken }) => spoken));
  tables.usage.add({ ...usage, storage: -freedBytes, ...counts(rows) });
  tables.audit.append(
    erasure,
    going.map((record) => entryOf(record, erasure)),
  );
  noteErasure(tables, erasure.actor);
  return { ids: going.map(({ uuid }) => uuid), freedBytes, passages: removed, scopes: emptied.labels };
}

/** Searches every index for what was erased. Run each step inside a read transaction. */
export function* residueOf(
  { connection, tables }: { readonly connection: Connection; readonly tables: EraseTables },
  { ids, passages, scopes }: Removed,
): Generator<undefined, Omit<Residue, "overwritten">> {
  const left = {
    records: 0,
    passages: tables.files.countEmpty() + tables.scopes.residue(scopes),
    vectors: 0,
  };
  for (const some of inParts(ids, verifiedPerStep)) {
    left.records += recordsLeft(connection, some);
    yield;
  }
  for (const some of inParts(passages, verifiedPerStep)) {
    const numbers = some.map(({ id }) => id);
    left.passages += passagesLeft(connection, numbers) + entriesLeft(connection, some);
    for (const kept of [tables.vectors, tables.fileVectors, tables.next])
      left.vectors += kept.residue(numbers);
    yield;
  }
  return { ...left, words: yield* tables.keywords.residue(passages) };
}

/** Number of items to verify in one step: some milliseconds. */
const verifiedPerStep = 256;

/** Yields a list in parts of a length. */
export function* inParts<Item>(list: readonly Item[], length: number): Generator<readonly Item[], undefined> {
  for (let from = 0; from < list.length; from += length) yield list.slice(from, from + length);
}

function recordsLeft(connection: Connection, ids: readonly string[]): number {
  return (
    connection
      .column<[string], number>("select count(*) from records where uuid in (select value from json_each(?))")
      .get(JSON.stringify(ids)) ?? 0
  );
}

function passagesLeft(connection: Connection, numbers: readonly number[]): number {
  return (
    connection
      .column<[object], number>(
        `select (select count(*) from passages where id in (select value from json_each(@numbers)))
              + (select count(*) from names where passage in (select value from json_each(@numbers)))`,
      )
      .get({ numbers: JSON.stringify(numbers) }) ?? 0
  );
}

function entriesLeft(connection: Connection, passages: readonly RemovedPassage[]): number {
  const left = passages.flatMap(({ id, metadata }) =>
    metadata.map((json) => entryResidue(connection, id, json)),
  );
  return left.reduce((sum, count) => sum + count, 0);
}

function passagesOf({ passages }: EraseTables, going: readonly RecordToErase[]): PassageRow[] {
  const numbers = new Set(going.map(({ passage }) => passage));
  return [...numbers].flatMap((number) => passages.get(number) ?? []);
}

/** Deletes the vectors of passages. @returns the bytes freed */
function removeVectors({ vectors, fileVectors, next }: EraseTables, passages: readonly number[]): number {
  next.remove(passages);
  return (vectors.remove(passages) + fileVectors.remove(passages)) * vectors.bytesEach;
}

/** Deletes a passage with its records, without its vector. */
function removePassage(tables: EraseTables, row: PassageRow): RemovedPassage & { readonly bytes: number } {
  const records = tables.records.ofPassage(row.id);
  for (const record of records) tables.records.remove(record);
  tables.keywords.remove(row.id, row);
  tables.names.remove(row.id);
  tables.passages.remove(row.id);
  const bytes = records.reduce((sum, record) => sum + rowBytes(record), passageRowBytes(row));
  const metadata = records.flatMap((record) => record.metadata ?? []);
  return { id: row.id, spoken: spokenOf(row), metadata, bytes };
}

/** Deletes the sources and files that have no passage left. @returns the bytes freed */
function removeOwners({ sources, files }: EraseTables, rows: readonly PassageRow[]): number {
  const sourceRows = new Set(rows.map(({ source }) => source));
  const fileRows = new Set(rows.flatMap(({ file }) => file ?? []));
  const ofSources = [...sourceRows].reduce((sum, row) => sum + sources.removeIfEmpty(row), 0);
  return [...fileRows].reduce((sum, row) => sum + files.removeIfEmpty(row), ofSources);
}

const noScopes = { labels: [], bytes: 0 };

/** Deletes those of the given scopes that have no contents left. */
function removeScopes(
  { scopes }: EraseTables,
  touched: Iterable<number>,
): { readonly labels: readonly string[]; readonly bytes: number } {
  const labels = [...touched].flatMap((scope) => scopes.removeIfEmpty(scope) ?? []);
  const bytes = labels.reduce((sum, text) => sum + scopeBytes(JSON.parse(text)), 0);
  return { labels, bytes };
}

function spokenOf({ text, prompt, speaker, heading, fileName }: PassageRow): Spoken {
  return { text, prompt, speaker, heading, fileName };
}

/** Returns what the totals lose. */
function counts(rows: readonly PassageRow[]): ScopeCounts {
  const wordsOf = (some: readonly PassageRow[]) => some.reduce((sum, { word_count }) => sum + word_count, 0);
  const said = rows.filter(({ file }) => file === null);
  const filed = rows.filter(({ file }) => file !== null);
  return {
    passages: -said.length,
    words: -wordsOf(said),
    filePassages: -filed.length,
    fileWords: -wordsOf(filed),
  };
}

function entryOf({ uuid, type, scope }: RecordToErase, { operation, reason }: Erasure): AuditEntry {
  return { operation, recordId: uuid, recordType: type, reason, scope };
}

/**
 * Counts the erasure, so that other processes drop their codes, and notes that overwriting is due.
 */
function noteErasure({ meta }: EraseTables, actor: string): void {
  const erasures = Number(meta.get("erasures") ?? "0") + 1;
  meta.set("erasures", String(erasures));
  meta.set("erasure_pending", JSON.stringify({ erasure: erasures, actor }));
}
