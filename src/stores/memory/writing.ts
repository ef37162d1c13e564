/** Writes to a draft of the contents: what one call saves, a version of a file, and an import. */
import type { Limits } from "../../accounts/meter.js";
import type { MemoryRecord } from "../../contract/record.js";
import type { Scope } from "../../contract/scope.js";
import { passageWords } from "../../text/words.js";
import {
  type AuditEntry,
  createdEntry,
  endedEntry,
  prunedEntry,
  rememberedEntry,
} from "../shared/audit-chain.js";
import { nextCheckpoint, startOf } from "../shared/audit-pruning.js";
import { acceptsVectors, type EmbedderName } from "../shared/embedders.js";
import { imported } from "../shared/imported.js";
import { assertStorage, limitPassed } from "../shared/limits.js";
import type {
  AuditPruned,
  AuditPruning,
  Change,
  FileChange,
  FileOutcome,
  LoadContext,
  Loaded,
  LoadedSource,
  NewFilePassage,
  NewPassage,
  NewRecord,
  Place,
  SaveOutcome,
  StoredFile,
  UsageDelta,
} from "../store.js";
import {
  addUsage,
  audit,
  bytesOf,
  type Claim,
  claimsOf,
  type Draft,
  embeddersOf,
  ensureScope,
  type Passage,
  storageOf,
  usageOf,
  vectorBytes,
} from "./contents.js";
import { findAnswer, findFile, isOfFact, isOld } from "./reading.js";
import { matching, type View } from "./view.js";

/** What a write uses. */
export interface WriteContext {
  readonly draft: Draft;
  /** The contents before the write. */
  readonly view: View;
  /** The labels to write with. */
  readonly labels: Scope | null;
  /** The embedder of the vectors that callers pass. */
  readonly embedder: EmbedderName;
}

/** Saves a change. Drop the draft unless the outcome is "saved". */
export function save(writing: WriteContext, change: Change): SaveOutcome {
  const { draft, view } = writing;
  const { at, idempotency, source } = change;
  const known = idempotency && findAnswer(view, idempotency.key, at);
  if (known !== undefined) return { outcome: "replayed", answer: known.payload };
  if (!isAsExpected(view, change)) return { outcome: "conflict" };
  const scope = ensureScope(draft, writing.labels);
  const fresh = addPassages(writing, { source, scope, file: null }, change.passages);
  const ended = change.closings.map((closing) => close(draft, closing));
  if (ended.includes(undefined)) return { outcome: "conflict" };
  const before = usageOf(view.contents);
  const texts = storageOf(draft) - before.storageUsed;
  // The stored answer contains the added bytes, its own included. Those few digits are not counted.
  const embeddingBytes = vectorBytes(draft.embedder, fresh);
  const payload = idempotency?.answer({ addedBytes: texts, embeddingBytes, usage: before });
  const bytes = idempotency === undefined ? 0 : bytesOf([idempotency.key, payload]);
  draft.answers = draft.answers.filter(
    (one) => !isOld(one, at) && !(one.scope === scope && one.key === idempotency?.key),
  );
  const outcome = complete(writing, change, {
    scope,
    fresh,
    ended: ended.flatMap((one) => one ?? []),
    bytes: texts + bytes,
  });
  if (outcome.outcome !== "saved" || idempotency === undefined) return outcome;
  const { usage, ...added } = outcome.saved;
  const saved = { ...added, usage: { ...usage, storageUsed: usage.storageUsed + bytes } };
  const { key, answer, recordIds } = idempotency;
  draft.answers = [...draft.answers, { scope, key, payload: answer(saved), at, bytes, recordIds }];
  return { outcome: "saved", saved };
}

