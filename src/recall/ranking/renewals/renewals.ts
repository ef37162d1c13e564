/**
 * Renewals: whether a later passage replaces an earlier one as the answer to a question. Pure.
 * `remember` closes typed facts; this module compares statements that it could not type, or typed
 * differently. The later one is returned first, and the earlier one marked.
 */
import type { StoredPassage } from "../../../stores/store.js";
import { sentences } from "../../../text/sentences.js";
import { indexWords } from "../../../text/words.js";
import { saysChange } from "../../passages/change-words.js";
import { analysisOf } from "../../passages/passage-analysis.js";
import type { Question } from "../../question/interpret.js";
import { namesIn } from "../../question/names.js";
import { answerOnlyGrows } from "../../question/past-events.js";
import { isOfSpeaker } from "../changes.js";
import { states } from "../direct.js";
import { isBefore } from "../disagree.js";
import type { Ranked } from "../rank.js";
import { newValueTest } from "./new-values.js";
import { among, anyRenews, except, noRenewals, type Renews } from "./renews.js";
import { restatedTest } from "./restated.js";
import { settledTest } from "./settled.js";
import { continuationsIn, type Successors, successorsIn } from "./successors.js";
import { updateTest } from "./updated-values.js";

/** Maximum number of words of a message that is compared; a longer one has several topics. */
const maxWords = 60;

type Asked = Pick<Question, "text" | "words" | "asks" | "direct" | "history">;

/** Returns the test for a question. The test always fails if the question asks for the past. */
export function renewalTest(question: Asked): Renews {
  if (asksForPast(question)) return noRenewals;
  const settles = settledTest(question.direct);
  // A question that names something would otherwise match statements about other things in the same
  // words.
  if (namesIn(question.text).length > 0) return among(isComparable, unlessLong(settles));
  const inWords = anyRenews(newValueTest(question), updateTest(question), restatedTest(question.words));
  const unlessSure = except((_, one) => isSureFact(question, one), inWords);
  return among(isComparable, unlessLong(anyRenews(settles, unlessSure)));
}

/** A test that fails for long messages, which {@link isComparable} would reject in every pair. */
function unlessLong(renews: Renews): Renews {
  if (renews === noRenewals) return noRenewals;
  return (later) => (later.wordCount > maxWords ? undefined : renews(later));
}

/**
 * Returns the successors in a pool that may replace an earlier passage; none if the question asks
 * for the past.
 */
export function sequelsIn(pool: readonly StoredPassage[], question: Asked): Successors {
  if (asksForPast(question)) return { strength: () => 0, replaces: noRenewals };
  const { strength, replaces } = successorsIn(pool, question);
  return {
    strength: (later, one) => {
      const found = strength(later, one);
      return found > 0 && (!isSureFact(question, one) || changesValue(question, later, one)) ? found : 0;
    },
    replaces: except((later, one) => isSureFact(question, one) && !handsOver(question, later, one), replaces),
  };
}

/**
 * Whether a passage has a current fact that the question asks for by name. Only `remember` closes
 * such a fact, or a later statement that clearly gives another value. A later passage that only
 * repeats a word, as "My brother visited me in Porto" repeats "Porto", does not replace it.
 */
function isSureFact({ direct }: Asked, one: StoredPassage): boolean {
  return direct !== undefined && states(direct, one);
}

/**
 * Whether a later passage says that something changed and repeats the value of the fact that is
 * asked for: "I've moved over to the drums, Callum is on bass now". It is returned in addition to
 * the fact, which may still be true.
 */
function changesValue({ direct }: Asked, later: StoredPassage, one: StoredPassage): boolean {
  if (direct?.kind !== "fact" || !analysisOf(later).saysChange) return false;
  const { ownWords } = analysisOf(later);
  return one.records.some(
    ({ property, value }) =>
      property !== null &&
      direct.asked.asks(property) &&
      indexWords(value ?? "").some((word) => ownWords.has(word)),
  );
}

/**
 * Whether a sentence of a later passage begins with the value of the fact that is asked for, says
 * that something changed, and names another one: "Marcus has gone to another house; I'm with Hanneke
 * now", after "My editor is Marcus".
 */
function handsOver({ direct, text }: Asked, later: StoredPassage, one: StoredPassage): boolean {
  if (direct?.kind !== "fact" || !asksForOne.test(text)) return false;
  const values = one.records.filter(({ property }) => property !== null && direct.asked.asks(property));
  const before = analysisOf(one).words;
  const isNew = (name: string) => !before.has(name);
  return sentences(later.text).some((sentence) => {
    const opening = new Set(indexWords(sentence.split(/\s+/u).slice(0, mostOpening).join(" ")));
    return (
      saysChange(sentence) &&
      values.some(({ value }) => indexWords(value ?? "").some((word) => opening.has(word))) &&
      namesIn(sentence).flatMap(indexWords).some(isNew)
    );
  });
}

/** "Who is my editor?" asks for one value. */
const asksForOne = /^\W*(?:who|what|which|where)(?:['’]s| is)\b/iu;
/** Words of a sentence that are read for its subject: "Dr Marcus has". */
const mostOpening = 3;

/** Number of best answers whose sequels are added. */
const mostContinued = 2;

/** The factor for a sequel that is not near the question at all. */
const farFit = 0.3;

/** A sequel that is nearer to the question more likely continues what it asks for. */
function fitOf({ signals }: Ranked): number {
  return farFit + Math.max(0, signals().cosineShare ?? 0);
}

/**
 * Adds to each of the best answers its strongest sequel, and the sentence after it, which may name
 * what comes instead. The sequel follows the answer here, and `compose` moves the later statement to
 * the front.
 */
export function withSequels(
  answers: readonly Ranked[],
  pool: readonly Ranked[],
  strength: Successors["strength"],
): readonly Ranked[] {
  const known = new Set(answers.map(({ passage }) => passage));
  const nextOf = continuationsIn(pool.map(({ passage }) => passage));
  return answers.flatMap((answer, at) => {
    if (at >= mostContinued) return [answer];
    // The signals of a passage are computed when they are read, so only those of sequels are read.
    const found = pool
      .filter(({ passage }) => !known.has(passage))
      .map((one) => ({ one, strength: strength(one.passage, answer.passage) }))
      .filter(({ strength }) => strength > 0)
      .map(({ one, strength }) => ({ one, strength: strength * fitOf(one) }));
    const best = Math.max(0, ...found.map(({ strength }) => strength));
    const sequel = found.findLast(({ strength }) => strength === best)?.one;
    if (sequel === undefined) return [answer];
    const continuation = nextOf(sequel.passage);
    const added = [sequel, ...pool.filter(({ passage }) => passage === continuation && !known.has(passage))];
    for (const { passage } of added) known.add(passage);
    const probability = Math.max(
      ...answers
        .filter((one) => one.passage.sourceId === answer.passage.sourceId)
        .map((one) => one.probability),
    );
    return [answer, ...added.map((one) => ({ ...one, probability }))];
  });
}

/** Whether no later statement can replace an answer to a question. */
function asksForPast(question: Asked): boolean {
  return question.history || answerOnlyGrows(question);
}

/** Whether a later, short passage may say that an earlier one is outdated. */
function isComparable(later: StoredPassage, one: StoredPassage): boolean {
  return one.wordCount <= maxWords && isBefore(one, later) && isOfSpeaker(later, one);
}
