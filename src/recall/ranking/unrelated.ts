/**
 * Unrelated: most of what people write to an assistant has nothing to do with what is remembered
 * ("Why is the sky blue?"), and a ranking always has a best passage. The less likely an answer is,
 * the fewer passages are returned, or the nearest ones fill the whole budget. Pure.
 *
 * What changed for 100 unrelated requests a store, and for the questions that a store answers
 * (`bench:confidence`; before → now). Chosen on other requests and the same stores:
 *
 *                              RealMem     LifeBench   LoCoMo       BEAM         FactConsolidation
 *   requests: empty, %         9.4 → 42    7.0 → 34    21 → 64      46 → 88      49 → 74
 *   requests: tokens, mean     911 → 483   921 → 532   785 → 250    555 → 111    137 → 53
 *   questions: empty, %        0 → 0       0.5 → 0.7   0.5 → 0.5    0 → 0        0.5 → 1.1
 */
import type { Question } from "../question/interpret.js";
import { isEnglish } from "../question/language-words.js";
import type { Ranked, Ranking } from "./rank.js";
import { saysAll, topicOf } from "./topic.js";

/** In a store of at most this many passages, estimates are lower, and all of it is soon read. */
const small = 64;
/** Probability of an answer below which a larger store returns nothing. */
const leastLikely = 0.35;
/** Probability of an answer below which only the best few passages are returned. */
const likely = 0.45;
/** Number of best passages of which one may contain the whole topic. */
const readFor = 3;
/** Number of best passages that are returned in any case, and lowest probability of the others. */
const others = { after: 5, probability: 0.01 };

/**
 * Shortens the passages of an answer if the request is probably unrelated to them. Not if it names
 * a speaker, asks about somebody or something by name, or about the asker, and not if one of the best passages has
 * all words of its topic; nor in other languages than English, where the estimates are too low.
 *
 * @param passages Best first.
 */
export function withoutUnrelated(
  passages: readonly Ranked[],
  { answerable, storeSize, namesSpeaker }: Omit<Ranking, "ranked">,
  question: Pick<Question, "text" | "askedAbout" | "words">,
): readonly Ranked[] {
  if (namesSpeaker || question.askedAbout !== undefined || !isEnglish(question.text)) return passages;
  const topic = topicOf(question);
  const isSaid =
    topic.length > 0 && passages.slice(0, readFor).some(({ passage }) => saysAll(passage, topic));
  if (isSaid) return passages;
  if (storeSize > small && answerable < leastLikely) return [];
  const best = passages.slice(0, others.after);
  if (answerable < likely) return best;
  return [...best, ...passages.slice(others.after).filter((one) => one.probability >= others.probability)];
}
