/**
 * Which words are too common to search for, as a search has found. They stay so while passages are
 * added, so they are not searched for again until something is erased.
 */
import type { StoreRow } from "../../database/store-row.js";

/** Maximum number of cached words of a store: more than a language has. */
const maxWords = 65_536;

/** The part of a store that a call sees. */
interface Part {
  readonly row: StoreRow;
  readonly name: string;
}

interface Common {
  /** More passages than this have the word. */
  readonly limit: number;
  /** The last passage of the state that was searched. */
  readonly through: number;
}

/** The common words of one store. */
export class CommonWords {
  #of = "";
  readonly #words = new Map<string, Common>();

  /** Returns true if a word is known to be in more passages than the limit. */
  has({ row, name }: Part, word: string, limit: number): boolean {
    if (this.#of !== validity(row)) return false;
    const known = this.#words.get(`${name} ${word}`);
    // A transaction that began earlier does not see the passages that made the word common.
    return known !== undefined && known.limit >= limit && known.through <= row.last_passage;
  }

  add({ row, name }: Part, word: string, limit: number): void {
    if (this.#of !== validity(row) || this.#words.size >= maxWords) this.#words.clear();
    this.#of = validity(row);
    this.#words.set(`${name} ${word}`, { limit, through: row.last_passage });
  }

  /** Drops everything, after an erasure and when the store is closed. */
  clear(): void {
    this.#words.clear();
  }
}

/** A store that was deleted, and made again under the same id, has another salt. */
function validity({ salt, erasures }: StoreRow): string {
  return `${salt} ${erasures}`;
}
