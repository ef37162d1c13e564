/**
 * Reads the passages that contain a word, and caches them. In memory only:
 *
 *   #common   word → a limit that its passages exceed     not searched for again
 *   #lists    word → its passages, as a list              extended by later passages
 *   #sets     word → its passages, as bits                for frequent words in a subset
 */
import type { Posting } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { PassageSet } from "../filters/passage-set.js";
import { isIndexable, passagesAfter, passagesPerRead } from "./words-table.js";

/** Number of entries of the cache of common words: more than a language has. */
const maxCommonWords = 65_536;
/**
 * Number of passages to read before other tasks get a turn: some 2 ms. A turn after each word took
 * longer than reading most words.
 */
const maxReadPerTurn = 16_384;
/**
 * In a search of a subset, a word with at most this many passages is cached as a list, and with
 * more as a set.
 */
const maxListLength = 2048;
/** Number of sets in the cache. A set takes one bit per passage: 125 KB for a million. */
const maxSets = 128;

/**
 * Size of the cache of lists, 2 MB: passages of all words together, plus `listOverhead` for each
 * word.
 */
const maxListedPassages = 262_144;
const listOverhead = 16;

/** The passages that a search is limited to. */
export interface PassageSubset {
  /** A list in ascending order if they are few, else a set. */
  readonly passages: readonly number[] | PassageSet;
  /**
   * Returns those of the given passages in the subset that have a matching record; `undefined` if
   * there are more than `max`. Call it inside a read transaction.
   */
  readonly matching: (passages: number[], max: number) => number[] | undefined;
  /**
   * If `passages` is a set: the number of passages of another set that are in it and surely have a
   * matching record.
   */
  readonly sureIn: (set: PassageSet) => number;
}

interface CachedSet {
  readonly set: PassageSet;
  /** The highest passage that was read. */
  through: number;
  /**
   * True if the set has all passages with the word. A newly saved passage with the word makes it
   * false.
   */
  isComplete: boolean;
}

