/** One version of a file, kept: all of it or nothing. Everything here runs inside the caller's write transaction. */
import type { Usage } from "../../../accounts/meter.js";
import type { FileChange, FileOutcome, NewFilePassage, Place } from "../../store.js";
import { fileBytes, sourceBytes } from "../database/sizes.js";
import type { AuditEntry } from "../tables/audit-table.js";
import type { FileRow } from "../tables/file-table.js";
import type { Tables } from "../tables/tables.js";
import { sumUsage } from "../tables/usage-table.js";
import { addedBytes, addPassage, entryOf, limitPassed, type WriteContext } from "./save.js";

/** A limit would be passed: thrown, because what was written before must be rolled back. */
export class Refused extends Error {
  readonly limit: "storage" | "spend";
  readonly usage: Usage;

  constructor(limit: "storage" | "spend", usage: Usage) {
    super(`the ${limit} limit would be passed`);
    this.limit = limit;
    this.usage = usage;
  }
}

/** Audit rows are written so many at a time, and what ends is looked through so many at a time: a long file takes no more memory than a short one. */
const batchSize = 512;

/**
 * Keeps a version, or says that another came first.
 *
 * @throws {Refused} where a limit would be passed
 */
export function saveFile(
  tables: Tables,
  change: FileChange,
  { visible, pending }: WriteContext,
): FileOutcome {
  const before = tables.files.find(change.file.id);
  if (!asExpected(tables, change, { before, scope: visible.exact() })) return { outcome: "conflict" };
  const ofScope = tables.scopes.bytesFor(visible.scope);
  const scope = visible.ensured();
  const used = tables.usage.read();
  const { file, bytes: ofFile } = keepFile(tables, change, { before, scope });
  const trail = new Trail(tables, change, scope);
  trail.tell({ operation: "REMEMBER", recordId: null, recordType: null, reason: null });
  const added = addPassages(tables, change, { file, trail });
  const ended = before === undefined ? 0 : endOthers(tables, change, { file, trail, heirs: added.heirs });
  trail.finish();
  const storage = ofScope + ofFile + added.bytes + added.embeddingBytes;
  const usage = sumUsage(change.usage, pending);
  const limit = limitPassed(used, change.limits, { storage, spendMicros: usage.spendMicros });
  if (limit !== undefined) throw new Refused(limit, used);
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

/** The file as it was kept before, and the scope that is written to; absent: nothing was kept under it yet. */
interface Before {
  readonly before: FileRow | undefined;
  readonly scope: number | undefined;
}

function asExpected(tables: Tables, { file, expects }: FileChange, { before, scope }: Before): boolean {
  if (expects !== null) return before?.digest === expects && before.scope === scope;
  return before === undefined && (scope === undefined || tables.files.like(file, scope) === undefined);
}

function keepFile(
  tables: Tables,
  { file }: FileChange,
  { before, scope }: Before & { readonly scope: number },
): { readonly file: FileRow; readonly bytes: number } {
  if (before === undefined) return { file: tables.files.add(file, scope), bytes: fileBytes(file) };
  const changed = tables.files.change(before, file);
  if (changed.name !== before.name) reindex(tables, before, changed);
  return { file: changed, bytes: fileBytes(changed) - fileBytes(before) };
}

/** The name is among the words of every passage. */
function reindex(tables: Tables, before: FileRow, { row, name, scope }: FileRow): void {
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
  /** The first new record of each place: what stood there before is replaced by it. */
  readonly heirs: ReadonlyMap<string, string>;
}

function addPassages(
  tables: Tables,
  change: FileChange,
  { file, trail }: { readonly file: FileRow; readonly trail: Trail },
): Added {
  const heirs = new Map<string, string>();
  const sum = { count: 0, words: 0, bytes: 0, textBytes: 0, embeddingBytes: 0 };
  const now = Date.parse(change.at);
  let source: number | undefined;
  for (const passage of passagesOf(tables, change)) {
    // Said twice in one file at one place: once is enough.
    if (tables.files.standing(file.row, [passage.digest], now).size > 0) continue;
    if (source === undefined) {
      source = tables.sources.add(change.source, file.scope);
      sum.bytes += sourceBytes(change.source.id);
    }
    sum.count += 1;
    sum.words += addPassage(tables, { source, scope: file.scope, file }, passage);
    sum.bytes += addedBytes(passage);
    sum.textBytes += Buffer.byteLength(passage.text);
    sum.embeddingBytes += tables.fileVectors.bytes(passage.vector);
    for (const record of passage.records) trail.tell(entryOf(record, file.scope));
    const key = placeKey(passage.place);
    if (key !== undefined && !heirs.has(key)) heirs.set(key, passage.records[0]!.id);
  }
  return { ...sum, heirs };
}

function* passagesOf({ asides }: Tables, { aside, passages }: FileChange): Generator<NewFilePassage> {
  yield* asides.take(aside);
  yield* passages;
}

/** Ends what the new version has no more: nothing is destroyed, and `as_of` still tells it. @returns how many passages ended */
function endOthers(
  tables: Tables,
  change: FileChange,
  {
    file,
    trail,
    heirs,
  }: { readonly file: FileRow; readonly trail: Trail; readonly heirs: ReadonlyMap<string, string> },
): number {
  const source = tables.sources.named(change.source.id)?.id;
  let ended = 0;
  for (let last = 0; ; ) {
    const rows = tables.passages.ofFile(file.row, { after: last, limit: batchSize });
    if (rows.length === 0) return ended;
    last = rows.at(-1)!.id;
    const others = rows.filter(({ id, source: of }) => of !== source && !change.kept.has(id));
    for (const { id, page, heading, said_at } of others) {
      const heir = heirs.get(placeKey({ page, heading }) ?? "") ?? null;
      const closed = tables.records.endStanding(id, {
        validTo: Math.max(said_at, Date.parse(change.endedAt)),
        supersededBy: heir,
      });
      ended += closed.length > 0 ? 1 : 0;
      for (const entry of closed) trail.tell({ operation: "UPDATE", ...entry, reason: reasonOf(heir) });
    }
  }
}

function reasonOf(heir: string | null): string {
  return heir === null ? "no longer in the file" : `superseded by ${heir}`;
}

/** A place that another passage may take: nothing where a file tells of none. */
function placeKey({ page, heading }: Place): string | undefined {
  return page === null && heading === null ? undefined : JSON.stringify([page, heading]);
}

/** The audit rows of one change, written as they come. */
class Trail {
  readonly #tables: Tables;
  readonly #by: FileChange;
  readonly #scope: number;
  #entries: AuditEntry[] = [];

  constructor(tables: Tables, by: FileChange, scope: number) {
    this.#tables = tables;
    this.#by = by;
    this.#scope = scope;
  }

  tell(entry: AuditEntry): void {
    this.#entries.push({ ...entry, scope: this.#scope });
    if (this.#entries.length >= batchSize) this.finish();
  }

  finish(): void {
    this.#tables.audit.append(this.#by, this.#entries);
    this.#entries = [];
  }
}
