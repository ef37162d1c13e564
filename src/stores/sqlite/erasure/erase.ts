/**
 * Erasing, in three steps that each leave a store that can be used: rows go in one transaction, which also notes that overwriting is due; the log is
 * written back and cut; what was erased is looked for again. A crash or a reader that pins the log leaves the note, and the next opening, save or
 * erasure finishes the work and puts that on the audit trail.
 */

import { atOnce } from "../../../async/in-pieces.js";
import type { Spoken } from "../../../text/words.js";
import type { Erasure, Residue } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { scopeBytes } from "../database/sizes.js";
import type { ScopeView } from "../filters/scope-view.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";
import type { AnswerTable } from "../tables/answer-table.js";
import type { AuditEntry, AuditTable } from "../tables/audit-table.js";
import type { FileTable } from "../tables/file-table.js";
import type { MetaTable } from "../tables/meta-table.js";
import { entryResidue } from "../tables/metadata-entries.js";
import type { NameTable } from "../tables/name-table.js";
import { type PassageRow, type PassageTable, passageRowBytes } from "../tables/passage-table.js";
import { type RecordTable, rowBytes } from "../tables/record-table.js";
import type { ScopeCounts, ScopeTable } from "../tables/scope-table.js";
import type { SourceTable } from "../tables/source-table.js";
import { sumUsage, type UsageTable } from "../tables/usage-table.js";
import type { NextVectors } from "../vectors/next-vectors.js";
import type { VectorIndex } from "../vectors/vector-index.js";
import type { WriteContext } from "../writes/save.js";
import { closure, type Found, type Going, identified } from "./select.js";

/** What is erased from. */
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
 * Records that are erased in one transaction. Whole files and years are erased in many, so that others have their turn: taking a passage of a million out of the
 * keyword index takes 1 to 3 ms, for each of its words is looked for in all that hold it.
 */
const erasedAtOnce = 32;

/**
 * Records that are to go, in parts of which each is erased in a transaction of its own: with all that goes with them, the oldest passages first, so that what a
 * record replaced never outlives it. Each step runs inside a read.
 */
export function* erasedTogether(
  { connection, visible }: { readonly connection: Connection; readonly visible: ScopeView },
  recordIds: readonly string[],
): Generator<undefined, (readonly string[])[]> {
  if (recordIds.length <= erasedAtOnce) return [recordIds];
  const scopes = visible.scopes();
  const named: Found[] = [];
  for (const some of inParts(recordIds, lookedAt)) {
    named.push(...identified(connection, some, scopes));
    yield;
  }
  const going = (yield* closure(connection, named, scopes)).sort((one, other) => one.passage - other.passage);
  const parts = [...inParts(going, erasedAtOnce)].map((part) => part.map(({ uuid }) => uuid));
  return parts.length === 0 ? [[]] : parts;
}

/** What left the tables. It is held only until it has been looked for again. */
export interface Removed {
  readonly ids: readonly string[];
  readonly freedBytes: number;
  readonly passages: readonly RemovedPassage[];
  /** Labels of the scopes that went with their last passage, as they were kept. */
  readonly scopes: readonly string[];
}

interface RemovedPassage {
  readonly id: number;
  readonly spoken: Spoken;
  /** What its records had for metadata, as JSON. */
  readonly metadata: readonly string[];
}

/** Removes records and all that goes with them. Runs inside a write transaction. */
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

/** Asks every index again for what was erased. Each step runs inside a read. */
export function* residueOf(
  { connection, tables }: { readonly connection: Connection; readonly tables: EraseTables },
  { ids, passages, scopes }: Removed,
): Generator<undefined, Omit<Residue, "overwritten">> {
  const left = {
    records: 0,
    passages: tables.files.countEmpty() + tables.scopes.residue(scopes),
    vectors: 0,
  };
  for (const some of inParts(ids, lookedAt)) {
    left.records += recordsLeft(connection, some);
    yield;
  }
  for (const some of inParts(passages, lookedAt)) {
    const numbers = some.map(({ id }) => id);
    left.passages += passagesLeft(connection, numbers) + entriesLeft(connection, some);
    for (const kept of [tables.vectors, tables.fileVectors, tables.next])
      left.vectors += kept.residue(numbers);
    yield;
  }
  return { ...left, words: yield* tables.keywords.residue(passages) };
}

/** What is looked for again at a time, some milliseconds. */
const lookedAt = 256;

/** A list in parts of a length. */
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
    metadata.map((held) => entryResidue(connection, id, held)),
  );
  return left.reduce((sum, count) => sum + count, 0);
}

function passagesOf({ passages }: EraseTables, going: readonly Going[]): PassageRow[] {
  const numbers = new Set(going.map(({ passage }) => passage));
  return [...numbers].flatMap((number) => passages.get(number) ?? []);
}

/** @returns bytes freed */
function removeVectors({ vectors, fileVectors, next }: EraseTables, passages: readonly number[]): number {
  next.remove(passages);
  return (vectors.remove(passages) + fileVectors.remove(passages)) * vectors.bytesEach;
}

/** Removes a passage with its records; its vector apart. */
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

/** Removes the sources and files that no passage is left of. @returns bytes freed */
function removeOwners({ sources, files }: EraseTables, rows: readonly PassageRow[]): number {
  const sourceRows = new Set(rows.map(({ source }) => source));
  const fileRows = new Set(rows.flatMap(({ file }) => file ?? []));
  const ofSources = [...sourceRows].reduce((sum, row) => sum + sources.removeIfEmpty(row), 0);
  return [...fileRows].reduce((sum, row) => sum + files.removeIfEmpty(row), ofSources);
}

const noScopes = { labels: [], bytes: 0 };

/** Removes those of some scopes that nothing is left of. */
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

/** What the totals lose. */
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

function entryOf({ uuid, type, scope }: Going, { operation, reason }: Erasure): AuditEntry {
  return { operation, recordId: uuid, recordType: type, reason, scope };
}

/** Counts the erasure, so that other processes drop their codes, and notes that overwriting is due. */
function noteErasure({ meta }: EraseTables, actor: string): void {
  const erasures = Number(meta.get("erasures") ?? "0") + 1;
  meta.set("erasures", String(erasures));
  meta.set("erasure_pending", JSON.stringify({ erasure: erasures, actor }));
}
