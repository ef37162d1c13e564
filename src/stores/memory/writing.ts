/** Writes to a draft of the contents: what one call saves, and a version of a file. */
import type { Limits, Usage } from "../../accounts/meter.js";
import type { MemoryRecord } from "../../contract/record.js";
import type { Scope } from "../../contract/scope.js";
import { isStandingRule } from "../../prompt-safety/directives.js";
import { passageWords } from "../../text/words.js";
import type { EmbedderName } from "../shared/embedders.js";
import { limitPassed } from "../shared/limits.js";
import { nameKey } from "../shared/names.js";
import type {
  Change,
  FileChange,
  FileOutcome,
  NewFilePassage,
  NewPassage,
  NewRecord,
  Place,
  SaveOutcome,
  StoredFile,
  UsageDelta,
  Visibility,
} from "../store.js";
import {
  addUsage,
  audit,
  bytesOf,
  type Draft,
  ensureScope,
  type Passage,
  storageOf,
  usageOf,
  vectorBytes,
} from "./contents.js";
import { findAnswer, findFile, isOfFact, isOld } from "./reading.js";
import { acceptsVectorsOf } from "./snapshot.js";
import { matching, type View } from "./view.js";

/** What a write uses. */
export interface Writing {
  readonly draft: Draft;
  /** The contents before the write. */
  readonly view: View;
  readonly visibility: Visibility;
  /** The embedder of the vectors that callers pass. */
  readonly embedder: EmbedderName;
}

function labelsOf(visibility: Visibility): Scope | null {
  return visibility === "everything" ? null : visibility.scope;
}

/**
 * Returns the passages with the vectors to store: none of an embedder that the store is still
 * moving to.
 */
export function storable<One extends NewPassage>(
  { draft, embedder }: Writing,
  passages: readonly One[],
): readonly One[] {
  const none = new Float32Array(draft.embedder.dimensions);
  const isStored = passages.length === 0 || acceptsVectorsOf(draft, embedder, "save");
  return isStored ? passages : passages.map((passage) => ({ ...passage, vector: none }));
}

/** What a passage belongs to. */
interface Owner {
  readonly sourceId: string;
  readonly scope: number;
  readonly file: StoredFile | null;
}

const nowhere: Place = { page: null, heading: null };

/** Saves a change. Drop the draft unless the outcome is "saved". */
export function save(writing: Writing, change: Change): SaveOutcome {
  const { draft, view, visibility } = writing;
  const { at, idempotency, source, closings, usage, limits } = change;
  const passages = storable(writing, change.passages);
  const known = idempotency && findAnswer(view, idempotency.key, at);
  if (known !== undefined) return { outcome: "replayed", answer: known.payload };
  if (!isAsExpected(view, change)) return { outcome: "conflict" };
  const before = usageOf(draft);
  const scope = ensureScope(draft, labelsOf(visibility));
  const owner = { sourceId: source.id, scope, file: null };
  if (passages.length > 0) draft.sources = [...draft.sources, { ...source, scope }];
  for (const passage of passages) addPassage(draft, owner, passage);
  if (!closings.every((closing) => close(draft, closing))) return { outcome: "conflict" };
  const embeddingBytes = vectorBytes(draft.embedder, passages);
  const texts = storageOf(draft) - before.storageUsed;
  // The stored answer contains the added bytes, its own included. Those few digits are not counted.
  const payload = idempotency?.answer({ addedBytes: texts, embeddingBytes, usage: before });
  const answerBytes = idempotency === undefined ? 0 : bytesOf([idempotency.key, payload]);
  const addedBytes = texts + answerBytes;
  const limit = limitPassed(before, limits, { storage: addedBytes, spendMicros: usage.spendMicros });
  if (limit !== undefined) return { outcome: "refused", limit, usage: before };
  const created = passages.flatMap(({ records }) => records.map((record) => entryOf(record, scope)));
  audit(draft, change, [
    remembered(scope),
    ...created,
    ...closings.map((one) => endedEntry(draft, one.recordId)),
  ]);
  addUsage(draft, usage);
  const isReplaced = (one: { key: string; scope: number }) =>
    one.scope === scope && one.key === idempotency?.key;
  draft.answers = draft.answers.filter((one) => !isOld(one, at) && !isReplaced(one));
  const total = usageOf(draft);
  const saved = {
    addedBytes,
    embeddingBytes,
    usage: { ...total, storageUsed: total.storageUsed + answerBytes },
  };
  if (idempotency !== undefined) {
    const { key, answer, recordIds } = idempotency;
    const kept = { scope, key, payload: answer(saved), at, bytes: answerBytes, recordIds };
    draft.answers = [...draft.answers, kept];
  }
  return { outcome: "saved", saved };
}

