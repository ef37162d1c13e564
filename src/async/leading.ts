/** Starts pieces of work together and returns the results before the first failure. */

/**
 * Starts one piece of work for each item at once; the caller limits their number. Where a piece
 * fails, the signals of the later ones fire, because their results would not be used; earlier ones
 * continue.
 *
 * @returns the results before the first piece that fails; at least one where there are items.
 * Pieces that were stopped are not awaited
 * @throws the error of the first piece; the signal's reason where it has fired already. If it fires
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
