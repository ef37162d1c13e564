/**
 * The keyword index: which passages contain a word. It is a contentless FTS5 table over the words
 * of `text/words`, joined by spaces. `detail=none` stores only passage numbers, which makes the
 * table 3.4 times smaller than with positions. FTS5's `ascii` tokenizer splits only at ASCII
 * characters that are neither letters nor digits. No index word contains such a character, so FTS5
 * always agrees with our own tokenizer.
 *
 * With FTS5's `secure-delete`, a deleted row leaves its segment at once. A word may remain in
 * `words_idx`, which has the shortest prefixes that distinguish two pages of a segment. `purge`
 * looks for such remnants, and merges the segments if it finds one.
 */
import { atOnce } from "../../../async/next-turn.js";
import { passageWords, type Spoken } from "../../../text/words.js";
import type { Posting } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { KeywordResidue, type RemovedPassage } from "./keyword-residue.js";
import { type PassageSubset, WordPostings } from "./word-postings.js";
import { isIndexable, passagesAfter, passagesPerRead } from "./words-table.js";

/** The keyword index of a store. */
export class KeywordIndex {
  readonly #connection: Connection;
  readonly #postings: WordPostings;
  readonly #residue: KeywordResidue;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#postings = new WordPostings(connection);
    this.#residue = new KeywordResidue(connection);
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
    this.#postings.added(indexed);
  }

  /** Removes a passage, whose words are computed again. */
  remove(passage: number, spoken: Spoken): void {
    this.#postings.drop();
    this.#connection
      .statement("insert into words (words, rowid, held) values ('delete', ?, ?)")
      .run(passage, distinct(passageWords(spoken)).join(" "));
  }

  /**
   * Adds a passage again, after it was removed because its words changed. @returns its number of
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
  postings(words: readonly string[], limit: number, subset?: PassageSubset): Generator<undefined, Posting[]> {
    return this.#postings.of(words, limit, subset);
  }

  /**
   * Rewrites the index if it still contains a word that no passage has any more. Call it after
   * `remove`.
   */
  purge(removed: readonly Spoken[]): void {
    if (atOnce(this.#residue.remnants(new Set(removed.flatMap(passageWords)))) > 0) this.#merge();
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
   * Returns the passages after a number that contain all of the given words, ascending. Call it
   * inside a read transaction.
   */
  withAll(
    words: readonly string[],
    { after, limit }: { readonly after: number; readonly limit: number },
  ): number[] {
    if (words.length === 0 || !words.every(isIndexable)) return [];
    return passagesAfter(this.#connection, words, { after, limit });
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
          const passages = passagesAfter(this.#connection, [word], {
            after: through,
            limit: passagesPerRead,
          });
          yield { word, passages };
          if (passages.length < passagesPerRead) break;
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
  residue(passages: readonly RemovedPassage[]): Generator<undefined, number> {
    return this.#residue.count(passages);
  }
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)];
}
