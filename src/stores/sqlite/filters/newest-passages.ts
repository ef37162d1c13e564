/** Finds the newest passages whose records meet a condition. */
import type { RulesRequest } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { byScopes, criteriaSql, isFew, type VisibleCriteria } from "./criteria.js";
import { PassageSelection } from "./passage-selection.js";
import type { Prefiltered } from "./prefilter.js";

/** What {@link newestPassages} reads. */
export interface NewestRequest {
  /**
   * SQL conditions over the alias `r` of `records`; a record must meet one of them. Each is read by
   * its own index, in the order of time.
   */
  readonly conditions: readonly string[];
  readonly parameters: object;
  readonly limit: number;
  readonly criteria: VisibleCriteria;
  /** The index to use. Set if SQLite would choose a slower one. */
  readonly index?: string;
  /** The passages that remain with the criteria; absent if the criteria are not narrow. */
  readonly prefiltered?: Prefiltered | undefined;
}

/**
 * Returns passage numbers, newest first. It reads records from the newest on until they belong to
 * enough passages. Grouping by passage first would read every record that meets the condition,
 * which for a time span can be the whole store (3.6 ms at 10,000 records). If few passages remain
 * with the criteria, only their records are read. If many do, their set is tested first: in a store
 * of a million, the records of the rules said after a past day took 50 ms.
 */
export function newestPassages(
  connection: Connection,
  { conditions, parameters, limit, criteria, prefiltered, index }: NewestRequest,
): number[] {
  if (conditions.length === 0) return [];
  const { shortList: few, set } = prefiltered ?? {};
  const isSelecting = few === undefined && set !== undefined;
  const sql = criteriaSql(criteria);
  const matches = isSelecting ? `${PassageSelection.condition("r.passage")} and ${sql.matches}` : sql.matches;
  const order = "order by occurred_at desc, id desc limit cast(@records as integer)";
  const named = index === undefined ? "" : `indexed by ${index}`;
  const from = few === undefined ? `records r ${named} where ${byScopes(criteria.scopes)} and` : fromFew;
  const parts = conditions.map(
    (condition) =>
      `select * from (select r.passage, r.occurred_at, r.id from ${from} ${condition} and ${matches} ${order})`,
  );
  const newest = connection.column<[object], number>(`${parts.join(" union all ")} ${order}`);
  for (let records = 2 * limit; ; records *= 4) {
    const all = { records, few: JSON.stringify(few ?? []), ...sql.parameters, ...parameters };
    const rows = isSelecting
      ? connection.selection.among(set, (selected) => newest.all({ ...all, ...selected }))
      : newest.all(all);
    const passages = new Set(rows);
    if (passages.size >= limit || rows.length < records) return [...passages].slice(0, limit);
  }
}

const dayMs = 86_400_000;

/**
 * Conditions for {@link NewestRequest}: the record occurred in `[@from, @to)`, or in a period that
 * overlaps it. Periods of at most a day are found among records that began up to a day before
 * `@from`. Longer periods are rare and have an index of their own.
 */
export const overlapsPeriod: readonly string[] = [
  `r.occurred_at >= @from - ${dayMs} and r.occurred_at < @to and (r.occurred_at >= @from or r.occurred_until > @from)`,
  // "+" stops SQLite from using the index of start times, which would read everything that began
  // before.
  `r.occurred_until > @from and +r.occurred_at < @from and r.occurred_until - r.occurred_at > ${dayMs}`,
];

/** Names the index, because SQLite cannot know that the list is short. */
const fromFew = `records r indexed by records_by_passage where ${isFew} and`;

type ByUser = RulesRequest["byUser"];

/** Returns the conditions for rules. @param byUser absent: all rules */
export function rulesRequest(byUser: ByUser): Pick<NewestRequest, "conditions" | "index"> {
  if (byUser === "standing") return { conditions: ["r.standing = 1"], index: "records_that_stand" };
  const rule = "r.type = 'procedural'";
  if (byUser === undefined) return { conditions: [rule], index: "records_of_rules" };
  const said = "(select role from passages where id = r.passage) = 'user'";
  const conditions = [`${rule} and r.applies_when is not null and ${said}`];
  return { conditions, index: "records_with_condition" };
}
