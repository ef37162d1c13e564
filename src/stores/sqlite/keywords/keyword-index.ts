/**
 * The keyword index: which passages contain a word. It is a contentless FTS5 table over the words
 * of `text/words`, joined by spaces. `detail=none` stores only passage numbers, which makes the
 * table 3.4 times smaller than with positions. FTS5's `ascii` tokenizer splits only at ASCII
 * characters that are no letter or digit, and no index word contains one: FTS5 always agrees with
 * our own tokenizer.
 *
 * With FTS5's `secure-delete`, a deleted row leaves its segment at once. A word may remain in
 * `words_idx`, which has the shortest prefixes that distinguish two pages of a segment. `purge`
 * looks for such remnants, and merges the segments if it finds one.
 *
 * What is cached, in memory only:
 *
 *   #common   word → a limit that its passages exceed     not searched for again
 *   #lists    word → its passages, as a list              extended by later passages
 *   #sets     word → its passages, as bits                for frequent words in a subset
 */
import { atOnce } from "../../../async/in-pieces.js";
import { passageWords, type Spoken } from "../../../text/words.js";
import type { Posting } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { PassageSet } from "../filters/passage-set.js";

/**
 * ASCII characters at which the `ascii` tokenizer splits. No index word contains one; FTS5 would
 * read a word with one as a phrase.
 */
const separator = /[^a-zA-Z0-9\u0080-\u{10ffff}]/u;

/** Entries of the cache of common words: more than a language has. */
const maxCommonWords = 65_536;
/** Passages to read in one step when a set is built: some 2 ms. */
const setBatchSize = 16_384;
/**
 * Passages to read before other tasks get a turn: some 2 ms. A turn after each word took longer
 * than reading most words.
 */
const maxReadPerTurn = 16_384;
/**
 * In a search of a subset, a word with at most this many passages is cached as a list, and with
 * more as a set.
 */
const maxListLength = 2048;
/** Entries of the cache of sets. A set takes one bit per passage: 125 KB for a million. */
const maxSets = 128;

/**
 * Size of the cache of lists, 2 MB: passages of all words together, plus `listOverhead` for each
 * word.
 */
const maxListedPassages = 262_144;
const listOverhead = 16;

/**
 * When an erasure is verified: passages to look up together, since they are likely close to each
 * other, and words to look up before other tasks get a turn.
 */
const verifyBatch = { passages: 256, words: 8 };
/**
 * Looking up one passage of a word takes 20 to 90 µs, reading its next passage 0.12 µs: reading so
 * many passages is as fast as one look-up.
 */
const readsPerLookup = 256;

/** A passage that was erased. */
interface RemovedPassage {
  readonly id: number;
  readonly spoken: Spoken;
}

/** The passages that a search is limited to. */
export interface PassageSubset {
  /** A list in ascending order if they are few, else a set. */
  readonly passages: readonly number[] | PassageSet;
  /**
   * Returns those of some passages in the subset that have a matching record; `undefined` if there
   * are more than `max`. Call it inside a read transaction.
   */
  readonly matching: (passages: number[], max: number) => number[] | undefined;
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

/** The keyword index of a store. */
export class KeywordIndex {
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

