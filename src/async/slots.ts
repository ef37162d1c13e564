/**
 * Concurrent work: a limit, work that succeeds or fails as one, and results up to the first
 * failure.
 */

/** Limits how many pieces of work run at once; the others queue. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /**
   * Runs `work` when a slot is free. Rejects with the signal's reason if it fires while the work
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
 * Starts one piece of work per item and returns the results in order. If a piece fails, the signals
 * of the others fire and its error is thrown, so that no unused work continues or costs money.
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

/**
 * Starts one piece of work for each item at once; the caller limits their number. If a piece fails,
 * the signals of the later pieces fire, because their results would not be used; earlier pieces
 * continue.
 *
 * @returns the results before the first piece that fails; at least one if there are items.
 * Pieces that were stopped are not awaited
 * @throws the error of the first piece; the signal's reason if it has fired already. If it fires
 * later, it fires for every piece
 */
export async function leadingResults<Item, Result>(
  items: readonly Item[],
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result[]> {
  signal?.throwIfAborted();
  const controllers = items.map(() => new AbortController());
  const stopFrom = (first: number, reason: unknown) => {
    for (const controller of controllers.slice(first)) controller.abort(reason);
  };
  const stopAll = () => stopFrom(0, signal?.reason);
  signal?.addEventListener("abort", stopAll, { once: true });
  const begun = items.map(async (item, index) => {
    try {
      return await work(item, controllers[index]!.signal);
    } catch (error) {
      stopFrom(index + 1, error);
      throw error;
    }
  });
  try {
    return await untilOneRejects(begun);
  } finally {
    signal?.removeEventListener("abort", stopAll);
  }
}

async function untilOneRejects<Result>(begun: readonly Promise<Result>[]): Promise<Result[]> {
  // Pieces after the first failure are not awaited: their rejections are expected.
  for (const one of begun) one.catch(() => {});
  const results: Result[] = [];
  for (const one of begun) {
    try {
      results.push(await one);
    } catch (error) {
      if (results.length > 0) break;
      throw error;
    }
  }
  return results;
}
