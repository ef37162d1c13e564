/** Writes whole sources to a copy of the contents: a version of a file, and what was exported. */
import type { AuditEntry } from "../shared/audit-chain.js";
import { loadables } from "../shared/imported.js";
import { assertStorage } from "../shared/limits.js";
import type { FileChange, FileOutcome, LoadContext, Loaded, LoadedSource, NewFilePassage } from "../store.js";
import {
  audit,
  type Claim,
  claimsOf,
  ensureScope,
  type Passage,
  scopeNumber,
  storageOf,
  usageOf,
  vectorBytes,
} from "./contents.js";
import { findFile } from "./reading.js";
import {
  addPassages,
  addRecords,
  complete,
  createdEntries,
  end,
  index,
  type WriteContext,
} from "./writing.js";

/** Saves a version of a file. Drop the draft unless the outcome is "saved". */
export function saveFile(
  writing: WriteContext,
  change: FileChange,
  added: readonly NewFilePassage[],
): FileOutcome {
  const { draft, view } = writing;
  const { file, expects, source } = change;
  const known = draft.files.find(({ id }) => id === file.id);
  const isKnown = known !== undefined && known.digest === expects && known.scope === view.writesTo;
  const isNew =
    expects === null && known === undefined && findFile(view, { ...file, id: undefined }) === undefined;
  if (!isKnown && !isNew) return { outcome: "conflict" };
  const before = usageOf(draft);
  const scope = ensureScope(draft, writing.labels);
  draft.files = [...draft.files.filter(({ id }) => id !== file.id), { ...file, scope }];
  const former = draft.passages.filter((one) => one.fileId === file.id);
  for (const passage of former) index(passage, file);
  const current = former.filter(({ records }) => records.some(isCurrent));
  const present = new Set(current.map(({ digest }) => digest));
  const wanted = [...added, ...change.passages].filter(
    ({ digest }) => !present.has(digest) && present.add(digest),
  );
  const fresh = addPassages(writing, { source, scope, file }, wanted);
  const ended = endMissing(former, change, fresh);
  const outcome = complete(writing, change, {
    ...{ scope, before, entries: [...createdEntries(wanted, scope), ...ended.flat()] },
    addedBytes: storageOf(draft) - before.storageUsed,
    embeddingBytes: vectorBytes(draft.embedder, fresh),
  });
  if (outcome.outcome !== "saved") return outcome;
  const textBytes = fresh.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const counts = { textBytes, created: fresh.length, ended: ended.length };
  return { outcome: "saved", saved: { ...outcome.saved, ...counts } };
}

function isCurrent({ record: { valid_to, superseded_by } }: Claim): boolean {
  return valid_to === null && superseded_by === null;
}

/**
 * Ends the passages that the new version does not have. The new passage at the same place is the
 * successor. @returns the audit entries of each
 */
function endMissing(
  former: readonly Passage[],
  { kept, endedAt }: FileChange,
  fresh: readonly Passage[],
): AuditEntry[][] {
  const ended = former
    .filter(({ number }) => !kept.has(number))
    .map(({ place, saidAt, records }) => {
      const hasPlace = place.page !== null || place.heading !== null;
      const isThere = (one: Passage) => JSON.stringify(one.place) === JSON.stringify(place);
      const successor = (hasPlace && fresh.find(isThere)?.records[0]?.record.id) || null;
      const closing = { valid_to: saidAt > endedAt ? saidAt : endedAt, superseded_by: successor };
      return records.filter(isCurrent).map((claim) => end(claim, closing));
    });
  return ended.filter((entries) => entries.length > 0);
}

/** Loads sources of another store. @throws {MemoryError} `storage_limit_reached` */
export function load(writing: WriteContext, sources: readonly LoadedSource[], context: LoadContext): Loaded {
  const { draft } = writing;
  const used = storageOf(draft);
  const loaded = { sources: 0, records: 0, skipped: 0 };
  for (const one of sources) {
    const { isNew, records } = loadSource(writing, one, context);
    loaded.sources += isNew ? 1 : 0;
    loaded.records += records;
    loaded.skipped += one.dump.passages.reduce((sum, passage) => sum + passage.records.length, -records);
  }
  assertStorage("import", context.limits, { used, needed: storageOf(draft) - used });
  return loaded;
}

/**
 * Ids are unique in a store, not in a scope: a source or file of another scope is left unchanged.
 */
function loadSource(writing: WriteContext, source: LoadedSource, by: LoadContext) {
  const { draft } = writing;
  const { dump } = source;
  const known = draft.passages.find((passage) => passage.source.id === dump.id);
  const file = draft.files.find(({ id }) => id === dump.file?.id);
  const stored = new Map(claimsOf(draft.passages).map(({ record, passage }) => [record.id, passage]));
  const exact = scopeNumber(draft, dump.scope);
  const wanted = loadables(source, stored, exact);
  const isOfOthers = [known, file].some((one) => one !== undefined && one.scope !== exact);
  if (isOfOthers || wanted.length === 0) return { isNew: false, records: 0 };
  const scope = ensureScope(draft, dump.scope);
  if (file === undefined && dump.file !== null) draft.files.push({ ...dump.file, scope });
  for (const { passage, storedOn } of wanted)
    if (storedOn === undefined) addPassages(writing, { source: dump, scope, file: dump.file }, [passage]);
    else addRecords(draft, storedOn, passage.records);
  const entries = createdEntries(
    wanted.map(({ passage }) => passage),
    scope,
  );
  audit(draft, by, entries);
  return { isNew: known === undefined, records: entries.length };
}
