/**
 * The layout of what was said, as far as it was read: some 12 bytes a passage. It grows with the store: the rows of sources that came since are read from an
 * index that holds all that it needs, without the texts. Nothing is taken out of it: what was forgotten keeps its place, and no content is in it.
 */
import type { Layout } from "../store.js";
import type { Connection } from "./connection.js";

/** Rows that are read before others have their turn: some 4 ms. */
const step = 8192;

type Row = readonly [passage: number, source: number, message: number, words: number];

export class PassageLayout {
  readonly #connection: Connection;
  readonly #messageOf = new Numbers();
  readonly #sourceOf = new Numbers();
  readonly #passageWords = new Numbers();
  readonly #messageWords = new Numbers();
  readonly #sourceWords = new Numbers();
  #passages = 0;
  #messages = 0;
  #sources = 0;
  /** The last row that was read: its source and message as rows name them, and its place among rows. */
  #last: Row = [0, 0, 0, 0];
  #known: Layout | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Reads what came since. Each step runs inside a read. */
  *read(): Generator<undefined, Layout> {
    for (;;) {
      const rows = this.#rows();
      for (const row of rows) this.#add(row);
      if (rows.length > 0) this.#known = undefined;
      if (rows.length < step) break;
      yield;
    }
    this.#known ??= {
      passages: this.#passages,
      messages: this.#messages,
      sources: this.#sources,
      messageOf: this.#messageOf.all,
      sourceOf: this.#sourceOf.all,
      passageWords: this.#passageWords.all,
      messageWords: this.#messageWords.all,
      sourceWords: this.#sourceWords.all,
    };
    return this.#known;
  }

  /** Rows after the last one, in the order of the index: by source, message and length. */
  #rows(): Row[] {
    const [passage, source, message, words] = this.#last;
    return this.#connection
      .tuples<[number, number, number, number, number], [...Row]>(
        `select id, source, message, word_count from passages
         where (source, message, word_count, id) > (?, ?, ?, ?) and file is null
         order by source, message, word_count, id limit ?`,
      )
      .all(source, message, words, passage, step);
  }

  #add(row: Row): void {
    const [passage, source, message, words] = row;
    if (source !== this.#last[1]) this.#sources += 1;
    if (source !== this.#last[1] || message !== this.#last[2]) {
      this.#messages += 1;
      this.#sourceOf.set(this.#messages, this.#sources);
    }
    this.#passages += 1;
    this.#messageOf.set(passage, this.#messages);
    this.#passageWords.set(passage, words);
    this.#messageWords.add(this.#messages, words);
    this.#sourceWords.add(this.#sources, words);
    this.#last = row;
  }
}

/** A list of numbers that widens as it is filled. */
class Numbers {
  #numbers = new Uint32Array(1024);

  get all(): Uint32Array {
    return this.#numbers;
  }

  set(place: number, value: number): void {
    if (place >= this.#numbers.length) this.#widen(place);
    this.#numbers[place] = value;
  }

  add(place: number, value: number): void {
    this.set(place, (this.#numbers[place] ?? 0) + value);
  }

  #widen(last: number): void {
    const wider = new Uint32Array(Math.max(2 * this.#numbers.length, last + 1));
    wider.set(this.#numbers);
    this.#numbers = wider;
  }
}
