/** Reads the FTS5 table `words`: which passages contain a word. */
import type { Connection } from "../database/connection.js";

/**
 * ASCII characters at which the `ascii` tokenizer splits. No index word contains one; FTS5 would
 * read a word with one as a phrase.
 */
const separator = /[^a-zA-Z0-9\u0080-\u{10ffff}]/u;

/** Number of passages to read in one step when all passages of a word are read: some 2 ms. */
export const passagesPerRead = 16_384;

/** Returns true unless FTS5 would split the word. No passage contains such a word. */
export function isIndexable(word: string): boolean {
  return !separator.test(word);
}

/**
 * Returns the passages after a number that contain all of the given words, ascending. Call it
 * inside a read transaction.
 */
export function passagesAfter(
  connection: Connection,
  words: readonly string[],
  { after, limit }: { readonly after: number; readonly limit: number },
): number[] {
  return connection
    .column<[object], number>(
      // Numbers are bound as floating point, and FTS5 ignores a bound that is not an integer.
      `select rowid from words where words match @all and rowid > cast(@after as integer) order by rowid limit cast(@limit as integer)`,
    )
    .all({ all: words.map(phrase).join(" AND "), after, limit });
}

/**
 * Returns a word as an FTS5 string, without operators. It contains no quotation mark: see
 * `separator`.
 */
export function phrase(word: string): string {
  return `"${word}"`;
}
