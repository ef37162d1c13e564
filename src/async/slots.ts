/** A bound on how much is under way at once, and one fate for what is begun together. */

/** So many pieces of work at once; the others wait in line. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Does `work` when its turn comes. Rejects with the signal's reason where it fires while waiting. */
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
 * Begins one piece of work an item and gives the results in order. Where one fails, the others' signal fires and what it failed with is thrown:
 * nothing goes on, or is paid for, that nobody will use. Bound it with {@link Slots}.
 */
export async function together<Item, Result>(
  items: readonly Item[],
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result[]> {
  signal?.throwIfAborted();
  // A signal each: hundreds that listen to one would look like a leak.
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
