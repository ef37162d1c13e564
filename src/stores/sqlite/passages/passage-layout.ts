/**
 * The layout of what a call sees of what was said, as far as it was read: some 8 bytes a passage. It grows with the store: passages that came since are read from
 * an index that has all that it needs, without the texts. Each part of a store that is seen has a layout of its own, by its own numbers; what is forgotten drops it.
 */
import type { Layout } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { byScopes, scopeParameters } from "../filters/criteria.js";
import type { MetaTable } from "../tables/meta-table.js";
import type { SeenPassages } from "./seen-passages.js";

/** Rows that are read before others have their turn: some 4 ms. */
const step = 8192;

/**
 * Passages up to which they are laid out: the first question of a process waits for it, 0.1 s for so many. In a larger part a question is
 * matched with passages alone.
 */
export const mostLaidOut = 131_072;

type Row = readonly [passage: number, source: number, words: number];

export const noLayout: Layout = {
  passages: 0,
  sources: 0,
  sourceOf: new Uint32Array(),
  passageWords: new Uint32Array(),
  sourceWords: new Uint32Array(),
};

/** The passages that a layout is of. */
export interface LaidOut {
  /** Absent: all, by their own numbers. */
  readonly seen: SeenPassages | undefined;
  /** Their scopes; absent: all. */
  readonly scopes: readonly number[] | undefined;
}

/** Caches the layouts of the parts of one store. */
export class PassageLayouts {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  #ofParts = new WeakMap<SeenPassages, PassageLayout>();
  /** Of a store where all that there is has no scope. */
  #whole: PassageLayout;
  #seenErasures: string | undefined;

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
    this.#whole = new PassageLayout(connection);
  }

  /** Reads what came since. Each step runs inside a read. */
  read(part: LaidOut): Generator<undefined, Layout> {
    this.#dropForgotten();
    return this.#of(part).read(part);
  }

  #of({ seen, scopes }: LaidOut): PassageLayout {
    if (scopes === undefined) return new PassageLayout(this.#connection);
    if (seen === undefined) return this.#whole;
    const layout = this.#ofParts.get(seen) ?? new PassageLayout(this.#connection);
    this.#ofParts.set(seen, layout);
    return layout;
  }

  #dropForgotten(): void {
    const erasures = this.#meta.get("erasures");
    if (erasures === this.#seenErasures) return;
    this.#seenErasures = erasures;
    this.#ofParts = new WeakMap();
    this.#whole = new PassageLayout(this.#connection);
  }
}

class PassageLayout {
  readonly #connection: Connection;
  readonly #sourceOf = new Numbers();
  readonly #passageWords = new Numbers();
  readonly #sourceWords = new Numbers();
  #passages = 0;
  #sources = 0;
  #lastSource = 0;
  /** The highest passage that was looked at. */
  #through = 0;
  #known: Layout | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  *read({ seen, scopes }: LaidOut): Generator<undefined, Layout> {
    const last = seen?.through ?? this.#lastPassage();
    while (this.#through < last) {
      const after = this.#through;
      const rows = yield* this.#between(after, last, scopes);
      // Another call may have read the same meanwhile.
      if (this.#through !== after) continue;
      for (const row of rows) this.#add(row, seen);
      this.#through = last;
      this.#known = undefined;
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

  #lastPassage(): number {
    return this.#connection.column<[], number>("select coalesce(max(id), 0) from passages").get() ?? 0;
  }

  /** Ascending, which is by source: the passages of one are kept together. */
  *#between(
    after: number,
    last: number,
    scopes: readonly number[] | undefined,
  ): Generator<undefined, readonly Row[]> {
    const found: Row[] = [];
    const next = (each: readonly number[] | undefined, from: number) =>
      this.#connection
        .tuples<[object], [...Row]>(
          `select id, source, word_count from passages p
           where ${byScopes(each, "p")} and id > @from and id <= @last and file is null order by id limit @step`,
        )
        .all({ ...scopeParameters(each), from, last, step });
    for (const each of scopes?.map((scope) => [scope]) ?? [undefined])
      for (let from = after; from < last; ) {
        const rows = next(each, from);
        for (const row of rows) found.push(row);
        from = rows.length < step ? last : rows.at(-1)![0];
        if (found.length >= step && from < last) yield;
      }
    return scopes?.length === 1 ? found : found.sort(([one], [other]) => one - other);
  }

  #add([passage, source, words]: Row, seen: SeenPassages | undefined): void {
    const place = seen === undefined ? passage : seen.placeOf(passage);
    if (place === undefined) return;
    if (source !== this.#lastSource) this.#sources += 1;
    this.#lastSource = source;
    this.#passages += 1;
    this.#sourceOf.set(place, this.#sources);
    this.#passageWords.set(place, words);
    this.#sourceWords.add(this.#sources, words);
  }
}

/** A list of numbers that widens as it is filled. */
class Numbers {
  #numbers = new Uint32Array(64);

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
