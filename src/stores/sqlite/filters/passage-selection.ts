/**
 * The SQL function `is_selected(passage)`: whether a passage is in the set of the running query. An
 * index that contains the passage answers it without reading the record. So a query for the newest
 * rules that hold on a past day skips the later ones at the cost of their index entries.
 */
import type { SqlDatabase } from "../database/sql-database.js";
import type { PassageSet } from "./passage-set.js";

/** The set that the SQL function tests, one query at a time. */
export class PassageSelection {
  #set: PassageSet | undefined;

  /** Adds the SQL function to a database. */
  constructor(database: SqlDatabase) {
    const isSelected = (passage: unknown) => Number(this.#set?.has(Number(passage)) ?? false);
    database.function("is_selected", { deterministic: false }, isSelected);
  }

  /**
   * Runs a query whose SQL contains {@link condition}.
   *
   * @param query runs the statement with the given parameters in addition to its own
   */
  among<Result>(set: PassageSet, query: (parameters: { readonly lastSelected: number }) => Result): Result {
    this.#set = set;
    try {
      return query({ lastSelected: set.last });
    } finally {
      this.#set = undefined;
    }
  }

  /**
   * SQL condition: the passage in a column is in the set. Passages above the last one of the set are
   * compared as numbers, which takes a fifth of a call of the function.
   */
  static condition(column: string): string {
    return `${column} <= @lastSelected and is_selected(${column})`;
  }
}
