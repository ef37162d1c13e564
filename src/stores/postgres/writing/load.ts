/** Loads sources that another store exported, in one write transaction. */

import { fileBytes, recordBytes, sourceBytes } from "../../formats/sizes.js";
import { type AuditEntry, createdEntry } from "../../shared/audit-chain.js";
import { loadables } from "../../shared/imported.js";
import { assertStorage } from "../../shared/limits.js";
import type { LoadContext, Loaded, LoadedSource } from "../../store.js";
import { usageOf } from "../database/store-row.js";
import { Bound } from "../database/transaction.js";
import { recordsByIds } from "../reading/criteria.js";
import { type FileRow, fileById } from "../reading/known.js";
import { scopeNumber } from "../reading/scopes.js";
import { conclude } from "./conclude.js";
import { addFile } from "./save-file.js";
import {
  addPassages,
  addRecords,
  addSource,
  countScope,
  ensureScope,
  textBytes,
  vectorBytes,
  type Writing,
} from "./writing.js";

/** Loads sources. @throws {MemoryError} `storage_limit_reached` */
export async function load(
  writing: Writing,
  sources: readonly LoadedSource[],
  context: LoadContext,
): Promise<Loaded> {
  const used = usageOf(writing.row);
  const sum = { sources: 0, records: 0, skipped: 0, bytes: 0, entries: [] as AuditEntry[] };
  for (const source of sources) {
    const { isNew, entries, bytes } = await loadSource(writing, source);
    const given = source.dump.passages.reduce((total, { records }) => total + records.length, 0);
    sum.sources += isNew ? 1 : 0;
    sum.records += entries.length;
    sum.skipped += given - entries.length;
    sum.bytes += bytes;
    sum.entries.push(...entries);
  }
  assertStorage("import", context.limits, { used: used.storageUsed, needed: sum.bytes });
  const usage = { requests: 0, tokens: 0, spendMicros: 0 };
  await conclude(writing, { by: context, entries: sum.entries, usage, storage: sum.bytes });
  return { sources: sum.sources, records: sum.records, skipped: sum.skipped };
}

interface SourceLoad {
  readonly isNew: boolean;
  readonly entries: readonly AuditEntry[];
  readonly bytes: number;
}

const nothingLoaded: SourceLoad = { isNew: false, entries: [], bytes: 0 };

/**
 * Ids are unique in a store, not in a scope: a source or file of another scope is left unchanged.
 */
async function loadSource(writing: Writing, source: LoadedSource): Promise<SourceLoad> {
  const { tx } = writing;
  const { dump } = source;
  // The sources before this one may have records with the same ids.
  await writing.added.flushWithoutWords(tx);
  const owned = await scopeNumber(tx, dump.scope);
  const known = await tx.row<{ id: number; scope: number }>(
    "select id, scope from sources where store_id = $1 and uuid = $2",
    [dump.id],
  );
  const file = dump.file === null ? undefined : await fileById(tx, dump.file.id);
  const wanted = loadables(source, await storedRecords(writing, source), owned);
  const isOfOthers = [known, file].some((one) => one !== undefined && one.scope !== owned);
  if (isOfOthers || wanted.length === 0) return nothingLoaded;
  const { scope, bytes: ofScope } = await ensureScope(writing, dump.scope);
  const owner = await ownerOf(writing, dump, { scope, known: known?.id, file });
  const fresh = wanted.flatMap(({ passage, storedOn }) => (storedOn === undefined ? [passage] : []));
  const { words } = addPassages(writing, owner, fresh);
  const added = wanted.flatMap(({ passage, storedOn }) =>
    storedOn === undefined ? [] : [{ ...passage, passage: storedOn.passage, scope }],
  );
  if (added.length > 0) {
    addRecords(writing, added);
    writing.numbers.edits += 1;
  }
  const counts = { passages: fresh.length, words };
  countScope(
    writing,
    scope,
    dump.file === null
      ? { ...counts, filePassages: 0, fileWords: 0 }
      : { passages: 0, words: 0, filePassages: fresh.length, fileWords: words },
  );
  const ofRecords = added.flatMap(({ records }) => records).reduce((sum, one) => sum + recordBytes(one), 0);
  return {
    isNew: known === undefined,
    entries: wanted.flatMap(({ passage }) => passage.records.map((record) => createdEntry(record, scope))),
    bytes: ofScope + owner.bytes + textBytes(fresh) + vectorBytes(writing, fresh) + ofRecords,
  };
}

/** Adds the source and the file if they are not stored. Stored ones stay unchanged. */
async function ownerOf(
  writing: Writing,
  dump: LoadedSource["dump"],
  {
    scope,
    known,
    file,
  }: { readonly scope: number; readonly known: number | undefined; readonly file: FileRow | undefined },
) {
  const source = known ?? addSource(writing, dump, scope);
  const ofSource = known === undefined ? sourceBytes(dump.id) : 0;
  if (dump.file === null) return { source, scope, file: null, bytes: ofSource };
  const added = file ?? (await addFile(writing, dump.file, scope));
  return { source, scope, file: added, bytes: ofSource + (file === undefined ? fileBytes(dump.file) : 0) };
}

/** Returns the stored records with the ids of a source's records. */
async function storedRecords({ tx }: Writing, { dump }: LoadedSource): Promise<Map<string, StoredRecord>> {
  const ids = dump.passages.flatMap(({ records }) => records.map(({ id }) => id));
  const bound = new Bound();
  const rows = await tx.rows<StoredRecord & { readonly uuid: string }>(
    `select r.uuid, r.passage, r.scope from ${recordsByIds(bound, ids)} where r.store_id = $1`,
    bound.values,
  );
  return new Map(rows.map((row) => [row.uuid, row]));
}

interface StoredRecord {
  readonly passage: number;
  readonly scope: number;
}
