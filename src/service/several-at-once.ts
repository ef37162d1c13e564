/** Works on several items of a batch at once: those that are ready. */
import type { ReadAhead } from "../async/read-ahead.js";

/**
 * Yields a result for each item, in order.
 *
 * @param work Works on the first of the items, at least one, and returns their results in order.
 * The remaining items are passed again with the next call.
 */
export async function* severalAtOnce<Item, Result>(
  ahead: ReadAhead<Item>,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): AsyncGenerator<Result, void> {
  try {
    for (let ready = await ahead.fill(); ready.length > 0; ready = await ahead.fill()) {
      const results = await work(ready);
      ahead.take(results.length);
      yield* results;
    }
  } finally {
    await ahead.close();
  }
}
