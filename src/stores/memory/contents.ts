/**
 * What a memory store contains: plain values. A write makes new contents, which replace the former
 * ones when it has succeeded. So a reader of the former contents still sees one state.
 */
import type { Usage } from "../../accounts/meter.js";
import type { AuditOperation, AuditRow } from "../../contract/maintenance/audit.js";
import type { MemoryRecord, RecordType } from "../../contract/record.js";
import { canonicalScope, type Scope } from "../../contract/scope.js";
import { auditHash, beforeTheFirst } from "../../hashing/audit-hash.js";
import type { EmbedderName } from "../shared/embedders.js";
import type { NewPassage, Place, StoredFile, UsageDelta } from "../store.js";

/** Scopes have numbers, which identify nobody; 0 is the number of no scope. */
interface Scoped {
  readonly scope: number;
}

/** A source: what one `remember` call brought. */
export interface Source extends Scoped {
  readonly id: string;
  readonly createdAt: string;
}

/** A passage, with what it is found by. */
export interface Passage extends Omit<NewPassage, "records">, Scoped {
  readonly number: number;
  readonly sourceId: string;
  /** Id of its file; null for what was said. */
  readonly fileId: string | null;
  readonly place: Place;
  /** Index words, with repetitions. */
  readonly words: readonly string[];
  /** As `nameKey` returns them. */
  readonly names: ReadonlySet<string>;
}

/** A record, and the passage that it belongs to. */
export interface StoredRecord extends Scoped {
  readonly number: number;
  readonly passage: number;
  readonly record: MemoryRecord;
  readonly isStanding: boolean;
}

/** An answer stored under an idempotency key. */
export interface Answer extends Scoped {
  readonly key: string;
  readonly payload: string;
  readonly at: string;
  readonly bytes: number;
  readonly recordIds: readonly string[];
}

/** A move to another embedder: the new vectors of all passages up to a number. */
export interface Move {
  readonly embedder: EmbedderName;
  readonly vectors: ReadonlyMap<number, Float32Array>;
  readonly through: number;
}

/** Everything in a memory store. */
export interface Contents {
  readonly embedder: EmbedderName;
  readonly move: Move | undefined;
  readonly scopes: readonly { readonly number: number; readonly labels: Scope }[];
  readonly sources: readonly Source[];
  readonly files: readonly (StoredFile & Scoped)[];
  readonly passages: readonly Passage[];
  readonly records: readonly StoredRecord[];
  readonly answers: readonly Answer[];
  readonly audit: readonly AuditRow[];
  readonly counted: UsageDelta;
  /** The highest numbers given so far. Numbers are not used again. */
  readonly last: { readonly passage: number; readonly record: number; readonly scope: number };
}

/** The contents that a write is making. The write replaces their fields. */
export type Draft = { -readonly [Field in keyof Contents]: Contents[Field] };

/** Returns the contents of a new store. */
export function emptyContents(embedder: EmbedderName): Contents {
  const none = { scopes: [], sources: [], files: [], passages: [], records: [], answers: [], audit: [] };
  const counted = { requests: 0, tokens: 0, spendMicros: 0 };
  return { ...none, embedder, move: undefined, counted, last: { passage: 0, record: 0, scope: 0 } };
}

/** Returns the totals of a store. */
export function usageOf(contents: Contents): Usage {
  return { ...contents.counted, storageUsed: storageOf(contents) };
}

/**
 * Returns the bytes of everything stored. They are computed from the contents, so that erasing what
 * was added restores the former number.
 */
export function storageOf(contents: Contents): number {
  const { scopes, sources, files, passages, records, answers } = contents;
  const texts = passages.map(({ text, prompt, speaker, digest, mentions, place }) =>
    bytesOf([text, prompt, speaker, digest, mentions, place]),
  );
  const plain = [...scopes.map(({ labels }) => labels), ...sources, ...files].map(bytesOf);
  const claims = records.map(({ record: { valid_to: _, superseded_by: __, ...record } }) => bytesOf(record));
  const kept = answers.map(({ bytes }) => bytes);
  return sum([...texts, ...plain, ...claims, ...kept]) + vectorBytes(contents.embedder, passages);
}

/** Returns the bytes of the vectors of passages; a zero vector takes none. */
export function vectorBytes(
  { dimensions }: EmbedderName,
  passages: readonly Pick<Passage, "vector">[],
): number {
  const bytesEach = dimensions * Float32Array.BYTES_PER_ELEMENT;
  return bytesEach * passages.filter(({ vector }) => hasDirection(vector)).length;
}

/** Returns true unless the vector is zero. */
export function hasDirection(vector: Float32Array): boolean {
  return vector.some((component) => component !== 0);
}

/** Returns the bytes of a value as JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Adds a call's usage to the totals. */
export function addUsage(draft: Draft, delta: UsageDelta): void {
  const { requests, tokens, spendMicros } = draft.counted;
  draft.counted = {
    requests: requests + delta.requests,
    tokens: tokens + delta.tokens,
    spendMicros: spendMicros + delta.spendMicros,
  };
}

/** Returns the number of exactly these labels; `undefined` if nothing was saved under them. */
export function scopeNumber({ scopes }: Contents, scope: Scope | null): number | undefined {
  if (scope === null) return 0;
  const name = canonicalScope(scope);
  return scopes.find(({ labels }) => canonicalScope(labels) === name)?.number;
}

/** Returns the same number, and adds the scope if needed. */
export function ensureScope(draft: Draft, scope: Scope | null): number {
  const known = scopeNumber(draft, scope);
  if (known !== undefined || scope === null) return known ?? 0;
  const number = draft.last.scope + 1;
  draft.last = { ...draft.last, scope: number };
  draft.scopes = [...draft.scopes, { number, labels: scope }];
  return number;
}

/** What an audit row says about one change. */
export interface AuditEntry extends Scoped {
  readonly operation: AuditOperation;
  readonly recordId: string | null;
  readonly recordType: RecordType | null;
  readonly reason: string | null;
}

/** Appends rows to the audit trail, each with the hash of the one before. */
export function audit(
  draft: Draft,
  { at, actor }: { readonly at: string; readonly actor: string },
  entries: readonly AuditEntry[],
): void {
  const rows = [...draft.audit];
  for (const { operation, recordId, recordType, reason, scope } of entries) {
    const last = rows.at(-1) ?? beforeTheFirst;
    const row = {
      ...{ seq: last.seq + 1, at, actor, operation, record_id: recordId, record_type: recordType, reason },
      ...(scope === 0 ? {} : { scope }),
      previous_hash: last.hash,
    };
    rows.push({ ...row, hash: auditHash(row) });
  }
  draft.audit = rows;
}
