/**
 * Criteria as SQL over the aliases `r` of `records` and `p` of its passage. Every query uses this
 * text, so that all of them agree on which records match.
 *
 * Plans must be right without statistics: after an import the server has none, until it analyses
 * the tables. It then assumes that every store and every scope has only a few rows, and begins with
 * these, so it would read a whole store instead of looking up some passages. So the index of a
 * query does not depend on what the server estimates: a joined row is looked up in a subquery with
 * `offset 0`, which the planner does not merge into the query, and a condition that must not select
 * an index is written as `(…) is true`.
 */
import type { Criteria } from "../../store.js";
import type { Bound } from "../database/transaction.js";
import { metadataSql } from "./metadata-sql.js";

/** The numbers of the visible scopes; absent: every scope is visible. */
export type VisibleScopes = readonly number[] | undefined;

/** Records with their passages, by the aliases `r` and `p`. `$1` is the id of the store. */
export const recordsWithPassages = `records r ${passageOf("r.passage")}`;

/** Returns SQL of the records with the given ids, as `r`. */
export function recordsByIds(bound: Bound, ids: readonly string[]): string {
  return lookedUp({ table: "records", column: "uuid", among: `${bound.add([...new Set(ids)])}::text[]` });
}

/** Joins the records of passages (alias `p`), as `r`. */
export const andTheirRecords = `cross join lateral
  (select * from records r where r.store_id = $1 and r.passage = p.id offset 0) r`;

/** Passages with their records, for conditions of the passage: `p` is looked up first. */
export const passagesWithRecords = `passages p ${andTheirRecords}`;

/** SQL condition: rows of the aliases `r` and `p` are of the store. */
export const ofStore = "r.store_id = $1 and p.store_id = $1";

/**
 * Returns the SQL condition that a row belongs to a visible scope. It selects no index: rows are
 * looked up by something else. See {@link byScopes}.
 */
export function inScopes(bound: Bound, scopes: VisibleScopes, alias: string): string {
  return scopes === undefined ? "true" : `(${byScopes(bound, scopes, alias)}) is true`;
}

/** Returns the same condition, for rows that an index of the scope finds in order. */
export function byScopes(bound: Bound, scopes: VisibleScopes, alias: string): string {
  if (scopes === undefined) return "true";
  const [first] = scopes;
  return scopes.length === 1
    ? `${alias}.scope = ${bound.add(first)}::integer`
    : `${alias}.scope = any(${bound.add(scopes)}::integer[])`;
}

/** Selects the rows of a table whose column has one of the given values. */
interface LookUp {
  /** Its first letter is its alias. */
  readonly table: "records" | "passages" | "names" | "words";
  readonly column: string;
  /** SQL of an array, with its type. Each value once. */
  readonly among: string;
}

/**
 * Returns SQL of rows that are looked up in an index one by one. For `= any(…)` the server may read
 * the whole store.
 */
export function lookedUp({ table, column, among }: LookUp): string {
  const alias = table.slice(0, 1);
  return `unnest(${among}) as wanted (one) cross join lateral
    (select * from ${table} ${alias} where ${alias}.store_id = $1 and ${alias}.${column} = wanted.one offset 0) ${alias}`;
}

/** Returns SQL of the records of the given passages, as `r`. @param numbers each once */
export function recordsOfPassages(bound: Bound, numbers: readonly number[]): string {
  return lookedUp({ table: "records", column: "passage", among: `${bound.add(numbers)}::integer[]` });
}

/** Returns SQL that joins the passage with a number, as `p`. */
export function passageOf(number: string): string {
  return `cross join lateral (select * from passages p where p.store_id = $1 and p.id = ${number} offset 0) p`;
}

/** Returns the SQL condition that a record has not expired. @param now ISO 8601 */
export function unexpired(bound: Bound, now: string): string {
  return `(r.expires_at is null or r.expires_at > ${bound.add(Date.parse(now))}::bigint)`;
}

/** Returns the SQL condition that a record is true now, whatever its type. @param now ISO 8601 */
export function isCurrent(bound: Bound, now: string): string {
  const at = `${bound.add(Date.parse(now))}::bigint`;
  return `(r.expires_at is null or r.expires_at > ${at}) and r.superseded_by is null and (r.valid_to is null or r.valid_to > ${at})`;
}

/**
 * Returns the SQL condition that a record matches the criteria.
 *
 * @param inScope how to select the scope: {@link byScopes} if an index of it finds the records
 */
export function matches(bound: Bound, criteria: Criteria, scopes: VisibleScopes, inScope = inScopes): string {
  const { types, filter, corpus } = criteria;
  const conditions = [
    inScope(bound, scopes, "r"),
    unexpired(bound, criteria.now),
    ...times(bound, criteria),
    ...(types === undefined ? [] : [`r.type = any(${bound.add(types)}::text[])`]),
    ...(filter === undefined ? [] : metadataSql(bound, filter)),
    ...(corpus === undefined ? [] : [`r.type ${corpus === "files" ? "=" : "<>"} 'file'`]),
  ];
  return conditions.join(" and ");
}

/** Returns the SQL condition that the passage with a number has a record that matches. */
export function withMatchingRecord(
  bound: Bound,
  criteria: Criteria,
  scopes: VisibleScopes,
  number = "p.id",
): string {
  return `exists (select 1 from records r where r.store_id = $1 and r.passage = ${number}
    and ${matches(bound, criteria, scopes)} offset 0)`;
}

/**
 * Returns the SQL condition that a record is no longer true under the criteria, whatever its type
 * and metadata. Expired records never meet it.
 */
export function hasEnded(bound: Bound, { now, asOf }: Criteria, scopes: VisibleScopes): string {
  const moment = `${bound.add(Date.parse(asOf ?? now))}::bigint`;
  const ended = `coalesce(r.valid_to <= ${moment}, false)`;
  return [
    inScopes(bound, scopes, "r"),
    unexpired(bound, now),
    asOf === undefined ? `(r.superseded_by is not null or ${ended})` : ended,
  ].join(" and ");
}

/** Returns true if the criteria exclude more than what is not true now. */
export function isNarrow({ types, filter, asOf }: Criteria): boolean {
  const hasFilter = filter !== undefined && Object.keys(filter).length > 0;
  return types !== undefined || hasFilter || asOf !== undefined;
}

function times(bound: Bound, { now, asOf, includeSuperseded }: Criteria): string[] {
  const notEnded = (at: string) => `(r.valid_to is null or r.valid_to > ${at})`;
  if (asOf === undefined)
    return includeSuperseded
      ? []
      : ["r.superseded_by is null", notEnded(`${bound.add(Date.parse(now))}::bigint`)];
  const at = `${bound.add(Date.parse(asOf))}::bigint`;
  const hasBegun = `coalesce(r.valid_from, p.said_at) <= ${at}`;
  return includeSuperseded ? [hasBegun] : [hasBegun, notEnded(at)];
}
