/**
 * Scopes: each set of labels has a number, which rows of that scope carry; 0 means no scope. Labels
 * may be personal data: a scope's row is deleted with its last passage.
 */
import { canonicalScope, type Scope } from "../../../contract/scope.js";
import type { Corpus, StoreStatistics, Visibility } from "../../store.js";
import type { Transaction } from "../database/transaction.js";
import type { VisibleScopes } from "./criteria.js";

/** The number of rows without a scope. */
export const noScope = 0;

/** Returns the labels that a call writes under; null for none. */
export function labelsOf(visibility: Visibility): Scope | null {
  return visibility === "everything" ? null : visibility.scope;
}

/** Returns the numbers of the scopes that a call sees; absent: every scope. */
export async function visibleScopes(tx: Transaction, visibility: Visibility): Promise<VisibleScopes> {
  if (visibility === "everything") return undefined;
  const { scope, includeUnscoped = false } = visibility;
  if (scope === null) return [noScope];
  const including = await tx.rows<{ id: number }>(
    "select id from scopes where store_id = $1 and pairs @> $2::text[] order by id",
    [pairsOf(scope)],
  );
  const numbers = including.map(({ id }) => id);
  return includeUnscoped ? [noScope, ...numbers] : numbers;
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

/** Adds to the counts of a scope. */
export async function countScope(
  tx: Transaction,
  id: number,
  { passages, words, filePassages, fileWords }: ScopeCounts,
): Promise<void> {
  await tx.rows(
    `update scopes set passages = passages + $3, words = words + $4, file_passages = file_passages + $5,
       file_words = file_words + $6 where store_id = $1 and id = $2`,
    [id, passages, words, filePassages, fileWords],
  );
}

/** Returns the statistics of the visible scopes together. */
export async function statisticsOf(
  tx: Transaction,
  scopes: VisibleScopes,
): Promise<Readonly<Record<Corpus, StoreStatistics>>> {
  const among = scopes === undefined ? "" : "and id = any($2::integer[])";
  const row = await tx.row<ScopeCounts>(
    `select coalesce(sum(passages), 0)::bigint as passages, coalesce(sum(words), 0)::bigint as words,
       coalesce(sum(file_passages), 0)::bigint as "filePassages", coalesce(sum(file_words), 0)::bigint as "fileWords"
     from scopes where store_id = $1 ${among}`,
    scopes === undefined ? [] : [scopes],
  );
  const { passages, words, filePassages, fileWords } = row!;
  return {
    said: { passages, averageWordCount: words / passages || 0 },
    files: { passages: filePassages, averageWordCount: fileWords / filePassages || 0 },
  };
}