function isAsExpected(view: View, { at, expects }: Change): boolean {
  const current = view.records.filter(matching(view, { now: at }));
  const areSame = expects.facts.every((fact) => {
    const ids = current.filter(({ record }) => record.type === "semantic").filter(isOfFact(fact));
    return (
      ids.length === new Set(fact.recordIds).size &&
      ids.every(({ record }) => fact.recordIds.includes(record.id))
    );
  });
  const numbers = new Set(current.map(({ passage }) => passage));
  const digests = new Set(
    view.passages.filter(({ number }) => numbers.has(number)).map(({ digest }) => digest),
  );
  return areSame && !expects.absentDigests.some((digest) => digests.has(digest));
}

/** Adds a passage with its records. */
export function addPassage(
  draft: Draft,
  { sourceId, scope, file }: Owner,
  passage: NewPassage & { place?: Place },
): void {
  const { records, place = nowhere, ...own } = passage;
  const number = draft.last.passage + 1;
  const words = passageWords({ ...own, heading: place.heading, fileName: file?.name ?? null });
  const ids = { number, sourceId, scope, fileId: file?.id ?? null };
  draft.last = { ...draft.last, passage: number };
  draft.passages = [...draft.passages, { ...own, ...ids, place, words, names: new Set() }];
  addRecords(draft, number, records);
}

/** Adds records to a passage. */
export function addRecords(draft: Draft, number: number, records: readonly NewRecord[]): void {
  const passage = draft.passages.find((one) => one.number === number)!;
  const all = [passage.speaker, ...passage.mentions, ...records.map(({ entity }) => entity)];
  const names = new Set([
    ...passage.names,
    ...all.map((name) => nameKey(name ?? "")).filter((key) => key !== ""),
  ]);
  draft.passages = draft.passages.map((one) => (one.number === number ? { ...one, names } : one));
  const added = records.map((record, at) => ({
    number: draft.last.record + 1 + at,
    passage: number,
    scope: passage.scope,
    record: recordIn(passage, record),
    isStanding: isStandingRule({ ...record, text: record.text ?? passage.text }, passage.role),
  }));
  draft.last = { ...draft.last, record: draft.last.record + added.length };
  draft.records = [...draft.records, ...added];
}

