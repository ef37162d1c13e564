/** Names that a passage is found by: whom its records are about, who said it, and whom it mentions. */
import { fold } from "../../../text/words.js";
import type { Connection } from "../database/connection.js";
import { criteriaSql, type SeenCriteria } from "../filters/criteria.js";

/** Which names are read. */
export interface NamesRequest {
  readonly limit: number;
  readonly scope: SeenCriteria;
  /** Where the scope leaves few passages: these. */
  readonly few?: readonly number[] | undefined;
}

export class NameTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(passage: number, names: Iterable<string | null>): void {
    const insert = this.#connection.statement("insert or ignore into names (name, passage) values (?, ?)");
    for (const name of names) {
      const key = nameKey(name ?? "");
      if (key.length > 0) insert.run(key, passage);
    }
  }

  /** Whether a passage goes by exactly these names. */
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
   * Names in scope that begin with a text, in order. The index is walked from one name to the next, so that a name is not read once for each passage; where the
   * scope leaves few passages, only their names are read.
   */
  beginning(text: string, { limit, scope, few }: NamesRequest): string[] {
    const from = nameKey(text);
    const { counts, parameters } = criteriaSql(scope);
    const inRange = "name >= @from and name < @to";
    const isInScope = `exists (select 1 from records r where r.passage = n.passage and ${counts})`;
    const sql =
      few === undefined
        ? `with recursive walked (name) as (
             select min(name) from names where ${inRange}
             union all
             select (select min(name) from names where name > walked.name and name < @to)
             from walked where walked.name is not null)
           select name from walked where name is not null
           and exists (select 1 from names n where n.name = walked.name and ${isInScope}) limit @limit`
        : `select distinct name from names n indexed by names_by_passage
           where passage in (select value from json_each(@few)) and ${inRange} and ${isInScope} order by name limit @limit`;
    return this.#connection
      .column<[object], string>(sql)
      .all({ ...parameters, from, to: `${from}\u{10FFFF}`, limit, few: JSON.stringify(few ?? []) });
  }
}

const goesBy =
  "(name = @name or (name > @name_from and name < @name_to) or (name > @possessive_from and name < @possessive_to))";

/** Holds for passages (column `passage` of alias `r`) that go by a name. Parameters as {@link namedParameters}. */
export const isNamed = `r.passage in (select passage from names where ${goesBy})`;

/** The same, where few passages are asked: the names of each are looked through. */
export const isNamedAmong = `exists (select 1 from names indexed by names_by_passage where passage = r.passage and ${goesBy})`;

/**
 * A name finds itself, longer names that begin with it ("Ana" finds "Ana Silva") and what is its own ("Ana's sister"); it does not find "Anabel",
 * nor "Silva" "Ana Silva". Case and accents do not count.
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

/** A name without case, accents, outer and double spaces, and with one kind of apostrophe. */
function nameKey(name: string): string {
  return fold(name).replaceAll("’", "'").replace(/\s+/g, " ").trim();
}
