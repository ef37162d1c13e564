/** Whole sources, read from a store and loaded into one, for export and import. */

import { MemoryError } from "../../../contract/errors.js";
import type { MemoryRecord } from "../../../contract/record.js";
import { limitPassed } from "../../shared/limits.js";
import type { LoadContext, Loaded, LoadedSource, NewRecord, SourceDump } from "../../store.js";
import { fileBytes, recordBytes, sourceBytes } from "../database/sizes.js";
import { toIso } from "../database/times.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";
import type { AuditTable } from "../tables/audit-table.js";
import type { FileRow, FileTable } from "../tables/file-table.js";
import type { NameTable } from "../tables/name-table.js";
import {
  contextOf,
  type PassageRow,
  type PassageTable,
  type PlacedPassage,
  toMentions,
} from "../tables/passage-table.js";
import { toRecord } from "../tables/record-row.js";
import type { RecordTable } from "../tables/record-table.js";
import { noScope, type ScopeCounts, type ScopeTable } from "../tables/scope-table.js";
import type { SourceRow, SourceTable } from "../tables/source-table.js";
import type { UsageTable } from "../tables/usage-table.js";
import type { VectorIndex } from "../vectors/vector-index.js";
import { addedBytes, addPassage, addRecords, entryOf, vectorsOf, type WriteContext } from "./save.js";

/** What sources are read from and loaded into. */
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

/**
 * Keeps sources as another store wrote them. Runs inside a write transaction.
 *
 * @throws {MemoryError} `storage_limit_reached`: nothing of these sources is kept
 */
export function load(
  tables: ExchangeTables,
  sources: readonly LoadedSource[],
  { context, pending }: Pick<WriteContext, "pending"> & { readonly context: LoadContext },
): Loaded {
  const loads = sources.map((source) => loadSource(tables, source));
  const total = (of: (load: SourceLoad) => number) => loads.reduce((sum, load) => sum + of(load), 0);
  const storage = total(({ bytes }) => bytes);
  const used = tables.usage.read();
  if (limitPassed(used, context.limits, { storage, spendMicros: 0 }) !== undefined)
    throw storageLimitReached(used.storageUsed, context.limits.storageBytes, storage);
  const created = loads.flatMap(({ records, scope }) => records.map((record) => entryOf(record, scope)));
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
  return {
    // A long file comes in parts that are one source.
    sources: loads.filter(({ isNew }) => isNew).length,
    records: created.length,
    skipped: total(({ skipped }) => skipped),
  };
}

function countsOf({ file, passages, words }: SourceLoad): ScopeCounts {
  return file
    ? { passages: 0, words: 0, filePassages: passages, fileWords: words }
    : { passages, words, filePassages: 0, fileWords: 0 };
}

/** Passages of a file that are dumped at once: its parts stay small however long it is. What was said comes whole. */
const partSize = 500;

/** A part of a source, and the passage after which the next one begins; null after the last. */
export interface SourcePart {
  readonly dump: SourceDump | undefined;
  readonly next: number | null;
}

/** A source as it is exported, from a passage on; a part without a passage that still has an unexpired record has no dump. */
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
  readonly skipped: number;
}

