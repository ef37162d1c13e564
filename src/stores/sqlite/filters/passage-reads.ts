/** Reads passages from the indexes of records: by range, by time, and by condition. */
import type { Connection } from "../database/connection.js";
import { byScopes, scopeParameters } from "./criteria.js";
import { type IndexRange, indexes } from "./predicates.js";

/**
 * A batch of an index range: `count` rows after the row with the range's `from` value and passage
 * `after`.
 */
export interface Batch {
  readonly after: number;
  readonly count: number;
}

/** When records occurred, in milliseconds: `from <= time < until`; `null` for no limit. */
export interface TimeRange {
  readonly from: number | null;
  readonly until: number | null;
  /** The visible scopes; absent: every scope. */
  readonly scopes?: readonly number[] | undefined;
}

/** Reads the passages of records. Call it inside a read transaction. */
export class PassageReads {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the passages with a record between two times, if there are at most `max` records. */
  between({ from, until, scopes }: TimeRange, max: number): number[] | undefined {
    const passages = this.#connection
      .column<[object], number>(
        `select passage from records r
         where ${byScopes(scopes)} and occurred_at >= @from and occurred_at < @until limit cast(@count as integer)`,
      )
      .all({
        ...scopeParameters(scopes),
        from: from ?? Number.NEGATIVE_INFINITY,
        until: until ?? Number.POSITIVE_INFINITY,
        count: max + 1,
      });
    return passages.length > max ? undefined : [...new Set(passages)];
  }

  /** Reads the passages of an index range in batches. */
  *inBatches(range: IndexRange, count: number): Generator<number[], undefined> {
    for (let { from } = range, after = 0; ; ) {
      const passages = this.range({ ...range, from }, { after, count });
      if (passages.length > 0) yield passages;
      if (passages.length < count) return;
      from = this.#valueAt({ ...range, from }, { after, count });
      after = passages.at(-1)!;
    }
  }

  /** Reads one batch of an index range. */
  range(range: IndexRange, part: Batch): number[] {
    const { passage, rows } = indexes[range.index];
    return this.#connection
      .column<[object], number>(`select ${passage} from ${rows} limit cast(@count as integer)`)
      .all({ ...range, ...part, key: range.key ?? null });
  }

  /** The value of the last row of a batch. */
  #valueAt(range: IndexRange, { after, count }: Batch): IndexRange["from"] {
    const { value, rows } = indexes[range.index];
    return this.#connection
      .column<[object], IndexRange["from"]>(`select ${value} from ${rows} limit 1 offset @count - 1`)
      .get({ ...range, after, count, key: range.key ?? null })!;
  }

  /** Returns those passages that have a record which meets a condition. */
  withRecord(passages: readonly number[], condition: string, parameters: object): number[] {
    return this.#connection
      .column<[object], number>(
        `select distinct r.passage from records r
         where r.passage in (select value from json_each(@ids)) and ${condition} order by r.passage`,
      )
      .all({ ...parameters, ids: JSON.stringify(passages) });
  }
}
