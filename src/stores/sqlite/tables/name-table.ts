/** The names of a passage: the entities of its records, its speaker, and whom it mentions. */

import { nameKey } from "../../shared/names.js";
import type { Connection } from "../database/connection.js";
import { criteriaSql, type VisibleCriteria } from "../filters/criteria.js";
import { PassageSelection } from "../filters/passage-selection.js";
import type { PassageSet } from "../filters/passage-set.js";

/** Which names to read. */
export interface NamesRequest {
  readonly limit: number;
  readonly criteria: VisibleCriteria;
  /** The passages that remain with the criteria, if they are few. */
  readonly few?: readonly number[] | undefined;
  /** The same passages and perhaps others, as a set; absent if the criteria are not narrow. */
  readonly set?: PassageSet | undefined;
}

/** The table `names`. */
export class NameTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(passage: number, names: Iterable<string | null>): void {
    const insert = this.#connection.statement("insert or ignore into names (name, passage) values (?, ?)");
    // Most names occur twice: the speaker is the entity of most records.
    const keys = new Set<string>();
    for (const name of names) keys.add(nameKey(name ?? ""));
    keys.delete("");
    for (const key of keys) insert.run(key, passage);
  }

  /** Returns true if a passage has exactly these names. */
  isOf(passage: number, names: Iterable<string | null>): boolean {
    const keys = new Set([...names].map((name) => nameKey(name ?? "")).filter((key) => key.length > 0));
    const kept = this.#connection
      .column<[number], string>("select name from names where passage = ?")
      .all(passage);
    return kept.length === keys.size && kept.every((name) => keys.has(name));
  }

  remove(passage: number): void {
    this.#connection.statement("delete from names where passage = ?").run(passage);
  }

  /**
   * Returns the names that begin with a text, in order. It skips from one distinct name to the next
   * in the index, so that a name is not read once per passage. If `few` is given, only the names of
   * those passages are read. If `set` is given, other passages are skipped in the index of names:
   * reading the records of each name that was said only after a past day took 70 ms at a million.
   */
  withPrefix(text: string, { limit, criteria, few, set }: NamesRequest): string[] {
    const from = nameKey(text);
    const { matches, parameters } = criteriaSql(criteria);
    const all = { from, to: `${from}\u{10FFFF}`, limit, few: JSON.stringify(few ?? []), ...parameters };
    const isInScope = `exists (select 1 from records r where r.passage = n.passage and ${matches})`;
    if (few !== undefined) return this.#connection.column<[object], string>(namesOfFew(isInScope)).all(all);
    if (set === undefined) return this.#connection.column<[object], string>(walked(isInScope)).all(all);
    const isSelected = `${PassageSelection.condition("n.passage")} and ${isInScope}`;
    const names = this.#connection.column<[object], string>(walked(isSelected));
    return this.#connection.selection.among(set, (selected) => names.all({ ...all, ...selected }));
  }
}

const inRange = "name >= @from and name < @to";

function namesOfFew(isInScope: string): string {
  return `select distinct name from names n indexed by names_by_passage
    where passage in (select value from json_each(@few)) and ${inRange} and ${isInScope} order by name limit cast(@limit as integer)`;
}

/** @param condition on the passage of a name, alias `n` */
function walked(condition: string): string {
  return `with recursive walked (name) as (
      select min(name) from names where ${inRange}
      union all
      select (select min(name) from names where name > walked.name and name < @to)
      from walked where walked.name is not null)
    select name from walked where name is not null
    and exists (select 1 from names n where n.name = walked.name and ${condition}) limit cast(@limit as integer)`;
}

const hasName =
  "(name = @name or (name > @name_from and name < @name_to) or (name > @possessive_from and name < @possessive_to))";

/**
 * SQL condition: the passage (column `passage` of alias `r`) has a name. Parameters:
 * {@link namedParameters}.
 */
export const isNamed = `r.passage in (select passage from names where ${hasName})`;

/** The same condition for few passages: it reads the names of each. */
export const isNamedAmong = `exists (select 1 from names indexed by names_by_passage where passage = r.passage and ${hasName})`;

/**
 * Returns the parameters that find a name. A name finds itself, longer names that begin with it
 * ("Ana" finds "Ana Silva") and its possessive ("Ana's sister"). "Ana" does not find "Anabel", and
 * "Silva" does not find "Ana Silva". Case and accents are ignored.
 */
export function namedParameters(name: string): Record<string, string> {
  const key = nameKey(name);
  return {
    name: key,
    name_from: `${key} `,
    name_to: `${key}!`,
    possessive_from: `${key}'`,
    possessive_to: `${key}(`,
  };
}
