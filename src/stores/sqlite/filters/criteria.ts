/**
 * Criteria as SQL over the alias `r` of `records`. Every query uses this text, so that all of them
 * agree on which records match.
 */
import type { MetadataFilter } from "../../../contract/record.js";
import { matchesFilter } from "../../shared/metadata-filter.js";
import type { Criteria } from "../../store.js";
import { noScope } from "../tables/scope-table.js";

/** Criteria with the numbers of the visible scopes. Without `scopes`, every scope is visible. */
export type VisibleCriteria = Criteria & { readonly scopes?: readonly number[] | undefined };

/** Criteria as SQL conditions. */
export interface CriteriaSql {
  /** SQL condition: the record matches the criteria. */
  readonly matches: string;
  /**
   * SQL condition: the record is no longer true under these criteria, whatever its type and
   * metadata. Expired records never meet it.
   */
  readonly endedCondition: string;
  /** Values of the named parameters of both conditions. */
  readonly parameters: CriteriaParameters;
  /**
   * True if the criteria exclude more than superseded, ended and expired records. A search then
   * prefilters (see `prefilter`) instead of checking its results. A corpus alone does not count:
   * each corpus has indexes of its own.
   */
  readonly isNarrow: boolean;
}

/** Values of the named parameters. */
export interface CriteriaParameters {
  readonly now: number;
  readonly as_of: number | null;
  readonly types: string | null;
  readonly filter: string | null;
  readonly scope: number;
  readonly scopes: string;
}

const unexpired = "(r.expires_at is null or r.expires_at > @now)";
const hasBegun = "coalesce(r.valid_from, (select said_at from passages where id = r.passage)) <= @as_of";

/** SQL condition: the record is true now. Parameter `now`. */
export const isCurrent = `${unexpired} and r.superseded_by is null and (r.valid_to is null or r.valid_to > @now)`;

/**
 * SQL condition: the record's passage is in a list. Parameter `few`, a JSON list of passage
 * numbers.
 */
export const isFew = "r.passage in (select value from json_each(@few))";

/**
 * Returns the SQL conditions of the criteria. They write `+r.type`, as does every query that has
 * another way to find its records: the plus stops SQLite from using the index of types. SQLite
 * would rank that index as high as any other, but it leads to every fact in the store.
 */
export function criteriaSql(criteria: VisibleCriteria): CriteriaSql {
  const { types, filter } = { types: criteria.types, filter: filterJson(criteria.filter) };
  const matches = [inScopes(criteria.scopes), unexpired, ...timeConditions(criteria)];
  if (types !== undefined) matches.push("+r.type in (select value from json_each(@types))");
  if (filter !== null) matches.push(metadataCondition(criteria.filter!));
  if (criteria.corpus !== undefined)
    matches.push(`+r.type ${criteria.corpus === "files" ? "=" : "<>"} 'file'`);
  return {
    matches: matches.join(" and "),
    endedCondition: `${inScopes(criteria.scopes)} and ${unexpired} and ${endedCondition(criteria)}`,
    parameters: {
      now: Date.parse(criteria.now),
      as_of: criteria.asOf === undefined ? null : Date.parse(criteria.asOf),
      types: types === undefined ? null : JSON.stringify(types),
      filter,
      ...scopeParameters(criteria.scopes),
    },
    isNarrow: isNarrow(criteria),
  };
}

/**
 * SQL condition: the row (of an alias) belongs to one of the given scopes. For queries that find
 * their rows by another index: the plus stops SQLite from reading all rows of a scope instead.
 * Parameters: {@link scopeParameters}.
 */
export function inScopes(scopes: readonly number[] | undefined, alias = "r"): string {
  return byScopes(scopes, `+${alias}`);
}

/** The same condition for queries that find their rows by an index that starts with the scope. */
export function byScopes(scopes: readonly number[] | undefined, alias = "r"): string {
  if (scopes === undefined) return "true";
  return scopes.length === 1
    ? `${alias}.scope = @scope`
    : `${alias}.scope in (select value from json_each(@scopes))`;
}

/** Returns the values of the parameters of {@link inScopes} and {@link byScopes}. */
export function scopeParameters(scopes: readonly number[] | undefined): {
  readonly scope: number;
  readonly scopes: string;
} {
  return { scope: scopes?.[0] ?? noScope, scopes: JSON.stringify(scopes ?? []) };
}

/** See {@link CriteriaSql.isNarrow}. */
export function isNarrow({ types, filter, asOf }: Criteria): boolean {
  return types !== undefined || filterJson(filter) !== null || asOf !== undefined;
}

/**
 * If an empty object does not match the filter, records without metadata are excluded before the
 * filter runs.
 */
function metadataCondition(filter: MetadataFilter): string {
  const matches = "metadata_matches(r.metadata, @filter)";
  return matchesFilter({}, filter) ? matches : `r.metadata is not null and ${matches}`;
}

/**
 * The filter as a parameter of the SQL function `metadata_matches`; null if it has no condition.
 */
export function filterJson(filter: MetadataFilter | undefined): string | null {
  return filter === undefined || Object.keys(filter).length === 0 ? null : JSON.stringify(filter);
}

function timeConditions({ asOf, includeSuperseded }: Criteria): string[] {
  if (asOf !== undefined)
    return includeSuperseded ? [hasBegun] : [hasBegun, "(r.valid_to is null or r.valid_to > @as_of)"];
  return includeSuperseded ? [] : ["r.superseded_by is null", "(r.valid_to is null or r.valid_to > @now)"];
}

function endedCondition({ asOf }: Criteria): string {
  return asOf === undefined
    ? "(r.superseded_by is not null or r.valid_to <= @now)"
    : "coalesce(r.valid_to <= @as_of, 0)";
}
