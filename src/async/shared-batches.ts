/**
 * Computes the items of concurrent calls in common batches. Calls take turns, so a question asked
 * during a long import waits for one batch and not for the import:
 *
 *   call 1   a b c d e ─┐
 *   call 2   f ─────────┴─ batches of 3:   a f b │ c d e
 */
import { nextTurn } from "./next-turn.js";

/** How batches are made and computed. */
export interface SharedBatchesOptions<Item, Result> {
  /** Largest number of items in a batch. */
  readonly size: number;
  /** Computes one result per item, in order. */
  readonly compute: (items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * The heaviest items of a call are computed first, so that similar ones share a batch: a model
   * pads a batch to its longest text.
   */
  readonly weight: (item: Item) => number;
}

/**
 * Shares batches between the calls of {@link SharedBatches.run}. One batch is computed at a time.
 */
export class SharedBatches<Item, Result> {
  readonly #options: SharedBatchesOptions<Item, Result>;
  #calls: Call<Item, Result>[] = [];
  #draining = false;

  constructor(options: SharedBatchesOptions<Item, Result>) {
    this.#options = options;
  }

  /**
   * Returns one result per item, in order. Rejects if one of its own items fails, or with the
   * signal's reason; other calls continue.
   */
  async run(items: readonly Item[], signal?: AbortSignal): Promise<Result[]> {
    signal?.throwIfAborted();
    if (items.length === 0) return [];
    const call = new Call<Item, Result>(items, this.#options.weight);
    const stop = () => call.fail(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    this.#calls.push(call);
    if (!this.#draining) void this.#drain();
    try {
      return await call.answer;
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Never rejects: an error rejects the calls it concerns. */
  async #drain(): Promise<void> {
    this.#draining = true;
    // Calls made in the same turn of the event loop share the first batch.
    await nextTurn();
    for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch())
      await this.#compute(batch);
    this.#draining = false;
  }

  #nextBatch(): Place<Item, Result>[] {
    const batch: Place<Item, Result>[] = [];
    this.#calls = this.#calls.filter(({ waits }) => waits);
    while (batch.length < this.#options.size && this.#calls.length > 0) {
      const call = this.#calls.shift()!;
      batch.push(call.take());
      if (call.waits) this.#calls.push(call);
    }
    return batch;
  }

  /**
   * Computes a batch. Where it fails, each item is tried alone, so that only the call of the
   * failing item rejects.
   */
  async #compute(batch: readonly Place<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.compute(batch.map(({ item }) => item));
      for (const [index, { call, at }] of batch.entries()) call.put(at, results[index]!);
    } catch (error) {
      if (batch.length === 1) return batch[0]!.call.fail(error);
      for (const place of batch) if (!place.call.settled) await this.#compute([place]);
    }
  }
}

interface Place<Item, Result> {
  readonly call: Call<Item, Result>;
  readonly item: Item;
  /** Its index in the call. */
  readonly at: number;
}

/** The items of one call, and their results. */
class Call<Item, Result> {
  readonly answer: Promise<Result[]>;
  settled = false;
  readonly #items: readonly Item[];
  readonly #results: Result[];
  /** Indices of the items that are not in a batch yet, lightest first: the last one is next. */
  readonly #untaken: number[];
  #missing: number;
  #resolve!: (results: Result[]) => void;
  #reject!: (reason: unknown) => void;

  constructor(items: readonly Item[], weight: (item: Item) => number) {
    const weights = items.map(weight);
    this.#items = items;
    this.#results = Array.from({ length: items.length });
    this.#untaken = [...items.keys()].sort((one, other) => weights[one]! - weights[other]! || other - one);
    this.#missing = items.length;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get waits(): boolean {
    return !this.settled && this.#untaken.length > 0;
  }

  take(): Place<Item, Result> {
    const at = this.#untaken.pop()!;
    return { call: this, item: this.#items[at]!, at };
  }

  put(at: number, result: Result): void {
    this.#results[at] = result;
    this.#missing -= 1;
    if (this.#missing > 0 || this.settled) return;
    this.settled = true;
    this.#resolve(this.#results);
  }

  fail(reason: unknown): void {
    this.settled = true;
    this.#reject(reason);
  }
}
