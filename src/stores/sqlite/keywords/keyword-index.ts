/**
 * Keywords: which passages hold a word. A contentless FTS5 table over the words of `text/words`, joined by spaces; `detail=none` keeps the
 * passages of a word and nothing else (3.4 times smaller than with positions). FTS5's `ascii` tokenizer splits at the spaces and nowhere
 * else: it takes every character beyond ASCII as part of a word, so it never disagrees with our own tokenizer about a script that it does not know.
 *
 * With FTS5's `secure-delete` a deleted row leaves its segment at once. A word may still stand in `words_idx`, whose terms are the shortest
 * prefixes that tell two pages of a segment apart: `forget` looks for such a remnant and merges the segments where it finds one.
 */
import { atOnce } from "../../../async/in-pieces.js";
import { passageWords, type Spoken } from "../../../text/words.js";
import type { Posting } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { PassageSet } from "../filters/passage-set.js";

/** ASCII at which the `ascii` tokenizer splits. No index word holds any, and FTS5 would take such a word for a phrase. */
const separator = /[^a-zA-Z0-9\u0080-\u{10ffff}]/u;

/** Common words that are remembered: more than a language has of them. */
const mostCommon = 65_536;
/** Passages of a word that are read at a time, some 2 ms. */
const step = 16_384;
/** Passages of words that are read before others have their turn: some 2 ms. A turn for each word took longer than most words do. */
const readInARow = 16_384;
/** Passages of a word that are held as a list where few passages are seen; a word with more is held as a set. */
const listedUpTo = 2048;
/** Sets that are held, of a bit a passage: 125 KB each for a million. */
const mostSets = 128;

/** Passages of words that are held, all words together, and what a word itself counts: 2 MB. */
const mostListed = 262_144;
const listedBeside = 16;

/** Passages that are looked for together, since they may lie together, and words before others have their turn. */
const lookedAt = { passages: 256, words: 8 };
/** Looking for a passage of a word takes 20 to 90 µs, reading the next one 0.12: so many are read instead of looking for one. */
const insteadOfOne = 256;

/** A passage that was taken out. */
interface Forgotten {
  readonly id: number;
  readonly spoken: Spoken;
}

/** Passages that a search is kept to. */
export interface Among {
  /** Few as a list, ascending. */
  readonly passages: readonly number[] | PassageSet;
  /** Those of some of them that count; `undefined` where they are more than `most`. Runs inside a read. */
  readonly counting: (passages: number[], most: number) => number[] | undefined;
}

interface HeldWord {
  readonly set: PassageSet;
  /** The last passage that was read. */
  through: number;
  /** Nothing is left to read: no passage that holds it was kept since. */
  isWhole: boolean;
}

