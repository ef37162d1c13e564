/**
 * Saves one version of a file: all of it or nothing. Everything here runs inside the caller's write
 * transaction.
 */

import type { Usage } from "../../../accounts/meter.js";
import { fileBytes, sourceBytes } from "../../formats/sizes.js";
import { type AuditEntry, createdEntry, endedEntry, rememberedEntry } from "../../shared/audit-chain.js";
import { limitPassed } from "../../shared/limits.js";
import type { FileChange, FileOutcome, NewFilePassage, Place } from "../../store.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";
import type { AuditTable } from "../tables/audit-table.js";
import type { FileRow, FileTable } from "../tables/file-table.js";
import type { NameTable } from "../tables/name-table.js";
import type { PassageTable } from "../tables/passage-table.js";
import type { RecordTable } from "../tables/record-table.js";
import type { ScopeTable } from "../tables/scope-table.js";
import type { SourceTable } from "../tables/source-table.js";
import type { StagingTable } from "../tables/staging-table.js";
import { sumUsage, type UsageTable } from "../tables/usage-table.js";
import type { VectorIndex } from "../vectors/vector-index.js";
import { addedBytes, addPassage, type WriteContext } from "./save.js";

/** The tables that a file is saved to. */
export interface FileTables {
  readonly audit: AuditTable;
  readonly fileVectors: VectorIndex;
  readonly files: FileTable;
  readonly keywords: KeywordIndex;
  readonly names: NameTable;
  readonly passages: PassageTable;
  readonly records: RecordTable;
  readonly scopes: ScopeTable;
  readonly sources: SourceTable;
  readonly staging: StagingTable;
  readonly usage: UsageTable;
  readonly vectors: VectorIndex;
}

/** A version of a file, and the id under which its first passages were staged. */
export type StagedChange = FileChange & { readonly stagingId: string };

/** Thrown if a limit would be passed, to roll back the transaction. */
export class LimitPassed extends Error {
  readonly limit: "storage" | "spend";
  readonly usage: Usage;

  constructor(limit: "storage" | "spend", usage: Usage) {
    super(`the ${limit} limit would be passed`);
    this.limit = limit;
    this.usage = usage;
  }
}

/**
 * Audit rows are written, and ended passages found, in batches: a long file takes no more memory
 * than a short one.
 */
const batchSize = 512;

/**
 * Saves a version, or reports that another version was saved first.
 *
 * @throws {LimitPassed}
 */
export function saveFile(
  tables: FileTables,
  change: StagedChange,
  { visible, pending }: WriteContext,
): FileOutcome {
  const before = tables.files.find(change.file.id);
  if (!isAsExpected(tables, change, { before, scope: visible.scopeNumber() })) return { outcome: "conflict" };
  const ofScope = tables.scopes.bytesFor(visible.scope);
  const scope = visible.ensureScopeNumber();
  const used = tables.usage.read();
  const { file, bytes: ofFile } = writeFileRow(tables, change, { before, scope });
  const audit = new AuditBatches(tables.audit, change);
  audit.add(rememberedEntry(scope));
  const added = addPassages(tables, change, { file, audit });
  const ended =
    before === undefined ? 0 : endMissing(tables, change, { file, audit, successors: added.successors });
  audit.flush();
  const storage = ofScope + ofFile + added.bytes + added.embeddingBytes;
  const usage = sumUsage(change.usage, pending);
  const limit = limitPassed(used, change.limits, { storage, spendMicros: usage.spendMicros });
  if (limit !== undefined) throw new LimitPassed(limit, used);
  const total = tables.usage.add({ ...usage, storage, filePassages: added.count, fileWords: added.words });
  tables.scopes.count(scope, { passages: 0, words: 0, filePassages: added.count, fileWords: added.words });
  return {
    outcome: "saved",
    saved: {
      addedBytes: storage,
      embeddingBytes: added.embeddingBytes,
      usage: total,
      created: added.count,
      textBytes: added.textBytes,
      ended,
    },
  };
}

/**
 * The file as it was stored before, and the scope to write to; absent if nothing was saved under it
 * yet.
 */
interface Before {
  readonly before: FileRow | undefined;
  readonly scope: number | undefined;
}

function isAsExpected(
  { files }: Pick<FileTables, "files">,
  { file, expects }: FileChange,
  { before, scope }: Before,
): boolean {
  if (expects !== null) return before?.digest === expects && before.scope === scope;
  return before === undefined && (scope === undefined || files.findSame(file, scope) === undefined);
}

function writeFileRow(
  tables: FileTables,
  { file }: FileChange,
  { before, scope }: Before & { readonly scope: number },
): { readonly file: FileRow; readonly bytes: number } {
  if (before === undefined) return { file: tables.files.add(file, scope), bytes: fileBytes(file) };
  const changed = tables.files.update(before, file);
  if (changed.name !== before.name) reindex(tables, before, changed);
  return { file: changed, bytes: fileBytes(changed) - fileBytes(before) };
}

