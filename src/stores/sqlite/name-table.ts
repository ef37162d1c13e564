/** Names that a passage is found by: whom its records are about, who said it, and whom it mentions. */
import { fold } from "../../internal/words.js";
import type { Connection } from "./connection.js";

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

  remove(passage: number): void {
    this.#connection.statement("delete from names where passage = ?").run(passage);
  }
}

/** Holds for passages (column `passage` of alias `r`) that go by a name. Parameters as {@link namedParameters}. */
export const isNamed = `r.passage in (
  select passage from names
  where name = @name or (name > @name_from and name < @name_to) or (name > @possessive_from and name < @possessive_to))`;

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
