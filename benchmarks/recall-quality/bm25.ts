/**
 * The baselines: BM25 of SQLite's FTS5, with Porter stemming and without the stop words of the
 * question; or over the words that recall searches for, which any language has.
 */
import Database from "better-sqlite3";
import { stopWords } from "../../src/text/stop-words.js";
import { fold, indexWords } from "../../src/text/words.js";
import { type Turn, turnText } from "./conversations.js";

/** How a baseline indexes a turn: alone, or with the turns before and after it. */
export type Reach = "turn" | "neighbours";

/**
 * How a baseline reads words: as FTS5 does, which finds no words in Chinese and Japanese, or as
 * recall does.
 */
export type Words = "porter" | "recall";

/** A letter, mark or digit is part of a word: the words are separated by spaces already. */
const tokenizers: Readonly<Record<Words, string>> = {
  porter: "porter unicode61",
  recall: `unicode61 remove_diacritics 0 categories ''L* M* N* P* S* Co''`,
};

/** Ranks the turns of a conversation by speaker and text. */
export class Bm25Ranking {
  readonly #turns: Turn[] = [];
  readonly #reach: Reach;
  readonly #words: Words;
  readonly #database = new Database(":memory:");
  readonly #insert;
  readonly #select;

  constructor(reach: Reach, words: Words = "porter") {
    this.#reach = reach;
    this.#words = words;
    this.#database.exec(`CREATE VIRTUAL TABLE turn USING fts5(text, tokenize = '${tokenizers[words]}')`);
    this.#insert = this.#database.prepare<[number, string]>(
      "INSERT OR REPLACE INTO turn (rowid, text) VALUES (?, ?)",
    );
    this.#select = this.#database
      .prepare<[string, number], number>("SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY rank LIMIT ?")
      .pluck();
  }

  add(turns: readonly Turn[]): void {
    const first = this.#turns.length;
    this.#turns.push(...turns);
    // The turn before the first new one has a new neighbour.
    const from = this.#reach === "turn" ? first : Math.max(0, first - 1);
    for (let place = from; place < this.#turns.length; place += 1)
      this.#insert.run(place + 1, this.#read(this.#textAt(place)));
  }

  /** Best first. */
  rank(question: string, limit: number): Turn[] {
    const words = this.#words === "recall" ? [...new Set(indexWords(question))] : wordsOf(question);
    if (words.length === 0) return [];
    return this.#select
      .all(words.map((word) => `"${word}"`).join(" OR "), limit)
      .map((rowid) => this.#turns[rowid - 1]!);
  }

  #read(text: string): string {
    return this.#words === "recall" ? indexWords(text).join(" ") : text;
  }

  #textAt(place: number): string {
    const around = this.#reach === "turn" ? [place] : [place - 1, place, place + 1];
    return around
      .map((at) => this.#turns[at])
      .filter((turn) => turn !== undefined && turn.session === this.#turns[place]!.session)
      .map((turn) => `${turn!.speaker}: ${turnText(turn!)}`)
      .join("\n");
  }
}

function wordsOf(question: string): string[] {
  const words = fold(question).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !stopWords.has(word));
}