function isAsExpected(view: View, { at, expects }: Change): boolean {
  const current = view.claims.filter(matching({ now: at }));
  const areSame = expects.facts.every((fact) => {
    const found = current.filter(({ record }) => record.type === "semantic").filter(isOfFact(fact));
    const wanted = new Set(fact.recordIds);
    return found.length === wanted.size && found.every(({ record }) => wanted.has(record.id));
  });
  return areSame && !current.some(({ passage }) => expects.absentDigests.includes(passage.digest));
}

interface Done {
  readonly scope: number;
  readonly fresh: readonly NewPassage[];
  readonly ended: readonly AuditEntry[];
  /** The bytes that the write adds. */
  readonly bytes: number;
}

/** Checks the limits, and writes the audit rows and the usage. */
function complete(
  { draft, view }: WriteContext,
  change: Change | FileChange,
  { scope, fresh, ended, bytes }: Done,
) {
  const usage = usageOf(view.contents);
  const added = { storage: bytes, spendMicros: change.usage.spendMicros };
  const limit = limitPassed(usage, change.limits, added);
  if (limit !== undefined) return { outcome: "refused", limit, usage } as const;
  const created = fresh.flatMap(({ records }) => records.map((record) => createdEntry(record, scope)));
  audit(draft, change, [rememberedEntry(scope), ...created, ...ended]);
  addUsage(draft, change.usage);
  const embeddingBytes = vectorBytes(draft.embedder, fresh);
  return { outcome: "saved", saved: { addedBytes: bytes, embeddingBytes, usage: usageOf(draft) } } as const;
}

/** What a passage belongs to. */
interface Owner {
  readonly source: Passage["source"];
  readonly scope: number;
  readonly file: StoredFile | null;
}

const nowhere: Place = { page: null, heading: null };

/**
 * Adds passages with their records. Vectors of an embedder that the store is still moving to are
 * not stored. @returns the passages as they were stored
 */
function addPassages<One extends NewPassage & { readonly place?: Place }>(
  { draft, embedder }: WriteContext,
  { source, scope, file }: Owner,
  passages: readonly One[],
): One[] {
  const isStored = passages.length === 0 || acceptsVectors(embeddersOf(draft), embedder, "save");
  const none = new Float32Array(draft.embedder.dimensions);
  const stored = passages.map((one) => (isStored ? one : { ...one, vector: none }));
  for (const { records, place = nowhere, ...own } of stored) {
    const number = draft.last.passage + 1;
    const passage = {
      ...own,
      number,
      source: { id: source.id, createdAt: source.createdAt },
      scope,
      fileId: file?.id ?? null,
      place,
    };
    draft.last = { ...draft.last, passage: number };
    draft.passages = [...draft.passages, { ...passage, words: wordsOf(passage, file), records: [] }];
    addRecords(draft, number, records);
  }
  return stored;
}

function wordsOf(passage: Omit<Passage, "words" | "records">, file: StoredFile | null): string[] {
  return passageWords({ ...passage, heading: passage.place.heading, fileName: file?.name ?? null });
}

function addRecords(draft: Draft, to: number, added: readonly NewRecord[]): void {
  const first = draft.last.record + 1;
  draft.last = { ...draft.last, record: draft.last.record + added.length };
  changePassage(draft, to, (passage) => {
    const fresh = added.map((one, at) => ({ number: first + at, record: recordIn(passage, one) }));
    return { ...passage, records: [...passage.records, ...fresh] };
  });
}

function changePassage(draft: Draft, to: number, change: (passage: Passage) => Passage): void {
  draft.passages = draft.passages.map((one) => (one.number === to ? change(one) : one));
}

function recordIn({ text, speaker, source, fileId, place }: Passage, record: NewRecord): MemoryRecord {
  const { id, type, entity, property, value, trigger, metadata, certainty = 1 } = record;
  return {
    ...{ id, type, text: record.text ?? text, entity, property, value, trigger, speaker },
    source_id: source.id,
    occurred_at: record.occurredAt,
    occurred_until: record.occurredUntil,
    valid_from: record.validFrom,
    valid_to: record.validTo,
    created_at: record.createdAt,
    superseded_by: record.supersededBy,
    expires_at: record.expiresAt,
    metadata,
    ...(certainty < 1 ? { certainty } : {}),
    ...(fileId === null ? {} : { file_id: fileId }),
    ...(place.page === null ? {} : { page: place.page }),
    ...(place.heading === null ? {} : { heading: place.heading }),
  };
}

