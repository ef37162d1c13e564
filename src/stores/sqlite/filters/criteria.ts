/**
 * A scope as SQL over the alias `r` of `records`. The same text is used wherever records are picked, so that no query has its own
 * idea of what counts.
 */
import type { MetadataFilter } from "../../../contract/record.js";
import type { Criteria } from "../../store.js";
import { noScope } from "../tables/scope-table.js";
import { matchesFilter } from "./metadata-filter.js";

/** Criteria, and the numbers of the scopes that are seen; absent: whatever scope. */
export type SeenCriteria = Criteria & { readonly scopes?: readonly number[] | undefined };

export interface CriteriaSql {
  /** Holds for records that count. */
  readonly counts: string;
  /** Holds for records that are no longer true in this scope, of whatever type and metadata. Expired ones are not told of at all. */
  readonly ended: string;
  /** Values of the named parameters of both. */
  readonly parameters: CriteriaParameters;
  /**
   * True where the scope leaves out more than what was superseded, ended or expired: its records must be picked first, not last (`picked-passages`). A
   * corpus alone does not: the indexes keep the two apart.
   */
  readonly narrow: boolean;
}

export interface CriteriaParameters {
  readonly now: number;
  readonly as_of: number | null;
  readonly types: string | null;
  readonly filter: string | null;
  readonly scope: number;
  readonly scopes: string;
}

const unexpired = "(r.expires_at is null or r.expires_at > @now)";
const began = "coalesce(r.valid_from, (select said_at from passages where id = r.passage)) <= @as_of";

/** Holds for records that are true now, whatever else is asked of them. Parameter `now`. */
export const isCurrent = `${unexpired} and r.superseded_by is null and (r.valid_to is null or r.valid_to > @now)`;

/** Holds for records of passages that are few. Parameter `few`, a JSON list. */
export const isFew = "r.passage in (select value from json_each(@few))";

/**
 * SQL that picks the records of a scope. It names a type as `+r.type`, as all SQL does that picks records by something else too: SQLite would take the index of
 * types for as good as any other, and read all facts there are.
 */
export function criteriaSql(scope: SeenCriteria): CriteriaSql {
  const { types, filter } = { types: scope.types, filter: filterJson(scope.filter) };
  const counts = [inScopes(scope.scopes), unexpired, ...truth(scope)];
  if (types !== undefined) counts.push("+r.type in (select value from json_each(@types))");
  if (filter !== null) counts.push(metadataCondition(scope.filter!));
  if (scope.corpus !== undefined) counts.push(`+r.type ${scope.corpus === "files" ? "=" : "<>"} 'file'`);
  return {
    counts: counts.join(" and "),
    ended: `${inScopes(scope.scopes)} and ${unexpired} and ${ended(scope)}`,
    parameters: {
      now: Date.parse(scope.now),
      as_of: scope.asOf === undefined ? null : Date.parse(scope.asOf),
      types: types === undefined ? null : JSON.stringify(types),
      filter,
      ...scopeParameters(scope.scopes),
    },
    narrow: isNarrow(scope),
  };
}

/**
 * Holds for rows of an alias that belong to some scopes, where something else leads to them: the plus keeps SQLite from reading all rows of a scope instead. Parameters as
 * {@link scopeParameters}.
 */
export function inScopes(scopes: readonly number[] | undefined, alias = "r"): string {
  return byScopes(scopes, `+${alias}`);
}

/** The same, where an index of rows by their scope leads to them. */
export function byScopes(scopes: readonly number[] | undefined, alias = "r"): string {
  if (scopes === undefined) return "true";
  return scopes.length === 1
    ? `${alias}.scope = @scope`
    : `${alias}.scope in (select value from json_each(@scopes))`;
}

export function scopeParameters(scopes: readonly number[] | undefined): {
  readonly scope: number;
  readonly scopes: string;
} {
  return { scope: scopes?.[0] ?? noScope, scopes: JSON.stringify(scopes ?? []) };
}

/** See {@link CriteriaSql.narrow}. */
export function isNarrow({ types, filter, asOf }: Criteria): boolean {
  return types !== undefined || filterJson(filter) !== null || asOf !== undefined;
}

/** Where a filter does not hold of nothing, records without metadata are not even asked. */
function metadataCondition(filter: MetadataFilter): string {
  const asked = "metadata_matches(r.metadata, @filter)";
  return matchesFilter({}, filter) ? asked : `r.metadata is not null and ${asked}`;
}

/** The filter as a parameter of the SQL function `metadata_matches`; null where it asks for nothing. */
export function filterJson(filter: MetadataFilter | undefined): string | null {
  return filter === undefined || Object.keys(filter).length === 0 ? null : JSON.stringify(filter);
}

function truth({ asOf, includeSuperseded }: Criteria): string[] {
  if (asOf !== undefined)
    return includeSuperseded ? [began] : [began, "(r.valid_to is null or r.valid_to > @as_of)"];
  return includeSuperseded ? [] : ["r.superseded_by is null", "(r.valid_to is null or r.valid_to > @now)"];
}

function ended({ asOf }: Criteria): string {
  return asOf === undefined
    ? "(r.superseded_by is not null or r.valid_to <= @now)"
    : "coalesce(r.valid_to <= @as_of, 0)";
}
