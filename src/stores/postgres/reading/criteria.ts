/**
 * Criteria as SQL over the aliases `r` of `records` and `p` of its passage. Every query uses this
 * text, so that all of them agree on which records match.
 */
import type { Criteria } from "../../store.js";
import type { Bound } from "../database/transaction.js";
import { metadataSql } from "./metadata-sql.js";

/** The numbers of the visible scopes; absent: every scope is visible. */
export type VisibleScopes = readonly number[] | undefined;

/** Records with their passages, by the aliases `r` and `p`. `$1` is the id of the store. */
export const recordsWithPassages = `records r join passages p on p.store_id = r.store_id and p.id = r.passage`;

/** SQL condition: rows of the aliases `r` and `p` are of the store. */
export const ofStore = "r.store_id = $1 and p.store_id = $1";

/** Returns the SQL condition that a row belongs to a visible scope. */
export function inScopes(bound: Bound, scopes: VisibleScopes, alias: string): string {
  if (scopes === undefined) return "true";
  const [first] = scopes;
  return scopes.length === 1
    ? `${alias}.scope = ${bound.add(first)}::integer`
    : `${alias}.scope = any(${bound.add(scopes)}::integer[])`;
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

/** Returns the SQL condition that a record matches the criteria. */
export function matches(bound: Bound, criteria: Criteria, scopes: VisibleScopes): string {
  const { types, filter, corpus } = criteria;
  const conditions = [
    inScopes(bound, scopes, "r"),
    unexpired(bound, criteria.now),
    ...times(bound, criteria),
    ...(types === undefined ? [] : [`r.type = any(${bound.add(types)}::text[])`]),
    ...(filter === undefined ? [] : metadataSql(bound, filter)),
    ...(corpus === undefined ? [] : [`r.type ${corpus === "files" ? "=" : "<>"} 'file'`]),
  ];
  return conditions.join(" and ");
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
