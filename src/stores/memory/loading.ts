/** Loads sources of another store into a draft of the contents. */
import { MemoryError } from "../../contract/errors.js";
import type { MemoryRecord } from "../../contract/record.js";
import type { LoadContext, Loaded, LoadedSource, NewRecord } from "../store.js";
import { audit, ensureScope, storageOf } from "./contents.js";
import { addPassage, addRecords, entryOf, storable, type Writing } from "./writing.js";

/** Loads sources into the draft. @throws {MemoryError} `storage_limit_reached` */
export function load(writing: Writing, sources: readonly LoadedSource[], context: LoadContext): Loaded {
  const { draft } = writing;
  const used = storageOf(draft);
  const loaded = { sources: 0, records: 0, skipped: 0 };
  for (const one of sources) {
    const { isNew, records } = loadSource(writing, one, context);
    loaded.sources += isNew ? 1 : 0;
    loaded.records += records;
    loaded.skipped += one.dump.passages.reduce((sum, passage) => sum + passage.records.length, -records);
  }
  const { storageBytes } = context.limits;
  const needed = storageOf(draft) - used;
  if (used + needed <= storageBytes) return loaded;
  throw new MemoryError(
    "storage_limit_reached",
    `Cannot import: storage must stay within ${storageBytes} bytes, ${used} are used and ${needed} more are needed`,
    { data: { storage_used: used, storage_limit: storageBytes, needed } },
  );
}

/**
 * Ids are unique in a store, not in a scope: a source or file of another scope is left unchanged.
 */
function loadSource(writing: Writing, { dump, passages }: LoadedSource, by: LoadContext) {
  const { draft } = writing;
  const known = draft.sources.find(({ id }) => id === dump.id);
  const file = draft.files.find(({ id }) => id === dump.file?.id);
  const ids = new Set(draft.records.map(({ record }) => record.id));
  const fresh = dump.passages.map(({ records }) => records.filter(({ id }) => !ids.has(id) && ids.add(id)));
  const former = draft.last.scope;
  const scope = ensureScope(draft, dump.scope);
  const isOfOthers = [known, file].some((one) => one !== undefined && one.scope !== scope);
  if (isOfOthers || fresh.flat().length === 0) {
    draft.scopes = draft.scopes.filter(({ number }) => number <= former);
    return { isNew: false, records: 0 };
  }
  if (known === undefined)
    draft.sources = [...draft.sources, { id: dump.id, createdAt: dump.createdAt, scope }];
  if (file === undefined && dump.file !== null) draft.files = [...draft.files, { ...dump.file, scope }];
  for (const [at, passage] of dump.passages.entries()) {
    const records = fresh[at]!.map((record) => imported(record, passage.text));
    const stored = draft.records.find(
      (one) => one.scope === scope && passage.records.some(({ id }) => id === one.record.id),
    );
    const owner = { sourceId: dump.id, scope, file: dump.file };
    if (stored !== undefined) addRecords(draft, stored.passage, records);
    else if (records.length > 0)
      addPassage(draft, owner, storable(writing, [{ ...passage, ...passages[at]!, records }])[0]!);
    audit(
      draft,
      by,
      records.map((record) => entryOf(record, scope)),
    );
  }
  return { isNew: known === undefined, records: fresh.flat().length };
}

function imported({ text, ...record }: MemoryRecord, passageText: string): NewRecord {
  const { id, type, entity, property, value, trigger, metadata, certainty = 1 } = record;
  return {
    ...{ id, operation: "IMPORT", type, entity, property, value, trigger, metadata, certainty },
    text: text === passageText ? null : text,
    occurredAt: record.occurred_at,
    occurredUntil: record.occurred_until,
    validFrom: record.valid_from,
    validTo: record.valid_to,
    createdAt: record.created_at,
    supersededBy: record.superseded_by,
    expiresAt: record.expires_at,
  };
}
