/** Reads whole sources from a store and loads them into one, for export and import. */

import { fileBytes, recordBytes, sourceBytes } from "../../formats/sizes.js";
import { toIso } from "../../formats/times.js";
import { createdEntry } from "../../shared/audit-chain.js";
import { loadables, partSize } from "../../shared/imported.js";
import { assertStorage } from "../../shared/limits.js";
import type { LoadContext, Loaded, LoadedSource, NewRecord, SourceDump } from "../../store.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";
import type { AuditTable } from "../tables/audit-table.js";
import type { FileRow, FileTable } from "../tables/file-table.js";
import type { NameTable } from "../tables/name-table.js";
import { contextOf, type PassageRow, type PassageTable, toMentions } from "../tables/passage-table.js";
import { toRecord } from "../tables/record-row.js";
import type { RecordTable } from "../tables/record-table.js";
import { noScope, type ScopeCounts, type ScopeTable } from "../tables/scope-table.js";
import type { SourceRow, SourceTable } from "../tables/source-table.js";
import type { UsageTable } from "../tables/usage-table.js";
import type { VectorIndex } from "../vectors/vector-index.js";
import { addedBytes, addPassage, addRecords, vectorsOf, type WriteContext } from "./save.js";

/** The tables that sources are read from and loaded into. */
export interface ExchangeTables {
  readonly audit: AuditTable;
  readonly fileVectors: VectorIndex;
  readonly files: FileTable;
  readonly keywords: KeywordIndex;
  readonly names: NameTable;
  readonly passages: PassageTable;
  readonly records: RecordTable;
  readonly scopes: ScopeTable;
  readonly sources: SourceTable;
  readonly usage: UsageTable;
  readonly vectors: VectorIndex;
}

/** Number of passages to write before other tasks get a turn: some 3 ms. */
const passagesPerStep = 16;

/**
 * Loads sources that another store exported, in steps. Call it inside a write transaction.
 *
 * @throws {MemoryError} `storage_limit_reached`: nothing of these sources is saved
 */
export function* load(
  tables: ExchangeTables,
  sources: readonly LoadedSource[],
  { context, pending }: Pick<WriteContext, "pending"> & { readonly context: LoadContext },
): Generator<undefined, Loaded> {
  const loads: SourceLoad[] = [];
  let passages = 0;
  for (const source of sources) {
    if (passages >= passagesPerStep) {
      yield;
      passages = 0;
    }
    passages += source.passages.length;
    loads.push(yield* loadSource(tables, source));
  }
  const total = (of: (load: SourceLoad) => number) => loads.reduce((sum, load) => sum + of(load), 0);
  const storage = total(({ bytes }) => bytes);
  assertStorage("import", context.limits, { used: tables.usage.read().storageUsed, needed: storage });
  const created = loads.flatMap(({ records, scope }) => records.map((record) => createdEntry(record, scope)));
  tables.audit.append(context, created);
  tables.usage.add({
    ...pending,
    storage,
    passages: total((load) => countsOf(load).passages),
    words: total((load) => countsOf(load).words),
    filePassages: total((load) => countsOf(load).filePassages),
    fileWords: total((load) => countsOf(load).fileWords),
  });
  for (const load of loads) tables.scopes.count(load.scope, countsOf(load));
  const given = sources.flatMap(({ dump }) => dump.passages.flatMap(({ records }) => records));
  return {
    // A long file comes in parts that are one source.
    sources: loads.filter(({ isNew }) => isNew).length,
    records: created.length,
    skipped: given.length - created.length,
  };
}

function countsOf({ file, passages, words }: SourceLoad): ScopeCounts {
  return file
    ? { passages: 0, words: 0, filePassages: passages, fileWords: words }
    : { passages, words, filePassages: 0, fileWords: 0 };
}

/**
 * A part of a source, and the passage after which the next part begins; null after the last part.
 */
export interface SourcePart {
  readonly dump: SourceDump | undefined;
  readonly next: number | null;
}

/**
 * Returns one part of a source, which begins at a passage. The dump is absent if no passage of the
 * part has an unexpired record.
 */
export function dumpSource(
  tables: ExchangeTables,
  source: SourceRow,
  { now, after }: { readonly now: string; readonly after: number },
): SourcePart {
  const limit = tables.passages.areInFile(source.id) ? partSize : -1;
  const rows = tables.passages.ofSource(source.id, { after, limit });
  const last = rows.at(-1);
  const next = last !== undefined && rows.length === limit ? last.id : null;
  return { dump: dumpRows(tables, source, { rows, now }), next };
}