/** Ids are a store's, not a scope's: a source or a file that another scope has is left there as it is. */
function loadSource(tables: ExchangeTables, { dump, passages }: LoadedSource): SourceLoad {
  const held = tables.scopes.exact(dump.scope);
  const seen = new Set<string>();
  const made = dump.passages.map((passage, index) =>
    loadable(tables, passage, { indexed: passages[index]!, held, seen }),
  );
  const wanted = made.filter(({ passage }) => passage.records.length > 0);
  const known = tables.sources.find(dump.id);
  const ofOthers = [known, dump.file === null ? undefined : tables.files.find(dump.file.id)];
  if (wanted.length === 0 || ofOthers.some((one) => one !== undefined && one.scope !== held))
    return { ...nothingLoaded, skipped: dump.passages.reduce((sum, { records }) => sum + records.length, 0) };
  const ofScope = tables.scopes.bytesFor(dump.scope);
  const scope = tables.scopes.ensure(dump.scope);
  const source = known?.id ?? tables.sources.add(dump, scope);
  const { file, bytes: ofFile } = fileFor(tables, dump, scope);
  let bytes = ofScope + ofFile + (known === undefined ? sourceBytes(dump.id) : 0);
  let words = 0;
  for (const { passage, heldOn } of wanted) {
    if (heldOn === undefined) {
      words += addPassage(tables, { source, scope, file }, passage);
      bytes += addedBytes(passage) + vectorsOf(tables, { file }).bytes(passage.vector);
    } else {
      addRecords(tables, { passage: heldOn, scope }, passage);
      bytes += passage.records.reduce((sum, record) => sum + recordBytes(record), 0);
    }
  }
  return {
    scope,
    isNew: known === undefined,
    file: dump.file !== null,
    records: wanted.flatMap(({ passage }) => passage.records),
    bytes,
    passages: wanted.filter(({ heldOn }) => heldOn === undefined).length,
    words,
    skipped: made.reduce((sum, { skipped }) => sum + skipped, 0),
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
} as const satisfies Omit<SourceLoad, "skipped">;

/** The file of a source: the one that is held, as it is held, or a new one. */
function fileFor(
  { files }: ExchangeTables,
  { file }: SourceDump,
  scope: number,
): { readonly file: FileRow | null; readonly bytes: number } {
  if (file === null) return noFile;
  const held = files.find(file.id);
  return held === undefined
    ? { file: files.add(file, scope), bytes: fileBytes(file) }
    : { file: held, bytes: 0 };
}

interface LoadedPassage {
  readonly indexed: LoadedSource["passages"][number];
  /** The scope that it belongs to; absent where that is not there yet. */
  readonly held: number | undefined;
  /** Ids of its source that came before: the first record of an id is kept. */
  readonly seen: Set<string>;
}

/** A passage with those of its records that are not held yet, and the passage that the others stand on here. */
function loadable(
  { records }: ExchangeTables,
  dumped: SourceDump["passages"][number],
  { indexed, held: scope, seen }: LoadedPassage,
): { readonly passage: PlacedPassage; readonly heldOn: number | undefined; readonly skipped: number } {
  const held = dumped.records.flatMap(({ id }) => records.find(id) ?? []);
  const fresh = dumped.records.filter(({ id }) => !seen.has(id) && records.find(id) === undefined);
  // Twice in one passage is once, too.
  const distinct = [...new Map(fresh.toReversed().map((record) => [record.id, record])).values()].reverse();
  for (const { id } of distinct) seen.add(id);
  const passage = { ...dumped, ...indexed, records: distinct.map((record) => imported(record, dumped.text)) };
  return {
    passage,
    heldOn: held.find((one) => one.scope === scope)?.passage,
    skipped: dumped.records.length - distinct.length,
  };
}

function imported(record: MemoryRecord, passageText: string): NewRecord {
  return {
    id: record.id,
    operation: "IMPORT",
    type: record.type,
    text: record.text === passageText ? null : record.text,
    entity: record.entity,
    property: record.property,
    value: record.value,
    trigger: record.trigger,
    occurredAt: record.occurred_at,
    occurredUntil: record.occurred_until,
    validFrom: record.valid_from,
    validTo: record.valid_to,
    createdAt: record.created_at,
    supersededBy: record.superseded_by,
    expiresAt: record.expires_at,
    metadata: record.metadata,
    ...(record.certainty === undefined ? {} : { certainty: record.certainty }),
  };
}

function storageLimitReached(
  used: number,
  limit: number,
  needed: number,
): MemoryError<"storage_limit_reached"> {
  return new MemoryError(
    "storage_limit_reached",
    `Cannot import: storage must stay within ${limit} bytes, ${used} are used and ${needed} more are needed`,
    { data: { storage_used: used, storage_limit: limit, needed } },
  );
}