function recordIn({ text, speaker, sourceId, fileId, place }: Passage, record: NewRecord): MemoryRecord {
  const { id, type, entity, property, value, trigger, metadata, certainty = 1 } = record;
  return {
    ...{ id, type, text: record.text ?? text, entity, property, value, trigger, speaker },
    source_id: sourceId,
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

/** Ends a record. @returns false if it no longer exists, or something else superseded it */
function close(
  draft: Draft,
  { recordId, validTo, supersededBy, formerSuccessor }: Change["closings"][number],
) {
  const found = draft.records.find(({ record }) => record.id === recordId);
  if (found === undefined || found.record.superseded_by !== (formerSuccessor ?? null)) return false;
  const { saidAt } = draft.passages.find(({ number }) => number === found.passage)!;
  const valid_to = validTo ?? found.record.valid_from ?? saidAt;
  end(draft, recordId, { valid_to, superseded_by: supersededBy });
  return true;
}

function end(draft: Draft, id: string, ended: Pick<MemoryRecord, "valid_to" | "superseded_by">): void {
  draft.records = draft.records.map((one) =>
    one.record.id === id ? { ...one, record: { ...one.record, ...ended } } : one,
  );
}

/** Saves a version of a file. Drop the draft unless the outcome is "saved". */
export function saveFile(
  writing: Writing,
  change: FileChange,
  added: readonly NewFilePassage[],
): FileOutcome {
  const { draft, view, visibility } = writing;
  const { file, expects, source, at, usage, limits } = change;
  const before = draft.files.find(({ id }) => id === file.id);
  const isKnown = before !== undefined && before.digest === expects && before.scope === view.writesTo;
  const isNew =
    expects === null && before === undefined && findFile(view, { ...file, id: undefined }) === undefined;
  if (!isKnown && !isNew) return { outcome: "conflict" };
  const used = usageOf(draft);
  const scope = ensureScope(draft, labelsOf(visibility));
  draft.files = [...draft.files.filter(({ id }) => id !== file.id), { ...file, scope }];
  const renamed = draft.passages.map((one) => (one.fileId === file.id ? reworded(one, file) : one));
  draft.passages = renamed;
  const present = new Set(renamed.filter((one) => isCurrentIn(draft, one, file)).map(({ digest }) => digest));
  const fresh = storable(writing, [...added, ...change.passages]).filter(
    ({ digest }) => !present.has(digest) && present.add(digest),
  );
  if (fresh.length > 0) draft.sources = [...draft.sources, { ...source, scope }];
  for (const passage of fresh) addPassage(draft, { sourceId: source.id, scope, file }, passage);
  const ended = endMissing(draft, change, fresh);
  const addedBytes = storageOf(draft) - used.storageUsed;
  const limit = limitPassed(used, limits, { storage: addedBytes, spendMicros: usage.spendMicros });
  if (limit !== undefined) return { outcome: "refused", limit, usage: used };
  const created = fresh.flatMap(({ records }) => records.map((record) => entryOf(record, scope)));
  audit(draft, { at, actor: change.actor }, [
    remembered(scope),
    ...created,
    ...ended.flat().map((id) => endedEntry(draft, id)),
  ]);
  addUsage(draft, usage);
  const textBytes = fresh.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const embeddingBytes = vectorBytes(draft.embedder, fresh);
  const counts = { created: fresh.length, ended: ended.length };
  return {
    outcome: "saved",
    saved: { addedBytes, embeddingBytes, usage: usageOf(draft), textBytes, ...counts },
  };
}

/** Returns the passage with the words of a new file name, because the name is among them. */
function reworded(passage: Passage, { name }: StoredFile): Passage {
  return { ...passage, words: passageWords({ ...passage, heading: passage.place.heading, fileName: name }) };
}

function isCurrentIn(draft: Draft, { number, fileId }: Passage, file: StoredFile): boolean {
  return fileId === file.id && draft.records.some((one) => one.passage === number && isCurrent(one.record));
}

function isCurrent({ valid_to, superseded_by }: MemoryRecord): boolean {
  return valid_to === null && superseded_by === null;
}

/** Ends the passages that the new version does not have. @returns the ids of the records of each */
function endMissing(draft: Draft, change: FileChange, fresh: readonly NewFilePassage[]): string[][] {
  const { file, kept, source, endedAt } = change;
  const missing = draft.passages.filter(
    (one) => one.fileId === file.id && one.sourceId !== source.id && !kept.has(one.number),
  );
  return missing.flatMap(({ number, place, saidAt }) => {
    const hasPlace = place.page !== null || place.heading !== null;
    const isThere = (one: NewFilePassage) => JSON.stringify(one.place) === JSON.stringify(place);
    const successor = (hasPlace && fresh.find(isThere)?.records[0]?.id) || null;
    const valid_to = [saidAt, endedAt].toSorted().at(-1)!;
    const ids = draft.records
      .filter((one) => one.passage === number && isCurrent(one.record))
      .map((one) => one.record.id);
    for (const id of ids) end(draft, id, { valid_to, superseded_by: successor });
    return ids.length > 0 ? [ids] : [];
  });
}

const remembered = (scope: number) =>
  ({ operation: "REMEMBER", recordId: null, recordType: null, reason: null, scope }) as const;

/** Returns the audit entry of a new record. */
export function entryOf({ operation, id, type }: NewRecord, scope: number) {
  return { operation, recordId: id, recordType: type, reason: null, scope };
}

function endedEntry(draft: Draft, id: string) {
  const { record, scope } = draft.records.find((one) => one.record.id === id)!;
  const reason =
    record.superseded_by === null ? "no longer in the file" : `superseded by ${record.superseded_by}`;
  return { operation: "UPDATE", recordId: id, recordType: record.type, reason, scope } as const;
}

/** Counts a call that writes nothing else. */
export function count(draft: Draft, delta: UsageDelta, limits: Limits) {
  const used: Usage = usageOf(draft);
  const limit = limitPassed(used, limits, { storage: 0, spendMicros: delta.spendMicros });
  if (limit !== undefined) return { outcome: "refused", limit, usage: used } as const;
  addUsage(draft, delta);
  return { outcome: "counted", usage: usageOf(draft) } as const;
}
