/**
 * Store calls: the store of a memory for the calls that ask for it. It is opened for the first
 * call, and closed after the last one.
 */
import type { Usage } from "./accounts/meter.js";
import { MemoryError } from "./contract/errors.js";
import { expire } from "./forget/expire.js";
import type { MemoryParts } from "./memory-parts.js";
import type { Store } from "./stores/store.js";

/** A store that is open, and the parts of its memory. */
export interface OpenedStore {
  readonly store: Store;
  readonly parts: MemoryParts;
}

/**
 * Which call asks for a store. `preview` is a `remember` that writes nothing, `maintain` a verb of
 * `MaintainedMemory`.
 */
export type CallName =
  | "remember"
  | "preview"
  | "rememberFile"
  | "recall"
  | "profile"
  | "forget"
  | "details"
  | "records"
  | "history"
  | "audit"
  | "verifyAudit"
  | "export"
  | "import"
  | "maintain";

/** How a call ended. */
export type Outcome = "done" | "failed";

/** A call that has the store until it ends. */
export interface CallInProgress {
  /** Returns the store as it is now. The call may use it until it fails. */
  attempt(): OpenedStore;
  /**
   * Prepares the next attempt after one that failed. The caller must not have begun another one.
   *
   * @throws the error of the attempt, if a repetition would fail as well
   */
  repeat(error: unknown): Promise<void> | void;
  /** Ends the call, once. */
  end(outcome: Outcome): void;
}

/** Where calls get their store from. */
export interface Calls {
  /**
   * Begins a call.
   *
   * @throws {MemoryError} `closed`, and the errors of opening the store
   */
  begin(name: CallName, signal: AbortSignal | undefined): Promise<CallInProgress>;
}

/** The store of one memory, with the calls in progress. */
export class StoreCalls implements Calls {
  readonly #inProgress = new Set<Promise<void>>();
  #parts: MemoryParts;
  #store: Store | undefined;
  #opening: Promise<Store> | undefined;
  #closing: Promise<void> | undefined;

  /** @param parts The parts of the memory; the first call opens its store. */
  constructor(parts: MemoryParts) {
    this.#parts = parts;
  }

  /** Replaces the store, and the parts, after it was re-embedded or repaired. */
  replace(store: Store, parts: Partial<MemoryParts> = {}): void {
    this.#store = store;
    this.#parts = { ...this.#parts, ...parts };
  }

  /** Waits for calls in progress, then closes the store. Later calls fail with `closed`. */
  close(): Promise<void> {
    this.#closing ??= this.#shut();
    return this.#closing;
  }

  async #shut(): Promise<void> {
    await Promise.all(this.#inProgress);
    await this.#store?.close();
  }

  async begin(name: CallName, signal: AbortSignal | undefined): Promise<CallInProgress> {
    // Nothing is awaited between this check and `#track`, or `close` could run in between.
    if (this.#closing !== undefined)
      throw new MemoryError("closed", "Cannot use this memory: it was closed", {});
    signal?.throwIfAborted();
    // A reader may leave an export without ending it.
    const end = name === "export" ? () => {} : this.#track();
    try {
      return this.#callOn(this.#store ?? (await this.#opened()), end);
    } catch (error) {
      end();
      throw error;
    }
  }

  /**
   * A call is repeated where the store was re-embedded meanwhile: the former store refuses its
   * vectors before anything is written.
   */
  #callOn(opened: Store, end: () => void): CallInProgress {
    let used = opened;
    return {
      attempt: () => {
        used = this.#store ?? used;
        return { store: used, parts: this.#parts };
      },
      repeat: (error) => {
        if (!MemoryError.is(error, "embedder_mismatch") || this.#store === used) throw error;
      },
      end,
    };
  }

  /** Lets `close` wait for a call. @returns what ends it */
  #track(): () => void {
    let end = () => {};
    const running = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#inProgress.add(running);
    return () => {
      this.#inProgress.delete(running);
      end();
    };
  }

  /** Opens the store. Calls that come meanwhile wait for the same opening. */
  #opened(): Promise<Store> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<Store> {
    const { openStore, embedder, newId: ids, now: clock, name } = this.#parts;
    this.#store = await openStore({ name, embedder, ids, clock });
    return this.#store;
  }
}

/** The parts of a call that writes, with its actor. */
export function acting(parts: MemoryParts) {
  return { ...parts, actor: parts.actor() };
}

/**
 * Erases expired records. Every verb that writes calls it first.
 *
 * @returns the usage
 */
export async function expired({ store, parts }: OpenedStore, action?: string): Promise<Usage> {
  const at = parts.now().toISOString();
  return expire(store, { at, actor: parts.actor(), ...(action !== undefined && { action }) });
}
