/** Times filtered recalls, each kind of filter separately. */
import type { Memory } from "../../src/index.js";
import type { Percentiles } from "../latency/percentiles.js";
import { labelOf, timeOf } from "./lines.js";
import { timed } from "./timed.js";

/** Times of recalls in milliseconds. A tenth of all records has metadata: see `lines`. */
export interface Filtered {
  /** Metadata of one record in 10,000. */
  readonly one_user: Percentiles;
  /** Metadata of one record in a hundred. */
  readonly one_topic: Percentiles;
  readonly procedural: Percentiles;
  /** With `as_of` in the middle of the conversation; another moment for each question. */
  readonly as_of: Percentiles;
}

/** Calls before a kind is timed. They fill the caches of its passages. */
const warmUpCalls = 5;
const calls = 45;

/** Times recalls with each kind of filter. */
export async function filteredRecalls(
  memory: Memory,
  { questions, records }: { readonly questions: readonly string[]; readonly records: number },
): Promise<Filtered> {
  const asked = questions.slice(-calls);
  const { topic } = labelOf(0);
  const recalls = (narrowedTo: (at: number) => object) =>
    timed(asked, warmUpCalls, (query, at) => memory.recall({ query, ...narrowedTo(at) }));
  return {
    one_user: await recalls((at) => ({ filter: { user: labelOf(at).user } })),
    one_topic: await recalls(() => ({ filter: { topic } })),
    procedural: await recalls(() => ({ types: ["procedural"] })),
    as_of: await recalls((at) => ({ as_of: timeOf(Math.floor(records / 2) + at) })),
  };
}