/** Indexes all passages of a renamed file again, since the name is among their words. */
function reindex(
  tables: Pick<FileTables, "keywords" | "passages" | "scopes" | "usage">,
  before: FileRow,
  { row, name, scope }: FileRow,
): void {
  let words = 0;
  for (let last = 0; ; ) {
    const rows = tables.passages.ofFile(row, { after: last, limit: batchSize });
    if (rows.length === 0) break;
    for (const passage of rows) {
      tables.keywords.remove(passage.id, { ...passage, fileName: before.name });
      words += tables.keywords.reindex(passage.id, { ...passage, fileName: name }) - passage.word_count;
    }
    last = rows.at(-1)!.id;
  }
  tables.usage.add({ fileWords: words });
  tables.scopes.count(scope, { passages: 0, words: 0, filePassages: 0, fileWords: words });
}

interface Added {
  readonly count: number;
  readonly words: number;
  readonly bytes: number;
  readonly textBytes: number;
  readonly embeddingBytes: number;
  /** The first new record at each position. It supersedes what was at that position before. */
  readonly successors: ReadonlyMap<string, string>;
}

function addPassages(
  tables: FileTables,
  change: StagedChange,
  { file, audit }: { readonly file: FileRow; readonly audit: AuditBatches },
): Added {
  const successors = new Map<string, string>();
  const sum = { count: 0, words: 0, bytes: 0, textBytes: 0, embeddingBytes: 0 };
  const now = Date.parse(change.at);
  let source: number | undefined;
  for (const passage of passagesOf(tables, change)) {
    // The same text twice at one position of a file is saved once.
    if (tables.files.currentByDigest(file.row, [passage.digest], now).size > 0) continue;
    if (source === undefined) {
      source = tables.sources.add(change.source, file.scope);
      sum.bytes += sourceBytes(change.source.id);
    }
    sum.count += 1;
    sum.words += addPassage(tables, { source, scope: file.scope, file }, passage);
    sum.bytes += addedBytes(passage);
    sum.textBytes += Buffer.byteLength(passage.text);
    sum.embeddingBytes += tables.fileVectors.bytes(passage.vector);
    for (const record of passage.records) audit.add(createdEntry(record, file.scope));
    const key = placeKey(passage.place);
    if (key !== undefined && !successors.has(key)) successors.set(key, passage.records[0]!.id);
  }
  return { ...sum, successors };
}

function* passagesOf(
  { staging }: Pick<FileTables, "staging">,
  { stagingId, passages }: StagedChange,
): Generator<NewFilePassage> {
  yield* staging.take(stagingId);
  yield* passages;
}

/**
 * Ends the passages that the new version no longer has. Nothing is deleted: `as_of` still finds
 * them. @returns how many passages ended
 */
function endMissing(
  tables: FileTables,
  change: StagedChange,
  {
    file,
    audit,
    successors,
  }: {
    readonly file: FileRow;
    readonly audit: AuditBatches;
    readonly successors: ReadonlyMap<string, string>;
  },
): number {
  const source = tables.sources.find(change.source.id)?.id;
  let ended = 0;
  for (let last = 0; ; ) {
    const rows = tables.passages.ofFile(file.row, { after: last, limit: batchSize });
    if (rows.length === 0) return ended;
    last = rows.at(-1)!.id;
    const others = rows.filter(({ id, source: of }) => of !== source && !change.kept.has(id));
    for (const { id, page, heading, said_at } of others) {
      const successor = successors.get(placeKey({ page, heading }) ?? "") ?? null;
      const closed = tables.records.endCurrent(id, {
        valid_to: Math.max(said_at, Date.parse(change.endedAt)),
        superseded_by: successor,
      });
      ended += closed.length > 0 ? 1 : 0;
      for (const record of closed) audit.add(endedEntry(record, successor, file.scope));
    }
  }
}

/** Identifies a position in a file; `undefined` if the format has no positions. */
function placeKey({ page, heading }: Place): string | undefined {
  return page === null && heading === null ? undefined : JSON.stringify([page, heading]);
}

/** The audit rows of one change, written in batches. */
class AuditBatches {
  readonly #audit: AuditTable;
  readonly #by: FileChange;
  #entries: AuditEntry[] = [];

  constructor(audit: AuditTable, by: FileChange) {
    this.#audit = audit;
    this.#by = by;
  }

  add(entry: AuditEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length >= batchSize) this.flush();
  }

  flush(): void {
    this.#audit.append(this.#by, this.#entries);
    this.#entries = [];
  }
}
