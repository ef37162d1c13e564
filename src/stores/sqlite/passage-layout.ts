/**
 * The layout of what was said, as far as it was read: some 8 bytes a passage. It grows with the store: the rows of sources that came since are read from an
 * index that holds all that it needs, without the texts. Nothing is taken out of it: what was forgotten keeps its place, and no content is in it.
 */
import type { Layout } from "../store.js";
import type { Connection } from "./connection.js";

/** Rows that are read before others have their turn: some 4 ms. */
const step = 8192;

/**
 * Passages up to which they are laid out: the first question of a process waits for it, 0.1 s for so many. In a larger store a question is
 * matched with passages alone.
 */
const mostPassages = 131_072;

type Row = readonly [passage: number, source: number, words: number];

const nothing: Layout = {
  passages: 0,
  sources: 0,
  sourceOf: new Uint32Array(),
  passageWords: new Uint32Array(),
  sourceWords: new Uint32Array(),
};

export class PassageLayout {
  readonly #connection: Connection;
  readonly #sourceOf = new Numbers();
  readonly #passageWords = new Numbers();
  readonly #sourceWords = new Numbers();
  #passages = 0;
  #sources = 0;
  #last: Row = [0, 0, 0];
  #known: Layout | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Reads what came since. Each step runs inside a read. @param passages how many passages there are */
  *read(passages: number): Generator<undefined, Layout> {
    if (passages > mostPassages) return nothing;
    for (;;) {
      const rows = this.#rows();
      for (const row of rows) this.#add(row);
      if (rows.length > 0) this.#known = undefined;
      if (rows.length < step) break;
      yield;
    }
    this.#known ??= {
      passages: this.#passages,
      sources: this.#sources,
      sourceOf: this.#sourceOf.all,
      passageWords: this.#passageWords.all,
      sourceWords: this.#sourceWords.all,
    };
    return this.#known;
  }

  /** Rows after the last one, in the order of the index: by source and length. */
  #rows(): Row[] {
    const [passage, source, words] = this.#last;
    return this.#connection
      .tuples<[number, number, number, number], [...Row]>(
        `select id, source, word_count from passages
         where (source, word_count, id) > (?, ?, ?) and file is null
         order by source, word_count, id limit ?`,
      )
      .all(source, words, passage, step);
  }

  #add(row: Row): void {
    const [passage, source, words] = row;
    if (source !== this.#last[1]) this.#sources += 1;
    this.#passages += 1;
    this.#sourceOf.set(passage, this.#sources);
    this.#passageWords.set(passage, words);
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
