/**
 * Newest sources: what was remembered last, for a message that continues some work. "I did that.
 * What is next?" has no word of the plan that was made the day before, so its passages are read
 * whatever their words are. Pure.
 *
 * Session recall at 5 / 10 / 20 of RealMem is 62.9 / 75.0 / 85.1 with the first and last passage
 * of eight sources, and 62.4 / 74.7 / 84.8 without. Two passages at each end gave 63.0 / 75.2 /
 * 84.8, for twice the cost.
 */
import type { Layout } from "../../stores/store.js";

const mostSources = 8;

/** Returns the numbers of the first and the last passage of each of the newest sources. */
export function newestSources({ conversationOf }: Pick<Layout, "conversationOf">): number[] {
  const ends = new Map<number, { first: number; readonly last: number }>();
  for (let number = conversationOf.length - 1; number > 0; number -= 1) {
    const source = conversationOf[number]!;
    const known = ends.get(source);
    if (known !== undefined) known.first = number;
    else if (ends.size === mostSources) break;
    else if (source !== 0) ends.set(source, { first: number, last: number });
  }
  return [...ends.values()].flatMap(({ first, last }) => [first, last]);
}
