/** A limit on concurrent work, and concurrent work that succeeds or fails as one. */

/** Limits how many pieces of work run at once; the others queue. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /**
   * Runs `work` when a slot is free. Rejects with the signal's reason where it fires while the work
   * is queued.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      this.#give();
    }
  }

  #take(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const take = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(take);
    });
  }

  #give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

/**
 * Starts one piece of work per item and returns the results in order. Where one fails, the signals
 * of the others fire and its error is thrown, so that no unused work continues or is paid for.
 * Limit the concurrency with {@link Slots}.
 */
export async function together<Item, Result>(
  items: readonly Item[],
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result[]> {
  signal?.throwIfAborted();
  // One signal per item: hundreds of listeners on one signal would look like a leak.
  const controllers = items.map(() => new AbortController());
  const stop = (reason: unknown) => {
    for (const controller of controllers) controller.abort(reason);
  };
  const stopped = () => stop(signal?.reason);
  signal?.addEventListener("abort", stopped, { once: true });
  try {
    return await Promise.all(items.map((item, index) => work(item, controllers[index]!.signal)));
  } catch (error) {
    stop(error);
    throw error;
  } finally {
    signal?.removeEventListener("abort", stopped);
  }
}
