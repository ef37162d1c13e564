/**
 * What a memory store contains: plain values. A write makes new contents, which replace the former
 * ones when it has succeeded. So a reader of the former contents still sees one state.
 */
import type { Usage } from "../../accounts/meter.js";
import type { AuditCheckpoint, AuditRow } from "../../contract/maintenance/audit.js";
import type { MemoryRecord } from "../../contract/record.js";
import { canonicalScope, type Scope } from "../../contract/scope.js";
import { type AuditEntry, nextRow } from "../shared/audit-chain.js";
import { startOf } from "../shared/audit-pruning.js";
import type { EmbedderName, StoreEmbedders } from "../shared/embedders.js";
import type { NewPassage, Place, StoredFile, UsageDelta } from "../store.js";

/** Scopes have numbers, which identify nobody; 0 is the number of no scope. */
export interface Scoped {
  readonly scope: number;
}

/** A passage with its records, and with what it is found by. */
export interface Passage extends Omit<NewPassage, "records">, Scoped {
  readonly number: number;
  readonly source: { readonly id: string; readonly createdAt: string };
  /** Id of its file; null for what was said. */
  readonly fileId: string | null;
  readonly place: Place;
  /** Index words, with repetitions. */
  readonly words: readonly string[];
  readonly records: readonly { readonly number: number; readonly record: MemoryRecord }[];
}

/** A record, and the passage that it belongs to. */
export interface Claim {
  readonly number: number;
  readonly record: MemoryRecord;
  readonly passage: Passage;
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
  readonly files: readonly (StoredFile & Scoped)[];
  /** In the order of their numbers. */
  readonly passages: readonly Passage[];
  readonly answers: readonly Answer[];
  readonly audit: readonly AuditRow[];
  /** Of the audit rows that were removed. */
  readonly checkpoint: AuditCheckpoint | undefined;
  readonly counted: UsageDelta;
  /** The highest numbers given so far. Numbers are not used again. */
  readonly last: { readonly passage: number; readonly record: number; readonly scope: number };
}

/** The contents that a write is making. The write replaces their fields. */
export type Draft = { -readonly [Field in keyof Contents]: Contents[Field] };

/** Returns the contents of a new store. */
export function emptyContents(embedder: EmbedderName): Contents {
  const counted = { requests: 0, tokens: 0, spendMicros: 0 };
  const last = { passage: 0, record: 0, scope: 0 };
  return {
    embedder,
    move: undefined,
    scopes: [],
    files: [],
    passages: [],
    answers: [],
    audit: [],
    checkpoint: undefined,
    counted,
    last,
  };
}

/** Returns all records of some passages, in insertion order. */
export function claimsOf(passages: readonly Passage[]): Claim[] {
  const claims = passages.flatMap((passage) => passage.records.map((one) => ({ ...one, passage })));
  return claims.sort((one, other) => one.number - other.number);
}

/** Returns the embedder of the vectors, and the one that the store is moving to. */
export function embeddersOf({ embedder, move }: Contents): StoreEmbedders {
  return { stored: embedder, next: move?.embedder };
}

/** Returns the totals of a store. */
export function usageOf(contents: Contents): Usage {
  return { ...contents.counted, storageUsed: storageOf(contents) };
}

/**
 * Returns the bytes of everything stored. They are computed from the contents, so that erasing what
 * was added restores the former number. That a record has ended adds nothing.
 */
export function storageOf({ embedder, scopes, files, passages, answers }: Contents): number {
  const sources = new Map(passages.map(({ source }) => [source.id, source]));
  const texts = passages.map(({ text, prompt, speaker, digest, mentions, place, records }) => {
    const claims = records.map(({ record: { valid_to: _, superseded_by: __, ...record } }) => record);
    return { text, prompt, speaker, digest, mentions, place, claims };
  });
  const bytes = [...scopes, ...files, ...sources.values(), ...texts].map(bytesOf);
  const all = [...bytes, ...answers.map((answer) => answer.bytes), vectorBytes(embedder, passages)];
  return all.reduce((sum, one) => sum + one, 0);
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

/** Appends rows to the audit trail. */
export function audit(
  draft: Draft,
  by: { readonly at: string; readonly actor: string },
  entries: readonly AuditEntry[],
): void {
  const rows = [...draft.audit];
  for (const entry of entries) rows.push(nextRow(rows.at(-1) ?? startOf(draft.checkpoint), by, entry));
  draft.audit = rows;
}