/** Ends a record. @returns `undefined` if it no longer exists, or something else superseded it */
function close(draft: Draft, closing: Change["closings"][number]): AuditEntry | undefined {
  const found = claimsOf(draft.passages).find(({ record }) => record.id === closing.recordId);
  if (found === undefined || found.record.superseded_by !== (closing.formerSuccessor ?? null))
    return undefined;
  const validTo = closing.validTo ?? found.record.valid_from ?? found.passage.saidAt;
  return end(draft, found, { valid_to: validTo, superseded_by: closing.supersededBy });
}

function end(
  draft: Draft,
  { passage, number, record }: Claim,
  ended: Pick<MemoryRecord, "valid_to" | "superseded_by">,
) {
  const endIt = (one: Passage["records"][number]) =>
    one.number === number ? { number, record: { ...one.record, ...ended } } : one;
  changePassage(draft, passage.number, (one) => ({ ...one, records: one.records.map(endIt) }));
  return endedEntry(record, ended.superseded_by, passage.scope);
}

/** Saves a version of a file. Drop the draft unless the outcome is "saved". */
export function saveFile(
  writing: WriteContext,
  change: FileChange,
  added: readonly NewFilePassage[],
): FileOutcome {
  const { draft, view } = writing;
  const { file, expects, source } = change;
  const before = draft.files.find(({ id }) => id === file.id);
  const isKnown = before !== undefined && before.digest === expects && before.scope === view.writesTo;
  const isNew =
    expects === null && before === undefined && findFile(view, { ...file, id: undefined }) === undefined;
  if (!isKnown && !isNew) return { outcome: "conflict" };
  const scope = ensureScope(draft, writing.labels);
  draft.files = [...draft.files.filter(({ id }) => id !== file.id), { ...file, scope }];
  // The name of the file is among the words of its passages.
  const renamed = (one: Passage) => (one.fileId === file.id ? { ...one, words: wordsOf(one, file) } : one);
  draft.passages = draft.passages.map(renamed);
  const current = draft.passages.filter((one) => one.fileId === file.id && one.records.some(isCurrent));
  const present = new Set(current.map(({ digest }) => digest));
  const wanted = [...added, ...change.passages].filter(
    ({ digest }) => !present.has(digest) && present.add(digest),
  );
  const fresh = addPassages(writing, { source, scope, file }, wanted);
  const ended = endMissing(draft, change, fresh);
  const bytes = storageOf(draft) - storageOf(view.contents);
  const outcome = complete(writing, change, { scope, fresh, ended: ended.flat(), bytes });
  if (outcome.outcome !== "saved") return outcome;
  const textBytes = fresh.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const counts = { textBytes, created: fresh.length, ended: ended.length };
  return { outcome: "saved", saved: { ...outcome.saved, ...counts } };
}

function isCurrent({ record: { valid_to, superseded_by } }: Pick<Claim, "record">): boolean {
  return valid_to === null && superseded_by === null;
}

/** Ends the passages that the new version does not have. @returns the audit entries of each */
function endMissing(draft: Draft, change: FileChange, fresh: readonly NewFilePassage[]): AuditEntry[][] {
  const { file, kept, source, endedAt } = change;
  const missing = draft.passages.filter(
    (one) => one.fileId === file.id && one.source.id !== source.id && !kept.has(one.number),
  );
  const ended = missing.map((passage) => {
    const { place, saidAt, records } = passage;
    const hasPlace = place.page !== null || place.heading !== null;
    const isThere = (one: NewFilePassage) => JSON.stringify(one.place) === JSON.stringify(place);
    const successor = (hasPlace && fresh.find(isThere)?.records[0]?.id) || null;
    const closing = { valid_to: [saidAt, endedAt].sort().at(-1)!, superseded_by: successor };
    return records.filter(isCurrent).map((one) => end(draft, { ...one, passage }, closing));
  });
  return ended.filter((entries) => entries.length > 0);
}

