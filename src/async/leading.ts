/** Work that is begun together and whose results count in order, up to the first piece that fails. */

/**
 * Begins one piece of work for each item at once; whoever calls it bounds their number. Where a piece fails, the signals of those after it fire: their results
 * would not be used. Those before it go on.
 *
 * @returns the results before the first piece that fails, at least one where there are items. What is stopped is not waited for
 * @throws what the first piece fails with; the signal's reason where it has fired already. Where it fires later it fires for every piece
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
  // Those after the first that fails are not awaited: their rejections are expected.
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
