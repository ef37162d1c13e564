/** Whole sources, out of a store and into one: what export and import stand on. */
import type { Limits } from "../../billing/meter.js";
import { MemoryError } from "../../contract/errors.js";
import type { MemoryRecord } from "../../contract/record.js";
import type { NewPassage, NewRecord, SourceDump, UsageDelta } from "../store.js";
import type { FileRow } from "./file-table.js";
import { type PassageRow, type PlacedPassage, standingOf, toMentions } from "./passage-table.js";
import { toRecord } from "./record-row.js";
import { addedBytes, addPassage, addRecords, entryOf, limitPassed, vectorsOf } from "./save.js";
import { fileBytes, recordBytes, sourceBytes } from "./sizes.js";
import type { SourceRow } from "./source-table.js";
import type { Tables } from "./tables.js";
import { toIso } from "./times.js";

export interface LoadedSource {
  readonly dump: SourceDump;
  readonly passages: readonly Pick<NewPassage, "digest" | "vector">[];
}

export interface LoadContext {
  readonly at: string;
  readonly actor: string;
  readonly limits: Limits;
}

export interface Loaded {
  readonly sources: number;
  readonly records: number;
  readonly skipped: number;
}

/**
 * Keeps sources as another store wrote them. Runs inside a write transaction.
 *
 * @throws {MemoryError} `storage_limit_reached`: nothing of these sources is kept
 */
export function load(
  tables: Tables,
  sources: readonly LoadedSource[],
  { context, pending }: { readonly context: LoadContext; readonly pending: UsageDelta },
): Loaded {
  const loads = sources.map((source) => loadSource(tables, source));
  const total = (of: (load: SourceLoad) => number) => loads.reduce((sum, load) => sum + of(load), 0);
  const storage = total(({ bytes }) => bytes);
  const used = tables.usage.read();
  if (limitPassed(used, context.limits, { storage, spendMicros: 0 }) !== undefined)
    throw storageLimitReached(used.storageUsed, context.limits.storageBytes);
  const created = loads.flatMap(({ records }) => records);
  tables.audit.append(context, created.map(entryOf));
  tables.usage.add({
    ...pending,
    storage,
    passages: total(({ file, passages }) => (file ? 0 : passages)),
    words: total(({ file, words }) => (file ? 0 : words)),
    filePassages: total(({ file, passages }) => (file ? passages : 0)),
    fileWords: total(({ file, words }) => (file ? words : 0)),
  });
  return {
    // A long file comes in parts that are one source.
    sources: loads.filter(({ isNew }) => isNew).length,
    records: created.length,
    skipped: total(({ skipped }) => skipped),
  };
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
  tables: Tables,
  source: SourceRow,
  { now, after }: { readonly now: string; readonly after: number },
): SourcePart {
  const limit = tables.passages.areFiled(source.id) ? partSize : -1;
  const rows = tables.passages.ofSource(source.id, { after, limit });
  const last = rows.at(-1);
  const next = last !== undefined && rows.length === limit ? last.id : null;
  return { dump: dumpRows(tables, source, { rows, now }), next };
}

function dumpRows(
  tables: Tables,
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
      .map((record) => toRecord(record, standingOf(row)))
      .filter(({ expires_at }) => expires_at === null || expires_at > now),
  }));
  const live = passages.filter(({ records }) => records.length > 0);
  if (live.length === 0) return undefined;
  const file = fileOf(tables, rows[0]);
  return { id: source.uuid, createdAt: source.createdAt, file, passages: live };
}

function fileOf({ files }: Tables, row: PassageRow | undefined): SourceDump["file"] {
  const file = row?.fileId == null ? undefined : files.find(row.fileId);
  if (file === undefined) return null;
  const { row: _, ...stored } = file;
  return stored;
}

interface SourceLoad {
  readonly isNew: boolean;
  readonly file: boolean;
  readonly records: readonly NewRecord[];
  readonly bytes: number;
  readonly passages: number;
  readonly words: number;
  readonly skipped: number;
}

function loadSource(tables: Tables, { dump, passages }: LoadedSource): SourceLoad {
  const made = dump.passages.map((passage, index) => loadable(tables, passage, passages[index]!));
  const wanted = made.filter(({ passage }) => passage.records.length > 0);
  const isNew = wanted.length > 0 && tables.sources.find(dump.id) === undefined;
  const source = isNew ? tables.sources.add(dump) : tables.sources.find(dump.id);
  const { file, bytes: ofFile } = wanted.length > 0 ? fileFor(tables, dump) : noFile;
  let bytes = ofFile + (isNew ? sourceBytes(dump.id) : 0);
  let words = 0;
  for (const { passage, heldOn } of wanted) {
    if (heldOn === undefined) {
      words += addPassage(tables, { source: source!, file }, passage);
      bytes += addedBytes(passage) + vectorsOf(tables, { file }).bytes(passage.vector);
    } else {
      addRecords(tables, heldOn, passage);
      bytes += passage.records.reduce((sum, record) => sum + recordBytes(record), 0);
    }
  }
  return {
    isNew,
    file: dump.file !== null,
    records: wanted.flatMap(({ passage }) => passage.records),
    bytes,
    passages: wanted.filter(({ heldOn }) => heldOn === undefined).length,
    words,
    skipped: made.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

const noFile = { file: null, bytes: 0 };

/** The file of a source: the one that is held, as it is held, or a new one. */
function fileFor(
  { files }: Tables,
  { file }: SourceDump,
): { readonly file: FileRow | null; readonly bytes: number } {
  if (file === null) return noFile;
  const held = files.find(file.id);
  return held === undefined ? { file: files.add(file), bytes: fileBytes(file) } : { file: held, bytes: 0 };
}

/** A passage with those of its records that are not held yet, and the passage that the others stand on here. */
function loadable(
  { records }: Tables,
  dumped: SourceDump["passages"][number],
  indexed: LoadedSource["passages"][number],
): { readonly passage: PlacedPassage; readonly heldOn: number | undefined; readonly skipped: number } {
  const held = dumped.records.flatMap(({ id }) => records.find(id) ?? []);
  const fresh = dumped.records.filter(({ id }) => records.find(id) === undefined);
  const passage = { ...dumped, ...indexed, records: fresh.map((record) => imported(record, dumped.text)) };
  return { passage, heldOn: held[0]?.passage, skipped: held.length };
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

function storageLimitReached(used: number, limit: number): MemoryError<"storage_limit_reached"> {
  return new MemoryError(
    "storage_limit_reached",
    `Cannot import: storage must stay within ${limit} bytes, and ${used} are used`,
    { data: { storage_used: used, storage_limit: limit } },
  );
}