export class KeywordIndex {
  readonly #connection: Connection;
  /** Words that more passages hold than this: found out when they were first asked for, they are not looked for again. Never written down. */
  readonly #common = new Map<string, number>();
  /** Where words stand that were asked for before. Never written down. */
  readonly #lists = new Map<string, readonly number[]>();
  #listed = 0;
  /** Those of them that passages hold which were kept since: these passages are still to be read. */
  readonly #grown = new Set<string>();
  /** Where those words stand that are too long to be read each time that a narrow scope asks for them. Never written down. */
  readonly #sets = new Map<string, HeldWord>();
  /** How often what is held was dropped. */
  #drops = 0;
  #seenVersion = -1;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Adds a passage. `words` must be its `passageWords`: they are made again when it is taken out. */
  add(passage: number, words: readonly string[]): void {
    const held = distinct(words);
    this.#connection.statement("insert into words (rowid, held) values (?, ?)").run(passage, held.join(" "));
    for (const word of held) {
      if (this.#lists.has(word)) this.#grown.add(word);
      const set = this.#sets.get(word);
      if (set !== undefined) set.isWhole = false;
    }
  }

  remove(passage: number, spoken: Spoken): void {
    this.#dropHeld();
    this.#connection
      .statement("insert into words (words, rowid, held) values ('delete', ?, ?)")
      .run(passage, distinct(passageWords(spoken)).join(" "));
  }

  /** Adds a passage again that was taken out because its words changed. @returns how many it has now */
  reindex(passage: number, spoken: Spoken): number {
    const words = passageWords(spoken);
    this.add(passage, words);
    this.#connection.statement("update passages set word_count = ? where id = ?").run(words.length, passage);
    return words.length;
  }

  /** Where each of some words stands, in order: among some passages, where these are given. Each step runs inside a read. */
  *postings(words: readonly string[], limit: number, among?: Among): Generator<undefined, Posting[]> {
    const postings: Posting[] = [];
    let read = 0;
    for (const word of words) {
      if (read > readInARow) {
        read = 0;
        yield;
      }
      const posting =
        among === undefined ? this.#posting(word, limit) : yield* this.#within(word, limit, among);
      postings.push(posting);
      read += posting.cut ? limit : posting.passages.length;
    }
    return postings;
  }

  /** Where a word stands, ascending. */
  #posting(word: string, limit: number): Posting {
    if (separator.test(word)) return { word, passages: [], cut: false };
    this.#refresh();
    if ((this.#common.get(word) ?? -1) >= limit) return { word, passages: [], cut: true };
    const passages = this.#standing(word, limit + 1);
    const cut = passages.length > limit;
    if (cut && this.#common.size < mostCommon) this.#common.set(word, limit);
    if (!cut) this.#list(word, passages);
    return { word, passages: cut ? [] : passages, cut };
  }

  /** Where a word stands, ascending: everywhere, or in as many as are enough. */
  #standing(word: string, enough: number): readonly number[] {
    const held = this.#lists.get(word);
    if (held === undefined) return this.#after(word, 0, enough);
    if (held.length >= enough || !this.#grown.has(word)) return held;
    return held.concat(this.#after(word, held.at(-1) ?? 0, enough - held.length));
  }

  #list(word: string, passages: readonly number[]): void {
    this.#listed += passages.length - (this.#lists.get(word)?.length ?? -listedBeside);
    if (this.#listed > mostListed) {
      this.#dropLists();
      this.#listed = passages.length + listedBeside;
    }
    this.#lists.set(word, passages);
    this.#grown.delete(word);
  }

  #dropLists(): void {
    this.#lists.clear();
    this.#listed = 0;
    this.#grown.clear();
  }

  /** Where a word stands among some passages, ascending: the limit counts those alone, however many others hold it. */
  *#within(word: string, limit: number, { passages: among, counting }: Among): Generator<undefined, Posting> {
    if (separator.test(word)) return { word, passages: [], cut: false };
    this.#refresh();
    const listed = this.#sets.has(word) ? undefined : this.#shortList(word);
    const passages = counting(both(listed ?? (yield* this.#set(word)), among), limit);
    return { word, passages: passages ?? [], cut: passages === undefined };
  }

  /** Where a word stands, ascending, where that is not in many passages. */
  #shortList(word: string): readonly number[] | undefined {
    const passages = this.#standing(word, listedUpTo + 1);
    if (passages.length > listedUpTo) return undefined;
    this.#list(word, passages);
    return passages;
  }

  /** All passages of a word that many hold. */
  *#set(word: string): Generator<undefined, PassageSet> {
    const held = this.#sets.get(word) ?? { set: new PassageSet(0), through: 0, isWhole: false };
    const drops = this.#drops;
    while (!held.isWhole) {
      const passages = this.#after(word, held.through, step);
      for (const passage of passages) held.set.add(passage);
      held.through = passages.at(-1) ?? held.through;
      held.isWhole = passages.length < step;
      if (!held.isWhole) yield;
    }
    if (drops === this.#drops) this.#hold(word, held);
    return held.set;
  }

  #hold(word: string, held: HeldWord): void {
    this.#sets.delete(word);
    const [oldest] = this.#sets.keys();
    if (oldest !== undefined && this.#sets.size >= mostSets) this.#sets.delete(oldest);
    this.#sets.set(word, held);
  }

  #after(word: string, passage: number, limit: number): number[] {
    return this.#connection
      .column<[object], number>(
        // Numbers are bound as floating point, and FTS5 does not see a bound that is no integer.
        `select rowid from words where words match @phrase and rowid > cast(@passage as integer) order by rowid limit @limit`,
      )
      .all({ phrase: phrase(word), passage, limit });
  }

  /** What another process erased may have made a word rare again, or stand elsewhere. */
  #refresh(): void {
    const version = this.#connection.dataVersion();
    if (version !== this.#seenVersion) this.#dropHeld();
    this.#seenVersion = version;
  }

  #dropHeld(): void {
    this.#common.clear();
    this.#dropLists();
    this.#sets.clear();
    this.#drops += 1;
  }

  /** Writes the index anew where a word that no passage holds any more can still be read from it. Call it after `remove`. */
  forget(removed: readonly Spoken[]): void {
    if (atOnce(this.#remnants(new Set(removed.flatMap(passageWords)))) > 0) this.#merge();
  }

  /**
   * FTS5 leaves an index of one segment as it is when asked to merge, so a row that says nothing makes a second one first. Its word sorts before every
   * other and is numbered as no passage is.
   */
  #merge(): void {
    const { database } = this.#connection;
    database.exec(`
      insert into words (rowid, held) values (0, '0');
      insert into words (words) values ('optimize');
      insert into words (words, rowid, held) values ('delete', 0, '0');
    `);
  }

  /** Indexes every passage anew, for a store whose words another tokenizer made. */
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

  /** Passages after a number that hold all of some words, ascending. Runs inside a read. */
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

  /** Every word with its passages, a part at a time; without passages, where others should have their turn. Each step runs inside a read. */
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
          const passages = this.#after(word, through, step);
          yield { word, passages };
          if (passages.length < step) break;
          through = passages.at(-1)!;
        }
      yield { word: last };
      after = last;
    }
  }

  /** How many places still name a forgotten passage, or hold a word that no passage holds. Each step runs inside a read. */
  *residue(passages: readonly Forgotten[]): Generator<undefined, number> {
    const words = new Set<string>();
    let found = 0;
    let looked = 0;
    for (let from = 0; from < passages.length; from += lookedAt.passages)
      for (const [word, numbers] of byWord(passages.slice(from, from + lookedAt.passages))) {
        words.add(word);
        found += this.#stillAt(word, numbers);
        looked += 1;
        if (looked % lookedAt.words === 0) yield;
      }
    return found + (yield* this.#remnants(words));
  }

  /** At how many of some passages a word still stands. What is erased together lies together, so all from the first to the last is read if it is not much. */
  #stillAt(word: string, passages: readonly number[]): number {
    const limit = insteadOfOne * passages.length;
    const first = passages.reduce((least, passage) => Math.min(least, passage));
    const last = passages.reduce((most, passage) => Math.max(most, passage));
    const standing = this.#connection
      .column<[object], number>(
        `select rowid from words where words match @phrase
         and rowid >= cast(@first as integer) and rowid <= cast(@last as integer) limit @limit`,
      )
      .all({ phrase: phrase(word), first, last, limit });
    if (standing.length < limit) {
      const wanted = new Set(passages);
      return standing.filter((passage) => wanted.has(passage)).length;
    }
    const at = this.#connection.statement<[string, number]>(
      "select 1 from words where words match ? and rowid = cast(? as integer)",
    );
    return passages.filter((passage) => at.get(phrase(word), passage) !== undefined).length;
  }

  /** Page separators that begin one of the words and no word that is still indexed. */
  *#remnants(words: ReadonlySet<string>): Generator<undefined, number> {
    const forgotten = [...words].map(utf8).sort(Buffer.compare);
    const separators = this.#connection
      .column<[], Buffer | string>("select term from words_idx")
      .all()
      // The first byte says which index a term is of: "0" is the main one.
      .map((term) => Buffer.from(term).subarray(1))
      .filter((term) => term.length > 0 && beginsOne(term, forgotten));
    if (separators.length === 0) return 0;
    this.#connection.database.exec(
      "create virtual table if not exists temp.indexed_words using fts5vocab (main, words, instance)",
    );
    let remnants = 0;
    for (const [at, term] of separators.entries()) {
      if (!this.#isHeld(term)) remnants += 1;
      if (at % lookedAt.words === lookedAt.words - 1) yield;
    }
    return remnants;
  }

  /** Whether an indexed word begins so. A prefix query of FTS5 would gather the passages of every such word first. */
  #isHeld(prefix: Buffer): boolean {
    const next = this.#connection
      .column<[Buffer], Buffer>(
        "select cast(term as blob) from temp.indexed_words where term >= cast(? as text) limit 1",
      )
      .get(prefix);
    return next?.subarray(0, prefix.length).equals(prefix) ?? false;
  }
}

/** Passages of both, ascending. */
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

/** Whether a prefix begins one of the sorted words. */
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

/** Which of some passages each word stood in. */
function byWord(passages: readonly Forgotten[]): Map<string, number[]> {
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

/** A word as an FTS5 string, in which nothing is an operator. It holds no quotation mark: see `separator`. */
function phrase(word: string): string {
  return `"${word}"`;
}
