/**
 * Unrelated: most of what people write to an assistant has nothing to do with what is remembered
 * ("Why is the sky blue?"), and a ranking always has a best passage. The less likely an answer is,
 * the fewer passages are returned, or the nearest ones fill the whole budget. Pure.
 *
 * Shares of questions that are left without an answer, and of requests that are unrelated to the
 * store (60 requests asked of each store), in stores of more than {@link small} passages:
 *
 *                        RealMem  LifeBench  LoCoMo  BEAM  FactConsolidation  own talk
 *   questions, below .35    0        1.1       1.1    1.7        1.6            4.8
 *   requests, below .35    46       33        65     86         68             43
 */
import type { Question } from "../question/interpret.js";
import { isEnglish } from "../question/language-words.js";
import type { Ranked, Ranking } from "./rank.js";

/** In a store of at most this many passages, estimates are lower, and all of it is soon read. */
const small = 64;
/** Probability of an answer below which a larger store returns nothing. */
const leastLikely = 0.35;
/** Probability of an answer below which only the best few passages are returned. */
const likely = 0.45;
/** Number of best passages that are returned in any case, and lowest probability of the others. */
const others = { after: 5, probability: 0.01 };

/**
 * Shortens the passages of an answer if the request is probably unrelated to them. Not if it asks
 * about somebody or something by name, or about the asker; nor in other languages than English,
 * where the estimates are too low.
 *
 * @param passages Best first.
 */
export function withoutUnrelated(
  passages: readonly Ranked[],
  { answerable, storeSize }: Omit<Ranking, "ranked">,
  { text, askedAbout }: Pick<Question, "text" | "askedAbout">,
): readonly Ranked[] {
  if (askedAbout !== undefined || !isEnglish(text)) return passages;
  if (storeSize > small && answerable < leastLikely) return [];
  const best = passages.slice(0, others.after);
  if (answerable < likely) return best;
  return [...best, ...passages.slice(others.after).filter((one) => one.probability >= others.probability)];
}
