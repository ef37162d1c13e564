/**
 * Store calls: opens the store of a memory for the first call, runs calls on it, and closes it
 * after the last one.
 */
import { MemoryError } from "./contract/errors.js";
import type { Store } from "./stores/store.js";

/** Something that a call does with the store. */
type Call<Answer> = (store: Store) => Promise<Answer>;

/** The store of one memory, with the calls in progress. */
export class StoreCalls {
  readonly #open: () => Promise<Store>;
  readonly #inFlight = new Set<Promise<unknown>>();
  #store: Store | undefined;
  #opening: Promise<Store> | undefined;
  #closing: Promise<void> | undefined;

  /** @param open Opens the store. It is called when the first call needs the store. */
  constructor(open: () => Promise<Store>) {
    this.#open = open;
  }

  /** Replaces the store, after it was re-embedded or repaired. */
  replace(store: Store): void {
    this.#store = store;
  }

  /** Waits for calls in progress, then closes the store. Later calls fail with `closed`. */
  close(): Promise<void> {
    this.#closing ??= this.#shut();
    return this.#closing;
  }

  async #shut(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    await this.#store?.close();
  }

  /**
   * Runs a call, and runs it again where the store was re-embedded meanwhile.
   *
   * @throws {MemoryError} `closed`
   */
  run<Answer>(signal: AbortSignal | undefined, call: Call<Answer>): Promise<Answer> {
    return this.track(signal, (store) => this.retried(store, call));
  }

  /**
   * Runs a call once. `close` waits for it.
   *
   * @throws {MemoryError} `closed`
   */
  async track<Answer>(signal: AbortSignal | undefined, call: Call<Answer>): Promise<Answer> {
    // Nothing is awaited between this check and adding to the set, or `close` could run in between.
    this.#assertOpen(signal);
    const running = this.#store === undefined ? this.#opened().then(call) : call(this.#store);
    this.#inFlight.add(running);
    try {
      return await running;
    } finally {
      this.#inFlight.delete(running);
    }
  }

  /**
   * Runs a part of a call. If the store is re-embedded meanwhile, it refuses the part's vector
   * before anything is written, and the part runs again on the new store.
   *
   * @param store The store that the call received; a newer one is used instead.
   */
  async retried<Answer>(store: Store, call: Call<Answer>): Promise<Answer> {
    const used = this.#store ?? store;
    try {
      return await call(used);
    } catch (error) {
      const isReplaced = this.#store !== undefined && this.#store !== used;
      if (!MemoryError.is(error, "embedder_mismatch") || !isReplaced) throw error;
      return this.retried(used, call);
    }
  }

  /**
   * Returns the store, which the first call opens.
   *
   * @throws {MemoryError} `closed`
   */
  async store(signal: AbortSignal | undefined): Promise<Store> {
    this.#assertOpen(signal);
    return this.#store ?? this.#opened();
  }

  #assertOpen(signal: AbortSignal | undefined): void {
    if (this.#closing !== undefined)
      throw new MemoryError("closed", "Cannot use this memory: it was closed", {});
    signal?.throwIfAborted();
  }

  /** Opens the store. Calls that come meanwhile wait for the same opening. */
  #opened(): Promise<Store> {
    this.#opening ??= this.#openOnce().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #openOnce(): Promise<Store> {
    this.#store = await this.#open();
    return this.#store;
  }
}
