/**
 * Verifies an erasure in the keyword index: it counts what is still found of erased passages and of
 * their words.
 */
import { passageWords, type Spoken } from "../../../text/words.js";
import type { Connection } from "../database/connection.js";
import { phrase } from "./words-table.js";

/**
 * Batches of the verification of an erasure: number of passages to look up together, since they are
 * likely close to each other, and number of words to look up before other tasks get a turn.
 */
const verifyBatch = { passages: 256, words: 8 };
/**
 * Looking up one passage of a word takes 20 to 90 µs, reading its next passage 0.12 µs. So reading
 * this many passages is as fast as one look-up.
 */
const readsPerLookup = 256;

/** A passage that was erased. */
export interface RemovedPassage {
  readonly id: number;
  readonly spoken: Spoken;
}

/** Counts what the index still has of erased passages. */
export class KeywordResidue {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Counts the places that still refer to an erased passage, or contain a word that no passage has.
   * Run each step inside a read transaction.
   */
  *count(passages: readonly RemovedPassage[]): Generator<undefined, number> {
    const words = new Set<string>();
    let found = 0;
    let counted = 0;
    for (let from = 0; from < passages.length; from += verifyBatch.passages)
      for (const [word, numbers] of passagesByWord(passages.slice(from, from + verifyBatch.passages))) {
        words.add(word);
        found += this.#countRemaining(word, numbers);
        counted += 1;
        if (counted % verifyBatch.words === 0) yield;
      }
    return found + (yield* this.remnants(words));
  }

  /**
   * Counts those of the given passages that the index still has for a word. Passages erased
   * together have close numbers, so it reads all between the first and the last if they are not
   * many.
   */
  #countRemaining(word: string, passages: readonly number[]): number {
    const limit = readsPerLookup * passages.length;
    const first = passages.reduce((least, passage) => Math.min(least, passage));
    const last = passages.reduce((max, passage) => Math.max(max, passage));
    const remaining = this.#connection
      .column<[object], number>(
        `select rowid from words where words match @phrase
         and rowid >= cast(@first as integer) and rowid <= cast(@last as integer) limit cast(@limit as integer)`,
      )
      .all({ phrase: phrase(word), first, last, limit });
    if (remaining.length < limit) {
      const wanted = new Set(passages);
      return remaining.filter((passage) => wanted.has(passage)).length;
    }
    const at = this.#connection.statement<[string, number]>(
      "select 1 from words where words match ? and rowid = cast(? as integer)",
    );
    return passages.filter((passage) => at.get(phrase(word), passage) !== undefined).length;
  }

  /**
   * Counts the page separators that are a prefix of one of the words, but not of any indexed word.
   */
  *remnants(words: ReadonlySet<string>): Generator<undefined, number> {
    const forgotten = [...words].map(utf8).sort(Buffer.compare);
    const separators = this.#connection
      .column<[], Buffer | string>("select term from words_idx")
      .all()
      // The first byte is the number of the index: "0" is the main one.
      .map((term) => Buffer.from(term).subarray(1))
      .filter((term) => term.length > 0 && beginsOne(term, forgotten));
    if (separators.length === 0) return 0;
    this.#connection.database.exec(
      "create virtual table if not exists temp.indexed_words using fts5vocab (main, words, instance)",
    );
    let remnants = 0;
    for (const [at, term] of separators.entries()) {
      if (!this.#isIndexed(term)) remnants += 1;
      if (at % verifyBatch.words === verifyBatch.words - 1) yield;
    }
    return remnants;
  }

  /**
   * Returns true if an indexed word begins with the prefix. A prefix query of FTS5 would first
   * gather the passages of every such word.
   */
  #isIndexed(prefix: Buffer): boolean {
    const next = this.#connection
      .column<[Buffer], Buffer>(
        "select cast(term as blob) from temp.indexed_words where term >= cast(? as text) limit 1",
      )
      .get(prefix);
    return next?.subarray(0, prefix.length).equals(prefix) ?? false;
  }
}

/** Returns true if one of the sorted words begins with the prefix. */
function beginsOne(prefix: Buffer, sorted: readonly Buffer[]): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Buffer.compare(sorted[middle]!, prefix) < 0) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.subarray(0, prefix.length).equals(prefix) ?? false;
}

/** Returns for each word the passages that contained it. */
function passagesByWord(passages: readonly RemovedPassage[]): Map<string, number[]> {
  const words = new Map<string, number[]>();
  for (const { id, spoken } of passages)
    for (const word of new Set(passageWords(spoken))) {
      const numbers = words.get(word);
      if (numbers === undefined) words.set(word, [id]);
      else numbers.push(id);
    }
  return words;
}

function utf8(word: string): Buffer {
  return Buffer.from(word, "utf8");
}