function dumpRows(
  tables: ExchangeTables,
  source: SourceRow,
  { rows, now }: { readonly rows: readonly PassageRow[]; readonly now: string },
): SourceDump | undefined {
  const passages = rows.map((row) => ({
    text: row.text,
    prompt: row.prompt,
    message: row.message,
    speaker: row.speaker,
    role: row.role,
    saidAt: toIso(row.said_at),
    place: { page: row.page, heading: row.heading },
    digest: row.file === null ? null : row.digest,
    mentions: toMentions(row.mentions),
    records: tables.records
      .ofPassage(row.id)
      .map((record) => toRecord(record, contextOf(row)))
      .filter(({ expires_at }) => expires_at === null || expires_at > now),
  }));
  const live = passages.filter(({ records }) => records.length > 0);
  if (live.length === 0) return undefined;
  const file = fileOf(tables, rows[0]);
  const scope = tables.scopes.labelsOf(source.scope);
  return { id: source.uuid, createdAt: source.createdAt, scope, file, passages: live };
}

function fileOf({ files }: ExchangeTables, row: PassageRow | undefined): SourceDump["file"] {
  const file = row?.fileId == null ? undefined : files.find(row.fileId);
  if (file === undefined) return null;
  const { row: _, scope: __, ...stored } = file;
  return stored;
}

interface SourceLoad {
  readonly scope: number;
  readonly isNew: boolean;
  readonly file: boolean;
  readonly records: readonly NewRecord[];
  readonly bytes: number;
  readonly passages: number;
  readonly words: number;
}

/**
 * Ids are unique in a store, not in a scope: a source or file of another scope is left unchanged.
 */
function* loadSource(tables: ExchangeTables, source: LoadedSource): Generator<undefined, SourceLoad> {
  const { dump } = source;
  const knownScope = tables.scopes.exact(dump.scope);
  const wanted = loadables(source, storedRecords(tables, dump), knownScope);
  const known = tables.sources.find(dump.id);
  const ofOthers = [known, dump.file === null ? undefined : tables.files.find(dump.file.id)];
  if (wanted.length === 0 || ofOthers.some((one) => one !== undefined && one.scope !== knownScope))
    return nothingLoaded;
  const scopeBytes = tables.scopes.bytesFor(dump.scope);
  const scope = tables.scopes.ensure(dump.scope);
  const owner = known?.id ?? tables.sources.add(dump, scope);
  const { file, bytes: addedFileBytes } = fileFor(tables, dump, scope);
  let bytes = scopeBytes + addedFileBytes + (known === undefined ? sourceBytes(dump.id) : 0);
  let words = 0;
  for (const [index, { passage, storedOn }] of wanted.entries()) {
    if (index % passagesPerStep === passagesPerStep - 1) yield;
    if (storedOn === undefined) {
      words += addPassage(tables, { source: owner, scope, file }, passage);
      bytes += addedBytes(passage) + vectorsOf(tables, { file }).bytes(passage.vector);
    } else {
      addRecords(tables, { passage: storedOn.passage, scope }, passage);
      bytes += passage.records.reduce((sum, record) => sum + recordBytes(record), 0);
    }
  }
  return {
    scope,
    isNew: known === undefined,
    file: dump.file !== null,
    records: wanted.flatMap(({ passage }) => passage.records),
    bytes,
    passages: wanted.filter(({ storedOn }) => storedOn === undefined).length,
    words,
  };
}

const noFile = { file: null, bytes: 0 };

const nothingLoaded = {
  scope: noScope,
  isNew: false,
  file: false,
  records: [],
  bytes: 0,
  passages: 0,
  words: 0,
} as const satisfies SourceLoad;

/** Returns the file of a source: the stored one, unchanged, or a new one. */
function fileFor(
  { files }: ExchangeTables,
  { file }: SourceDump,
  scope: number,
): { readonly file: FileRow | null; readonly bytes: number } {
  if (file === null) return noFile;
  const stored = files.find(file.id);
  return stored === undefined
    ? { file: files.add(file, scope), bytes: fileBytes(file) }
    : { file: stored, bytes: 0 };
}

/** Returns the stored records with the ids of a source's records. */
function storedRecords({ records }: ExchangeTables, dump: SourceDump): Map<string, StoredRecord> {
  const ids = dump.passages.flatMap((passage) => passage.records.map(({ id }) => id));
  return new Map(
    ids.flatMap((id) => {
      const stored = records.find(id);
      return stored === undefined ? [] : [[id, stored] as const];
    }),
  );
}

type StoredRecord = NonNullable<ReturnType<RecordTable["find"]>>;