  /**
   * Adds a passage. `words` must be its `passageWords`, because they are computed again when it is
   * removed.
   */
  add(passage: number, words: readonly string[]): void {
    const indexed = distinct(words);
    this.#connection
      .statement("insert into words (rowid, held) values (?, ?)")
      .run(passage, indexed.join(" "));
    for (const word of indexed) {
      if (this.#lists.has(word)) this.#grown.add(word);
      const set = this.#sets.get(word);
      if (set !== undefined) set.isComplete = false;
    }
  }

  remove(passage: number, spoken: Spoken): void {
    this.#dropCaches();
    this.#connection
      .statement("insert into words (words, rowid, held) values ('delete', ?, ?)")
      .run(passage, distinct(passageWords(spoken)).join(" "));
  }

  /**
   * Adds a passage again whose words have changed, after it was removed. @returns its number of
   * words
   */
  reindex(passage: number, spoken: Spoken): number {
    const words = passageWords(spoken);
    this.add(passage, words);
    this.#connection.statement("update passages set word_count = ? where id = ?").run(words.length, passage);
    return words.length;
  }

  /**
   * Returns the passages of each word, in the order of the words, optionally only those in a
   * subset. Run each step inside a read transaction.
   */
  *postings(
    words: readonly string[],
    limit: number,
    subset?: PassageSubset,
  ): Generator<undefined, Posting[]> {
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
    if (separator.test(word)) return { word, passages: [], cut: false };
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
    { passages: subset, matching }: PassageSubset,
  ): Generator<undefined, Posting> {
    if (separator.test(word)) return { word, passages: [], cut: false };
    this.#refresh();
    const listed = this.#sets.has(word) ? undefined : this.#shortList(word);
    const passages = matching(both(listed ?? (yield* this.#completeSet(word)), subset), limit);
    return { word, passages: passages ?? [], cut: passages === undefined };
  }

  /** Returns all passages of a word, ascending, if there are few. */
  #shortList(word: string): readonly number[] | undefined {
    const passages = this.#passagesOf(word, maxListLength + 1);
    if (passages.length > maxListLength) return undefined;
    this.#cacheList(word, passages);
    return passages;
  }

  /** Returns all passages of a frequent word. */
  *#completeSet(word: string): Generator<undefined, PassageSet> {
    const cached = this.#sets.get(word) ?? { set: new PassageSet(0), through: 0, isComplete: false };
    const drops = this.#drops;
    while (!cached.isComplete) {
      const passages = this.#after(word, cached.through, setBatchSize);
      for (const passage of passages) cached.set.add(passage);
      cached.through = passages.at(-1) ?? cached.through;
      cached.isComplete = passages.length < setBatchSize;
      if (!cached.isComplete) yield;
    }
    if (drops === this.#drops) this.#cacheSet(word, cached);
    return cached.set;
  }

  #cacheSet(word: string, cached: CachedSet): void {
    this.#sets.delete(word);
    const [oldest] = this.#sets.keys();
    if (oldest !== undefined && this.#sets.size >= maxSets) this.#sets.delete(oldest);
    this.#sets.set(word, cached);
  }

  #after(word: string, passage: number, limit: number): number[] {
    return this.#connection
      .column<[object], number>(
        // Numbers are bound as floating point, and FTS5 ignores a bound that is not an integer.
        `select rowid from words where words match @phrase and rowid > cast(@passage as integer) order by rowid limit @limit`,
      )
      .all({ phrase: phrase(word), passage, limit });
  }

  /**
   * After a write by another process, a common word may have become rare, or be in other passages.
   */
  #refresh(): void {
    const version = this.#connection.dataVersion();
    if (version !== this.#lastVersion) this.#dropCaches();
    this.#lastVersion = version;
  }

  #dropCaches(): void {
    this.#common.clear();
    this.#dropLists();
    this.#sets.clear();
    this.#drops += 1;
  }

  /**
   * Rewrites the index if it still contains a word that no passage has any more. Call it after
   * `remove`.
   */
  purge(removed: readonly Spoken[]): void {
    if (atOnce(this.#remnants(new Set(removed.flatMap(passageWords)))) > 0) this.#merge();
  }

  /**
   * FTS5 does not merge an index of one segment, so a row with a meaningless word creates a second
   * one first. The word sorts before all others, and no passage has its number.
   */
  #merge(): void {
    const { database } = this.#connection;
    database.exec(`
      insert into words (rowid, held) values (0, '0');
      insert into words (words) values ('optimize');
      insert into words (words, rowid, held) values ('delete', 0, '0');
    `);
  }

  /** Indexes every passage again, after the tokenizer has changed. */
  rebuild(): void {
    const { database } = this.#connection;
    database.exec("insert into words (words) values ('delete-all')");
    const next = this.#connection.statement<[number], Spoken & { id: number }>(
      `select p.id, p.text, p.prompt, p.speaker, p.heading, f.name as fileName
       from passages p left join files f on f.id = p.file where p.id > ? order by p.id limit 1000`,
    );
    for (let rows = next.all(0); rows.length > 0; rows = next.all(rows.at(-1)!.id))
      for (const row of rows) this.reindex(row.id, row);
    database.exec(`update totals set
      words = (select coalesce(sum(word_count), 0) from passages where file is null),
      file_words = (select coalesce(sum(word_count), 0) from passages where file is not null)`);
  }

  /**
   * Returns passages after a number that contain all of some words, ascending. Call it inside a
   * read transaction.
   */
  withAll(
    words: readonly string[],
    { after, limit }: { readonly after: number; readonly limit: number },
  ): number[] {
    if (words.length === 0 || words.some((word) => separator.test(word))) return [];
    const all = words.map(phrase).join(" AND ");
    return this.#connection
      .column<[object], number>(
        "select rowid from words where words match @all and rowid > cast(@after as integer) order by rowid limit @limit",
      )
      .all({ all, after, limit });
  }

  /**
   * Yields every word with its passages, in batches. A result without passages means that other
   * tasks may get a turn. Run each step inside a read transaction.
   */
  *all(): Generator<{ readonly word: string; readonly passages?: readonly number[] }> {
    this.#connection.database.exec(
      "create virtual table if not exists temp.distinct_words using fts5vocab (main, words, row)",
    );
    const next = this.#connection.column<[string], string>(
      "select term from temp.distinct_words where term > ? limit 256",
    );
    for (let after = ""; ; ) {
      const words = next.all(after);
      const last = words.at(-1);
      if (last === undefined) return;
      for (const word of words)
        for (let through = 0; ; ) {
          const passages = this.#after(word, through, setBatchSize);
          yield { word, passages };
          if (passages.length < setBatchSize) break;
          through = passages.at(-1)!;
        }
      yield { word: last };
      after = last;
    }
  }

