/**
 * Writes to a copy of the contents: what one call saves, its usage, and pruning of the audit trail.
 */
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
import { limitPassed } from "../shared/limits.js";
import type {
  AuditPruned,
  AuditPruning,
  Change,
  FileChange,
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
  type Contents,
  claimsOf,
  embeddersOf,
  ensureScope,
  type Passage,
  storageOf,
  usageOf,
  vectorBytes,
} from "./contents.js";
import { findAnswer, isOfFact, isOld } from "./reading.js";
import { matching, type View } from "./view.js";

/** The parts that a write uses. */
export interface WriteContext {
  /** A copy of the contents, which the write changes. */
  readonly draft: Contents;
  /** What the call sees of the copy before it changes. */
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
  const before = usageOf(draft);
  const scope = ensureScope(draft, writing.labels);
  const fresh = addPassages(writing, { source, scope, file: null }, change.passages);
  const ended = change.closings.map((closing) => close(draft, closing));
  if (ended.includes(undefined)) return { outcome: "conflict" };
  const texts = storageOf(draft) - before.storageUsed;
  const embeddingBytes = vectorBytes(draft.embedder, fresh);
  draft.answers = draft.answers.filter((one) => !isOld(one, at));
  const entries = [...createdEntries(change.passages, scope), ...ended.flatMap((one) => one ?? [])];
  if (idempotency === undefined)
    return complete(writing, change, { scope, entries, before, addedBytes: texts, embeddingBytes });
  // The stored answer contains the added bytes, its own included. Those few digits are not counted.
  const { key, recordIds } = idempotency;
  const payload = idempotency.answer({ addedBytes: texts, embeddingBytes, usage: before });
  const answer = { scope, key, payload, at, bytes: bytesOf([key, payload]), recordIds };
  draft.answers.push(answer);
  const addedBytes = texts + answer.bytes;
  const outcome = complete(writing, change, { scope, entries, before, addedBytes, embeddingBytes });
  if (outcome.outcome === "saved") answer.payload = idempotency.answer(outcome.saved);
  return outcome;
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

/** Returns the audit entries of the records of new passages. */
export function createdEntries(
  passages: readonly Pick<NewPassage, "records">[],
  scope: number,
): AuditEntry[] {
  return passages.flatMap(({ records }) => records.map((record) => createdEntry(record, scope)));
}

/** What a write has done. */
export interface Done {
  readonly scope: number;
  /** The audit entries of its records. */
  readonly entries: readonly AuditEntry[];
  /** The totals before the write. */
  readonly before: ReturnType<typeof usageOf>;
  readonly addedBytes: number;
  readonly embeddingBytes: number;
}

/** Checks the limits, and writes the audit rows and the usage. */
export function complete(
  { draft }: WriteContext,
  change: Change | FileChange,
  { scope, entries, before: usage, addedBytes, embeddingBytes }: Done,
) {
  const added = { storage: addedBytes, spendMicros: change.usage.spendMicros };
  const limit = limitPassed(usage, change.limits, added);
  if (limit !== undefined) return { outcome: "refused", limit, usage } as const;
  audit(draft, change, [rememberedEntry(scope), ...entries]);
  addUsage(draft, change.usage);
  return { outcome: "saved", saved: { addedBytes, embeddingBytes, usage: usageOf(draft) } } as const;
}

/** The source, file and scope of a passage. */
interface Owner {
  readonly source: Passage["source"];
  readonly scope: number;
  readonly file: StoredFile | null;
}

const nowhere: Place = { page: null, heading: null };

/**
 * Adds passages with their records. Vectors of an embedder that the store is still moving to are
 * not stored.
 */
export function addPassages(
  { draft, embedder }: WriteContext,
  { source, scope, file }: Owner,
  passages: readonly (NewPassage & { readonly place?: Place })[],
): Passage[] {
  const isStored = passages.length === 0 || acceptsVectors(embeddersOf(draft), embedder, "save");
  return passages.map(({ records, place = nowhere, ...own }) => {
    draft.last.passage += 1;
    const passage: Passage = {
      ...{
        ...own,
        place,
        scope,
        number: draft.last.passage,
        fileId: file?.id ?? null,
        words: [],
        records: [],
      },
      source: { id: source.id, createdAt: source.createdAt },
      vector: isStored ? own.vector : new Float32Array(draft.embedder.dimensions),
    };
    index(passage, file);
    addRecords(draft, passage, records);
    draft.passages.push(passage);
    return passage;
  });
}

/** Computes the index words of a passage. The name of its file is among them. */
export function index(passage: Passage, file: StoredFile | null): void {
  const { heading } = passage.place;
  passage.words = passageWords({ ...passage, heading, fileName: file?.name ?? null });
}

/** Adds records to a passage. */
export function addRecords(draft: Contents, passage: Passage, records: readonly NewRecord[]): void {
  for (const record of records) {
    draft.last.record += 1;
    passage.records.push({ number: draft.last.record, record: recordIn(passage, record), passage });
  }
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
function close(draft: Contents, closing: Change["closings"][number]): AuditEntry | undefined {
  const found = claimsOf(draft.passages).find(({ record }) => record.id === closing.recordId);
  if (found === undefined || found.record.superseded_by !== (closing.formerSuccessor ?? null))
    return undefined;
  const validTo = closing.validTo ?? found.record.valid_from ?? found.passage.saidAt;
  return end(found, { valid_to: validTo, superseded_by: closing.supersededBy });
}

/** Ends a record. @returns its audit entry */
export function end(claim: Claim, ended: Pick<MemoryRecord, "valid_to" | "superseded_by">): AuditEntry {
  claim.record = { ...claim.record, ...ended };
  return endedEntry(claim.record, ended.superseded_by, claim.passage.scope);
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
export function pruneAudit(draft: Contents, storeId: string, pruning: AuditPruning): AuditPruned {
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
