/**
 * What a memory store contains: plain values. A write changes a copy, which replaces the contents
 * when it has succeeded. So a reader of the former contents still sees one state.
 */
import type { Usage } from "../../accounts/meter.js";
import type { AuditCheckpoint, AuditRow } from "../../contract/maintenance/audit.js";
import type { MemoryRecord } from "../../contract/record.js";
import { canonicalScope, type Scope } from "../../contract/scope.js";
import { type AuditEntry, nextRow } from "../shared/audit-chain.js";
import { startOf } from "../shared/audit-pruning.js";
import type { EmbedderName, StoreEmbedders } from "../shared/embedders.js";
import type { NewPassage, Place, StoredFile, UsageDelta } from "../store.js";

/** Scopes have numbers, which identify nobody; records without a scope have 0. */
export interface Scoped {
  readonly scope: number;
}

/** A passage with its records, and with the words and vectors by which searches find it. */
export interface Passage extends Omit<NewPassage, "records" | "vector">, Scoped {
  readonly number: number;
  readonly source: { readonly id: string; readonly createdAt: string };
  /** Id of its file; null for a passage of a conversation. */
  readonly fileId: string | null;
  readonly place: Place;
  vector: Float32Array;
  /**
   * During a move to another embedder: the vector of the new embedder. Absent until the passage is
   * embedded again.
   */
  nextVector?: Float32Array;
  /** Index words, with repetitions. */
  words: readonly string[];
  readonly records: Claim[];
}

/** A record, and the passage that it belongs to. */
export interface Claim {
  readonly number: number;
  record: MemoryRecord;
  readonly passage: Passage;
}

/** An answer stored under an idempotency key. */
export interface Answer extends Scoped {
  readonly key: string;
  payload: string;
  readonly at: string;
  readonly bytes: number;
  readonly recordIds: readonly string[];
}

/** Everything in a memory store. Only the copy of a write is changed. */
export interface Contents {
  embedder: EmbedderName;
  /** The embedder that the store is moving to. */
  nextEmbedder: EmbedderName | undefined;
  scopes: { readonly number: number; readonly labels: Scope }[];
  files: (StoredFile & Scoped)[];
  /** In the order of their numbers. */
  passages: Passage[];
  answers: Answer[];
  audit: AuditRow[];
  /** The checkpoint of the audit rows that were removed. */
  checkpoint: AuditCheckpoint | undefined;
  counted: UsageDelta;
  /** The highest numbers given so far. Numbers are not used again. */
  last: { passage: number; record: number; scope: number };
}

/** Returns the contents of a new store. */
export function emptyContents(embedder: EmbedderName): Contents {
  return {
    ...{ embedder, nextEmbedder: undefined, checkpoint: undefined },
    ...{ scopes: [], files: [], passages: [], answers: [], audit: [] },
    counted: { requests: 0, tokens: 0, spendMicros: 0 },
    last: { passage: 0, record: 0, scope: 0 },
  };
}

/** Returns a copy that a write may change. */
export function copyOf(contents: Contents): Contents {
  const passages = contents.passages.map((one) => {
    const passage: Passage = { ...one, records: [] };
    passage.records.push(...one.records.map((claim) => ({ ...claim, passage })));
    return passage;
  });
  const { scopes, files, answers, audit, last } = contents;
  const lists = { scopes: [...scopes], files: [...files], answers: [...answers], audit: [...audit] };
  return { ...contents, ...lists, passages, last: { ...last } };
}

/** Returns all records of the given passages, in insertion order. */
export function claimsOf(passages: readonly Passage[]): Claim[] {
  return passages.flatMap(({ records }) => records).sort((one, other) => one.number - other.number);
}

/** Returns the embedder of the vectors, and the one that the store is moving to. */
export function embeddersOf({ embedder, nextEmbedder }: Contents): StoreEmbedders {
  return { stored: embedder, next: nextEmbedder };
}

/** Returns the totals of a store. */
export function usageOf(contents: Contents): Usage {
  return { ...contents.counted, storageUsed: storageOf(contents) };
}

/**
 * Returns the bytes of everything stored. They are computed from the contents, so that erasing what
 * was added restores the former number. The end of a record adds nothing.
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
export function addUsage(draft: Contents, delta: UsageDelta): void {
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
export function ensureScope(draft: Contents, scope: Scope | null): number {
  const known = scopeNumber(draft, scope);
  if (known !== undefined || scope === null) return known ?? 0;
  draft.last.scope += 1;
  draft.scopes.push({ number: draft.last.scope, labels: scope });
  return draft.last.scope;
}

/** Appends rows to the audit trail. */
export function audit(
  draft: Contents,
  by: { readonly at: string; readonly actor: string },
  entries: readonly AuditEntry[],
): void {
  for (const entry of entries)
    draft.audit.push(nextRow(draft.audit.at(-1) ?? startOf(draft.checkpoint), by, entry));
}
