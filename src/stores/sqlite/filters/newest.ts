/** Passages whose records meet a condition, newest first. */
import type { Connection } from "../database/connection.js";
import { byScopes, criteriaSql, isFew, type SeenCriteria } from "./criteria.js";

export interface NewestRequest {
  /** SQL over the alias `r` of `records`. A record meets one of these; each is looked for by its own index, in the order of time. */
  readonly conditions: readonly string[];
  readonly parameters: object;
  readonly limit: number;
  readonly scope: SeenCriteria;
  /** The index that finds the records, where SQLite would choose another. */
  readonly index?: string;
  /** Where the scope leaves few passages: these. */
  readonly few?: readonly number[] | undefined;
}

/**
 * Records are read from the newest on until they make enough passages. Grouping them by passage first would read all that meet the condition, which for
 * a span of time can be the whole store: 3.6 ms at 10,000 records. Where the scope leaves few passages, theirs alone are read.
 */
export function newestPassages(
  connection: Connection,
  { conditions, parameters, limit, scope, few, index }: NewestRequest,
): number[] {
  if (conditions.length === 0) return [];
  const { counts, parameters: criteriaParameters } = criteriaSql(scope);
  const order = "order by occurred_at desc, id desc limit @records";
  const named = index === undefined ? "" : `indexed by ${index}`;
  const from = few === undefined ? `records r ${named} where ${byScopes(scope.scopes)} and` : fromFew;
  const parts = conditions.map(
    (condition) =>
      `select * from (select r.passage, r.occurred_at, r.id from ${from} ${condition} and ${counts} ${order})`,
  );
  const newest = connection.column<[object], number>(`${parts.join(" union all ")} ${order}`);
  for (let records = 2 * limit; ; records *= 4) {
    const rows = newest.all({
      ...criteriaParameters,
      ...parameters,
      records,
      few: JSON.stringify(few ?? []),
    });
    const passages = new Set(rows);
    if (passages.size >= limit || rows.length < records) return [...passages].slice(0, limit);
  }
}

const dayMs = 86_400_000;

/**
 * Conditions of {@link NewestRequest} that hold for what occurred in `[@from, @to)` or in a period that overlaps it. What lasts a day at most began within the
 * day before; what lasts longer is less, and has an index of its own.
 */
export const whileBetween: readonly string[] = [
  `r.occurred_at >= @from - ${dayMs} and r.occurred_at < @to and (r.occurred_at >= @from or r.occurred_until > @from)`,
  // "+": else SQLite reads all that began before, by the index of times.
  `r.occurred_until > @from and +r.occurred_at < @from and r.occurred_until - r.occurred_at > ${dayMs}`,
];

/** Named, because SQLite cannot know that they are few. */
const fromFew = `records r indexed by records_by_passage where ${isFew} and`;
