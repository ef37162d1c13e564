/**
 * Scopes: each set of labels has a number, which rows of that scope carry; 0 means no scope. Labels
 * may be personal data: a scope's row is deleted with its last passage.
 */
import { canonicalScope, type Scope } from "../../../contract/scope.js";
import type { Corpus, StoreStatistics, Visibility } from "../../store.js";
import type { StoreRow } from "../database/store-row.js";
import type { Transaction } from "../database/transaction.js";
import type { VisibleScopes } from "./criteria.js";

/** The scope number of rows that have no scope. */
export const noScope = 0;

/** Returns the labels that a call writes under; null for none. */
export function labelsOf(visibility: Visibility): Scope | null {
  return visibility === "everything" ? null : visibility.scope;
}

/** The scopes that a call sees. */
export interface Visible {
  /** Their numbers; absent: every scope. */
  readonly scopes: VisibleScopes;
  /** What they contain together; absent if every scope is visible: see {@link countAll}. */
  readonly counts: ScopeCounts | undefined;
}

/** Returns the scopes that a call sees. */
export async function visibleScopes(
  tx: Transaction,
  visibility: Visibility,
  { unscoped }: StoreRow,
): Promise<Visible> {
  if (visibility === "everything") return { scopes: undefined, counts: undefined };
  const { scope, includeUnscoped = false } = visibility;
  const [passages, words, filePassages, fileWords] = unscoped;
  const ofUnscoped = { id: noScope, passages, words, filePassages, fileWords };
  if (scope === null) return { scopes: [noScope], counts: ofUnscoped };
  const including = await tx.rows<ScopeCounts & { readonly id: number }>(
    `select id, passages, words, file_passages as "filePassages", file_words as "fileWords"
     from scopes where store_id = $1 and pairs @> $2::text[] order by id`,
    [pairsOf(scope)],
  );
  const visible = includeUnscoped ? [ofUnscoped, ...including] : including;
  return { scopes: visible.map(({ id }) => id), counts: visible.reduce(plus, nothing) };
}

/** Returns the number of exactly these labels; `undefined` if nothing was saved under them. */
export async function scopeNumber(tx: Transaction, scope: Scope | null): Promise<number | undefined> {
  if (scope === null) return noScope;
  const row = await tx.row<{ id: number }>("select id from scopes where store_id = $1 and labels = $2", [
    canonicalScope(scope),
  ]);
  return row?.id;
}

/** Adds a scope with a number that was never used. */
export async function addScope(tx: Transaction, id: number, scope: Scope): Promise<void> {
  await tx.rows("insert into scopes (store_id, id, labels, pairs) values ($1, $2, $3, $4::text[])", [
    id,
    canonicalScope(scope),
    pairsOf(scope),
  ]);
}

/** Returns each label as one text. */
export function pairsOf(scope: Scope): string[] {
  return Object.entries(scope).map((label) => JSON.stringify(label));
}

/** Contents of a scope, or changes to them. */
export interface ScopeCounts {
  readonly passages: number;
  readonly words: number;
  readonly filePassages: number;
  readonly fileWords: number;
}

/** The counts of an empty scope. */
export const nothing: ScopeCounts = { passages: 0, words: 0, filePassages: 0, fileWords: 0 };

/** Returns the sum of two counts. */
export function plus(one: ScopeCounts, other: ScopeCounts): ScopeCounts {
  return {
    passages: one.passages + other.passages,
    words: one.words + other.words,
    filePassages: one.filePassages + other.filePassages,
    fileWords: one.fileWords + other.fileWords,
  };
}

/** Returns the contents of all scopes together. */
export async function countAll(tx: Transaction): Promise<ScopeCounts> {
  const row = await tx.row<ScopeCounts>(
    `select coalesce(sum(passages), 0)::bigint as passages, coalesce(sum(words), 0)::bigint as words,
       coalesce(sum(file_passages), 0)::bigint as "filePassages", coalesce(sum(file_words), 0)::bigint as "fileWords"
     from scopes where store_id = $1`,
  );
  return row!;
}

/** Returns the statistics of the given contents. */
export function statisticsOf({
  passages,
  words,
  filePassages,
  fileWords,
}: ScopeCounts): Readonly<Record<Corpus, StoreStatistics>> {
  return {
    said: { passages, averageWordCount: words / passages || 0 },
    files: { passages: filePassages, averageWordCount: fileWords / filePassages || 0 },
  };
}