/** Loads sources of another store. @throws {MemoryError} `storage_limit_reached` */
export function load(writing: WriteContext, sources: readonly LoadedSource[], context: LoadContext): Loaded {
  const { draft, view } = writing;
  const loaded = { sources: 0, records: 0, skipped: 0 };
  for (const one of sources) {
    const { isNew, records } = loadSource(writing, one, context);
    loaded.sources += isNew ? 1 : 0;
    loaded.records += records;
    loaded.skipped += one.dump.passages.reduce((sum, passage) => sum + passage.records.length, -records);
  }
  const used = storageOf(view.contents);
  assertStorage("import", context.limits, { used, needed: storageOf(draft) - used });
  return loaded;
}

/**
 * Ids are unique in a store, not in a scope: a source or file of another scope is left unchanged.
 */
function loadSource(writing: WriteContext, { dump, passages }: LoadedSource, by: LoadContext) {
  const { draft } = writing;
  const known = draft.passages.find(({ source }) => source.id === dump.id);
  const file = draft.files.find(({ id }) => id === dump.file?.id);
  const stored = new Map(claimsOf(draft.passages).map(({ record, passage }) => [record.id, passage]));
  const ids = new Set(stored.keys());
  const fresh = dump.passages.map(({ records }) => records.filter(({ id }) => !ids.has(id) && ids.add(id)));
  const former = { scopes: draft.scopes, last: draft.last };
  const scope = ensureScope(draft, dump.scope);
  const isOfOthers = [known, file].some((one) => one !== undefined && one.scope !== scope);
  if (isOfOthers || fresh.flat().length === 0) {
    Object.assign(draft, former);
    return { isNew: false, records: 0 };
  }
  if (file === undefined && dump.file !== null) draft.files = [...draft.files, { ...dump.file, scope }];
  for (const [at, passage] of dump.passages.entries()) {
    const records = fresh[at]!.map((record) => imported(record, passage.text));
    const among = passage.records.map(({ id }) => stored.get(id)).find((one) => one?.scope === scope);
    if (among !== undefined) addRecords(draft, among.number, records);
    else if (records.length > 0)
      addPassages(writing, { source: dump, scope, file: dump.file }, [
        { ...passage, ...passages[at]!, records },
      ]);
    const entries = records.map((record) => createdEntry(record, scope));
    audit(draft, by, entries);
  }
  return { isNew: known === undefined, records: fresh.flat().length };
}

/** Counts a call that writes nothing else. */
export function count({ draft }: WriteContext, delta: UsageDelta, limits: Limits) {
  const usage = usageOf(draft);
  const limit = limitPassed(usage, limits, { storage: 0, spendMicros: delta.spendMicros });
  if (limit !== undefined) return { outcome: "refused", limit, usage } as const;
  addUsage(draft, delta);
  return { outcome: "counted", usage: usageOf(draft) } as const;
}

/** Removes the oldest audit rows: see `Store.pruneAudit`. */
export function pruneAudit(draft: Draft, storeId: string, pruning: AuditPruning): AuditPruned {
  const { checkpoint } = draft;
  const rows = draft.audit.slice(0, pruning.most + 1);
  const next = nextCheckpoint({ storeId, checkpoint, rows }, pruning);
  if (next === undefined) return { removed: 0, checkpoint };
  const removed = next.seq - startOf(checkpoint).seq;
  draft.checkpoint = next;
  draft.audit = draft.audit.slice(removed);
  audit(draft, pruning, [prunedEntry(removed, next.before)]);
  return { removed, checkpoint: next };
}
