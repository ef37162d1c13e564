/** Finds the newest passages whose records meet a condition. */
import type { RulesRequest } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { byScopes, criteriaSql, isFew, type VisibleCriteria } from "./criteria.js";

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
  /** The passages that remain with the criteria, if they are few. */
  readonly few?: readonly number[] | undefined;
}

/**
 * Returns passage numbers, newest first. It reads records from the newest on until they belong to
 * enough passages. Grouping by passage first would read every record that meets the condition,
 * which for a time span can be the whole store (3.6 ms at 10,000 records). If `few` is given, only
 * the records of those passages are read.
 */
export function newestPassages(
  connection: Connection,
  { conditions, parameters, limit, criteria, few, index }: NewestRequest,
): number[] {
  if (conditions.length === 0) return [];
  const { matches, parameters: criteriaParameters } = criteriaSql(criteria);
  const order = "order by occurred_at desc, id desc limit cast(@records as integer)";
  const named = index === undefined ? "" : `indexed by ${index}`;
  const from = few === undefined ? `records r ${named} where ${byScopes(criteria.scopes)} and` : fromFew;
  const parts = conditions.map(
    (condition) =>
      `select * from (select r.passage, r.occurred_at, r.id from ${from} ${condition} and ${matches} ${order})`,
  );
  const newest = connection.column<[object], number>(`${parts.join(" union all ")} ${order}`);
  for (let records = 2 * limit; ; records *= 4) {
    const rows = newest.all({
      records,
      few: JSON.stringify(few ?? []),
      ...criteriaParameters,
      ...parameters,
    });
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