  /**
   * Counts the places that still refer to an erased passage, or contain a word that no passage has.
   * Run each step inside a read transaction.
   */
  *residue(passages: readonly RemovedPassage[]): Generator<undefined, number> {
    const words = new Set<string>();
    let found = 0;
    let looked = 0;
    for (let from = 0; from < passages.length; from += verifyBatch.passages)
      for (const [word, numbers] of byWord(passages.slice(from, from + verifyBatch.passages))) {
        words.add(word);
        found += this.#countRemaining(word, numbers);
        looked += 1;
        if (looked % verifyBatch.words === 0) yield;
      }
    return found + (yield* this.#remnants(words));
  }

  /**
   * Counts those of some passages that the index still has for a word. Passages erased together
   * have close numbers, so it reads all between the first and the last if they are not many.
   */
  #countRemaining(word: string, passages: readonly number[]): number {
    const limit = readsPerLookup * passages.length;
    const first = passages.reduce((least, passage) => Math.min(least, passage));
    const last = passages.reduce((max, passage) => Math.max(max, passage));
    const remaining = this.#connection
      .column<[object], number>(
        `select rowid from words where words match @phrase
         and rowid >= cast(@first as integer) and rowid <= cast(@last as integer) limit @limit`,
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
  *#remnants(words: ReadonlySet<string>): Generator<undefined, number> {
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
function byWord(passages: readonly RemovedPassage[]): Map<string, number[]> {
  const words = new Map<string, number[]>();
  for (const { id, spoken } of passages)
    for (const word of distinct(passageWords(spoken))) {
      const numbers = words.get(word);
      if (numbers === undefined) words.set(word, [id]);
      else numbers.push(id);
    }
  return words;
}

function utf8(word: string): Buffer {
  return Buffer.from(word, "utf8");
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)];
}

/**
 * Returns a word as an FTS5 string, without operators. It contains no quotation mark: see
 * `separator`.
 */
function phrase(word: string): string {
  return `"${word}"`;
}
