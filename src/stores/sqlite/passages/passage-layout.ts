/**
 * The layout of the passages of conversations, as one call sees it: some 8 bytes per passage. It is
 * cached for each part of a store that calls see. Later passages are added from an index that has
 * all the needed columns, without the texts. An erasure drops the layout.
 */
import { bySource, Conversations, type Utterance } from "../../shared/conversations.js";
import type { Layout } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { byScopes, scopeParameters } from "../filters/criteria.js";
import type { MetaTable } from "../tables/meta-table.js";

/** Number of rows to read before other tasks get a turn: some 4 ms. */
const batchSize = 8192;

/**
 * The largest number of passages that have a layout. The first question of a process waits until it
 * is computed, which takes 0.1 s for this number. In a larger part, a question is matched with
 * passages alone.
 */
export const maxLayoutPassages = 131_072;

interface Row extends Utterance {
  readonly id: number;
  readonly source: number;
}

/** The layout of a store that is too large to have one. */
export const noLayout: Layout = {
  passages: 0,
  conversations: 0,
  conversationOf: new Uint32Array(),
  passageWords: new Uint32Array(),
  conversationWords: new Uint32Array(),
};

/** A part of a store that has a layout of its own. `VisiblePassages` is one. */
export interface LayoutPart {
  /** The highest passage that was read. */
  readonly through: number;
  /** Returns the 1-based ordinal; `undefined` for a passage that is not visible. */
  ordinalOf(passage: number): number | undefined;
  /** The layout of the passages that were read so far. */
  layout: PassageLayout | undefined;
}

/** The passages to lay out. */
export interface LayoutRequest {
  /** Absent: every passage, by its own number. */
  readonly visible: LayoutPart | undefined;
  /** Their scopes; absent: every scope. */
  readonly scopes: readonly number[] | undefined;
}

/**
 * Reads and caches the layouts of one store: one for each part, that is for each set of scopes that
 * calls see.
 */
export class PassageLayouts {
  readonly #connection: Connection;
  readonly #meta: MetaTable;
  /** The cache for calls that see every passage, in a store without scopes. */
  readonly #whole: Pick<LayoutPart, "layout"> = { layout: undefined };

  constructor(connection: Connection, meta: MetaTable) {
    this.#connection = connection;
    this.#meta = meta;
  }

  /**
   * Returns the layout, extended by what was saved since. Run each step inside a read transaction.
   */
  read(part: LayoutRequest): Generator<undefined, Layout> {
    return this.#of(part).read(part);
  }

  #of({ visible, scopes }: LayoutRequest): PassageLayout {
    const erasures = this.#meta.get("erasures");
    if (scopes === undefined) return new PassageLayout(this.#connection, erasures);
    const part = visible ?? this.#whole;
    if (part.layout === undefined || part.layout.erasures !== erasures)
      part.layout = new PassageLayout(this.#connection, erasures);
    return part.layout;
  }
}

/** The layout of one part of a store. */
export class PassageLayout {
  /** The number of erasures when it was begun. A later erasure makes it invalid. */
  readonly erasures: string | undefined;
  readonly #connection: Connection;
  readonly #conversationOf = new GrowingArray();
  readonly #passageWords = new GrowingArray();
  readonly #conversationWords = new GrowingArray();
  readonly #conversations = new Conversations();
  #passages = 0;
  /** The highest passage that was read. */
  #through = 0;
  #layout: Layout | undefined;

  constructor(connection: Connection, erasures: string | undefined) {
    this.#connection = connection;
    this.erasures = erasures;
  }

  *read({ visible, scopes }: LayoutRequest): Generator<undefined, Layout> {
    const last = visible?.through ?? this.#lastPassage();
    while (this.#through < last) {
      const after = this.#through;
      const rows = yield* this.#between(after, last, scopes);
      // Another call may have read the same passages in the meantime.
      if (this.#through !== after) continue;
      bySource(this.#seen(rows, visible), (source) => this.#addSource(source));
      this.#through = last;
      this.#layout = undefined;
    }
    this.#layout ??= {
      passages: this.#passages,
      conversations: this.#conversations.count,
      conversationOf: this.#conversationOf.all,
      passageWords: this.#passageWords.all,
      conversationWords: this.#conversationWords.all,
    };
    return this.#layout;
  }

  #lastPassage(): number {
    const last = this.#connection.column<[], number>("select coalesce(max(id), 0) from passages");
    return this.#connection.once("last passage", () => last.get() ?? 0);
  }

  /**
   * Returns rows in ascending order, which is also by source: the passages of one source are saved
   * together.
   */
  *#between(
    after: number,
    last: number,
    scopes: readonly number[] | undefined,
  ): Generator<undefined, readonly Row[]> {
    const found: Row[] = [];
    const next = (each: readonly number[] | undefined, from: number) =>
      this.#connection
        .statement<[object], Row>(
          `select id, scope, source, word_count as words, said_at as saidMs, role, speaker from passages p
           where ${byScopes(each, "p")} and id > @from and id <= @last and file is null order by id limit cast(@step as integer)`,
        )
        .all({ ...scopeParameters(each), from, last, step: batchSize });
    for (const each of scopes?.map((scope) => [scope]) ?? [undefined])
      for (let from = after; from < last; ) {
        const rows = next(each, from);
        for (const row of rows) found.push(row);
        from = rows.length < batchSize ? last : rows.at(-1)!.id;
        if (found.length >= batchSize && from < last) yield;
      }
    return scopes?.length === 1 ? found : found.sort((one, other) => one.id - other.id);
  }

  /** The visible ones of some passages. */
  *#seen(rows: readonly Row[], visible: LayoutPart | undefined): Generator<Row & Placed> {
    for (const row of rows) {
      const ordinal = visible === undefined ? row.id : visible.ordinalOf(row.id);
      if (ordinal !== undefined) yield { ordinal, ...row };
    }
  }

  #addSource(passages: readonly [Row & Placed, ...(Row & Placed)[]]): void {
    const conversation = this.#conversations.addSource(passages);
    for (const { ordinal, words } of passages) {
      this.#passages += 1;
      this.#conversationOf.set(ordinal, conversation);
      this.#passageWords.set(ordinal, words);
      this.#conversationWords.add(conversation, words);
    }
  }
}

interface Placed {
  /** Its 1-based number among the visible passages. */
  readonly ordinal: number;
}

/** An array of numbers that grows as it is filled. */
class GrowingArray {
  #numbers = new Uint32Array(64);

  get all(): Uint32Array {
    return this.#numbers;
  }

  set(ordinal: number, value: number): void {
    if (ordinal >= this.#numbers.length) this.#widen(ordinal);
    this.#numbers[ordinal] = value;
  }

  add(ordinal: number, value: number): void {
    this.set(ordinal, (this.#numbers[ordinal] ?? 0) + value);
  }

  #widen(last: number): void {
    const wider = new Uint32Array(Math.max(2 * this.#numbers.length, last + 1));
    wider.set(this.#numbers);
    this.#numbers = wider;
  }
}