/** Returns the passages of words, from the caches or from the table. */
export class WordPostings {
  readonly #connection: Connection;
  /** For each common word, a limit that its passages exceed. */
  readonly #common = new Map<string, number>();
  /** The passages of words that were searched for before. */
  readonly #lists = new Map<string, readonly number[]>();
  #listed = 0;
  /** Words of `#lists` that later passages contain too. Those passages are not in the list yet. */
  readonly #grown = new Set<string>();
  /** The passages of words that are too frequent to be read for each search of a subset. */
  readonly #sets = new Map<string, CachedSet>();
  /** How often the caches were dropped. */
  #drops = 0;
  #lastVersion = -1;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Updates the caches for a passage that was added with these words. */
  added(words: readonly string[]): void {
    for (const word of words) {
      if (this.#lists.has(word)) this.#grown.add(word);
      const set = this.#sets.get(word);
      if (set !== undefined) set.isComplete = false;
    }
  }

  /**
   * Returns the passages of each word, in the order of the words, optionally only those in a
   * subset. Run each step inside a read transaction.
   */
  *of(words: readonly string[], limit: number, subset?: PassageSubset): Generator<undefined, Posting[]> {
    const postings: Posting[] = [];
    let read = 0;
    for (const word of words) {
      if (read > maxReadPerTurn) {
        read = 0;
        yield;
      }
      const posting =
        subset === undefined ? this.#posting(word, limit) : yield* this.#postingWithin(word, limit, subset);
      postings.push(posting);
      read += posting.cut ? limit : posting.passages.length;
    }
    return postings;
  }

  /** Returns the passages of a word, ascending. */
  #posting(word: string, limit: number): Posting {
    if (!isIndexable(word)) return { word, passages: [], cut: false };
    this.#refresh();
    if ((this.#common.get(word) ?? -1) >= limit) return { word, passages: [], cut: true };
    const passages = this.#passagesOf(word, limit + 1);
    const cut = passages.length > limit;
    if (cut && this.#common.size < maxCommonWords) this.#common.set(word, limit);
    if (!cut) this.#cacheList(word, passages);
    return { word, passages: cut ? [] : passages, cut };
  }

  /** Returns the passages of a word, ascending: at least `enough` of them, or all. */
  #passagesOf(word: string, enough: number): readonly number[] {
    const cached = this.#lists.get(word);
    if (cached === undefined) return this.#after(word, 0, enough);
    if (cached.length >= enough || !this.#grown.has(word)) return cached;
    return cached.concat(this.#after(word, cached.at(-1) ?? 0, enough - cached.length));
  }

  #cacheList(word: string, passages: readonly number[]): void {
    this.#listed += passages.length - (this.#lists.get(word)?.length ?? -listOverhead);
    if (this.#listed > maxListedPassages) {
      this.#dropLists();
      this.#listed = passages.length + listOverhead;
    }
    this.#lists.set(word, passages);
    this.#grown.delete(word);
  }

  #dropLists(): void {
    this.#lists.clear();
    this.#listed = 0;
    this.#grown.clear();
  }

  /**
   * Returns the passages of a word in a subset, ascending. The limit applies to these alone,
   * however many other passages contain the word.
   */
  *#postingWithin(
    word: string,
    limit: number,
    { passages: subset, matching, sureIn }: PassageSubset,
  ): Generator<undefined, Posting> {
    if (!isIndexable(word)) return { word, passages: [], cut: false };
    this.#refresh();
    const listed = this.#sets.has(word) ? undefined : this.#shortList(word);
    const isOver = (set: PassageSet) => subset instanceof PassageSet && sureIn(set) > limit;
    const all = listed ?? (yield* this.#setOf(word, isOver));
    const passages = all && matching(both(all, subset), limit);
    return { word, passages: passages ?? [], cut: passages === undefined };
  }

  /** Returns all passages of a word, ascending, if there are few. */
  #shortList(word: string): readonly number[] | undefined {
    const passages = this.#passagesOf(word, maxListLength + 1);
    if (passages.length > maxListLength) return undefined;
    this.#cacheList(word, passages);
    return passages;
  }

  /**
   * Returns all passages of a frequent word; `undefined` as soon as those that were read are more
   * than a posting may have. Most words that are common in a subset are common at its beginning.
   */
  *#setOf(word: string, isOver: (set: PassageSet) => boolean): Generator<undefined, PassageSet | undefined> {
    const cached = this.#sets.get(word) ?? { set: new PassageSet(0), through: 0, isComplete: false };
    const drops = this.#drops;
    let over = isOver(cached.set);
    while (!over && !cached.isComplete) {
      const passages = this.#after(word, cached.through, passagesPerRead);
      for (const passage of passages) cached.set.add(passage);
      cached.through = passages.at(-1) ?? cached.through;
      cached.isComplete = passages.length < passagesPerRead;
      over = isOver(cached.set);
      if (!over && !cached.isComplete) yield;
    }
    if (drops === this.#drops) this.#cacheSet(word, cached);
    return over ? undefined : cached.set;
  }

  #cacheSet(word: string, cached: CachedSet): void {
    this.#sets.delete(word);
    const [oldest] = this.#sets.keys();
    if (oldest !== undefined && this.#sets.size >= maxSets) this.#sets.delete(oldest);
    this.#sets.set(word, cached);
  }

  #after(word: string, passage: number, limit: number): number[] {
    return passagesAfter(this.#connection, [word], { after: passage, limit });
  }

  /**
   * After a write by another process, a common word may have become rare, or be in other passages.
   */
  #refresh(): void {
    const version = this.#connection.dataVersion();
    if (version !== this.#lastVersion) this.drop();
    this.#lastVersion = version;
  }

  /** Drops everything that is cached. */
  drop(): void {
    this.#common.clear();
    this.#dropLists();
    this.#sets.clear();
    this.#drops += 1;
  }
}

/** Returns the passages in both, ascending. */
function both(one: readonly number[] | PassageSet, other: readonly number[] | PassageSet): number[] {
  if (one instanceof PassageSet)
    return other instanceof PassageSet
      ? one.and(other).numbers()
      : other.filter((passage) => one.has(passage));
  if (other instanceof PassageSet) return one.filter((passage) => other.has(passage));
  const found: number[] = [];
  for (let left = 0, right = 0; left < one.length && right < other.length; ) {
    const [here, there] = [one[left]!, other[right]!];
    if (here === there) found.push(here);
    if (here <= there) left += 1;
    if (there <= here) right += 1;
  }
  return found;
}
