/**
 * Answers: selects the ranked passages that are returned. Pure. Passages that state the fact that
 * is asked for by name come first; passages about other people than the question asks about are
 * removed, however well their words fit.
 */

import { analysisOf } from "../passages/passage-analysis.js";
import { asksByChain } from "../question/chain-question.js";
import type { IsAbout } from "../question/entities/about.js";
import type { AskedEntities } from "../question/entities/asked-entities.js";
import { asksStill } from "../question/former.js";
import type { Question } from "../question/interpret.js";
import { languageOf } from "../question/language-words.js";
import { continuationOf } from "../search/context-hits.js";
import { hasAskedValue, onTopic, overtakes, statesChange } from "./changes.js";
import { chosenShare } from "./chosen-share.js";
import { concerns, mayState, states, statesOfAnother, statesUnsurely } from "./direct.js";
import { isBefore } from "./disagree.js";
import { isOfRelative } from "./of-relative.js";
import type { Ranked, Ranking } from "./rank.js";
import { withoutUnrelated } from "./unrelated.js";
import { floor } from "./weights.js";

/**
 * Keeps only passages about the people that the question asks about. If the best passage is
 * removed, an answer is less likely: the probability falls in proportion to that of the best
 * remaining passage.
 */
export function onlyAbout(ranking: Ranking, question: Question, isAbout: IsAbout): Ranking {
  const { answerable, ranked } = ranking;
  const { direct, askedAbout, text } = question;
  if (direct?.kind === "overview" || askedAbout?.itself === false) return ranking;
  const mayMissWords = languageOf(text) !== undefined && ranked.length <= fewInOtherLanguage;
  const isOfAnother = ({ passage }: Ranked) =>
    direct !== undefined && (statesOfAnother(direct, passage) || isOfRelative(direct, passage));
  const kept = ranked.filter(
    (one, place) =>
      (direct !== undefined && states(direct, one.passage)) ||
      ((isLikely(one, mayMissWords) ||
        (direct !== undefined && mayState(direct, one.passage)) ||
        (place < readByProperty && hasAskedProperty(one))) &&
        isAbout(one.passage) &&
        !isOfAnother(one)),
  );
  const share =
    isOneOfAll(askedAbout) && question.names.length === 0
      ? 1
      : (kept[0]?.probability ?? 0) / (ranked[0]?.probability || 1);
  const left = answerable * share;
  return {
    ...ranking,
    answerable: left,
    ranked: kept.map((one) => ({
      ...one,
      touches: one.touches || mayMissWords,
      signals: () => ({ ...one.signals(), answerable: left }),
    })),
  };
}

/**
 * In a pool of at most this many passages, a passage about the right person may answer a question
 * in another language although they have no word in common. There, neither inflected words nor
 * vectors match.
 */
const fewInOtherLanguage = 24;

/** Number of best passages that may be returned for a property alone. */
const readByProperty = 3;

/** Whether it has a fact with a property that the question asks for, about the right person. */
function hasAskedProperty({ signals }: Ranked): boolean {
  return (signals().fact ?? 0) > 0;
}

/**
 * Returns the best passages that have a property that is asked for, though they share no word with
 * the question: "I prefer tea" for "What does he like to drink?" They may state another value of
 * the property, so they are a weak answer.
 */
export function byProperty({ ranked }: Ranking): readonly Ranked[] {
  return ranked.slice(0, readByProperty).filter(hasAskedProperty);
}

/** Whether a passage may be returned if there is an answer. */
function isLikely({ probability, touches }: Ranked, mayMissWords = false): boolean {
  return (touches || mayMissWords) && probability >= floor.passage;
}

/**
 * Whether the question is about the only user of the store: nearly everything is about them, so a
 * removed best passage says little.
 */
function isOneOfAll(askedAbout: AskedEntities | undefined): boolean {
  return askedAbout?.asker === true && askedAbout.relation === undefined;
}

/**
 * Share of the floor for questions in languages that the bundled table does not know: their vectors
 * are close to zero, so estimates that use vectors are much too low.
 */
const floorOtherLanguage = 0.05;

/** Returns the passages that may be part of an answer; none if an answer is not likely enough. */
export function aboveFloor({ answerable, ranked }: Ranking, isOtherLanguage = false): readonly Ranked[] {
  return answerable < floor.answer * (isOtherLanguage ? floorOtherLanguage : 1)
    ? []
    : ranked.filter((one) => isLikely(one));
}

/**
 * Lowest probability of a passage that states the fact that the question names. It is above every
 * estimated probability.
 */
const stated = 0.9;

/** Whether a passage of an answer states the fact that the question names, by its probability. */
export function isStated({ probability }: Pick<Ranked, "probability">): boolean {
  return probability > stated;
}

/**
 * Returns the passages whose records state what is asked for by name, followed by those that are
 * likely enough. For a question for everything about somebody, returns only the passages about
 * them.
 */
export function answering(ranking: Ranking, question: Question): readonly Ranked[] {
  const { direct, text } = question;
  const likely = withoutUnrelated(aboveFloor(ranking, languageOf(text) !== undefined), ranking, question);
  if (direct === undefined) return likely;
  if (direct.kind === "overview") {
    const about = ranking.ranked.filter(({ passage }) => concerns(direct, passage));
    return about.length > 0 ? about : likely;
  }
  const answers = ranking.ranked.filter(({ passage }) => states(direct, passage));
  if (answers.length === 0)
    return likely.length > 0
      ? withUnsure(likely, ranking, ({ passage }) => statesUnsurely(direct, passage))
      : ranking.ranked.filter(({ passage }) => mayState(direct, passage));
  const chosen = new Set(answers);
  const others = withUnsure(
    likely.filter((one) => !chosen.has(one)),
    ranking,
    (one) => isAfterAll(one, answers) && statesUnsurely(direct, one.passage),
  );
  return [
    ...answers.map((one) => ({
      ...one,
      probability: stated + (1 - stated) * one.probability,
      signals: () => ({ ...one.signals(), stated: 1 }),
    })),
    ...others.map((one) => ({ ...one, probability: Math.min(one.probability, stated) })),
  ];
}

/** A sure fact is doubted only by a later statement. */
function isAfterAll({ passage }: Ranked, answers: readonly Ranked[]): boolean {
  return answers.every((answer) => isBefore(answer.passage, passage));
}

/**
 * A passage with an unsure fact that the question asks for gets this share of the best estimate.
 * The fact fits the question even if its words differ, so the passage is returned together with
 * those that share words with the question.
 */
const unsureShare = 0.5;

function withUnsure(
  likely: readonly Ranked[],
  { ranked }: Ranking,
  isUnsure: (one: Ranked) => boolean,
): readonly Ranked[] {
  const unsure = new Set(ranked.filter(isUnsure));
  if (unsure.size === 0) return likely;
  const least = unsureShare * Math.max(...ranked.map(({ probability }) => probability));
  return [...new Set([...likely, ...unsure])]
    .map((one) => (unsure.has(one) ? { ...one, probability: Math.max(least, one.probability) } : one))
    .sort((one, other) => other.probability - one.probability);
}

/**
 * Share of the best estimated probability that a passage must reach to be returned. Precision and
 * recall of the relevant notes: .61 and .86 with 0.067, .63 and .85 with 0.08. Above 0.067, a
 * language that was mentioned in passing is no longer returned in addition to a stated one.
 */
const returnedShare = chosenShare(0.067);

/** The same share for a question in another language, whose estimates use few signals. */
const returnedShareOtherLanguage = chosenShare(0.06);

/**
 * The same share for a message of three sentences or more, and for a chain question: they need more
 * than the one passage that fits best. Session recall at 10 and 20 on RealMem: 71.9 and 80.6 with 0.067, 72.3 and 82.1
 * with 0.045, 72.5 and 82.8 with 0.034, which lowers the precision of the relevant notes.
 */
const returnedShareOfTask = chosenShare(0.045);
const isTask = (question: Question) => continuationOf(question) > 0.6 || asksByChain(question);

function leastShare(question: Question): number {
  if (languageOf(question.text) !== undefined) return returnedShareOtherLanguage;
  return isTask(question) ? returnedShareOfTask : returnedShare;
}

/**
 * If a passage states the fact that is asked for, another passage must reach this share of its
 * estimate to be returned too. The share is higher for properties with one value at a time
 * (`settled`). It is below 1 because the fact was extracted from one passage, and a statement in
 * other words may be newer.
 */
const asWell = { settled: chosenShare(0.35), several: chosenShare(0.03) };

/**
 * Share that a passage must reach if the best passage contains a name of the question and this one
 * does not. Such a passage shares only common words with the question: "we use Helm" and "What do
 * we use Redis for?".
 */
const offTopicShare = chosenShare(0.17);

/**
 * Selects the passages that are returned. If some passages state the fact that is asked for,
 * returns them and the passages with a similar score; otherwise all passages whose score is not far
 * below the best.
 */
export function returnedAnswers(relevant: readonly Ranked[], question: Question): readonly Ranked[] {
  const { direct, history } = question;
  if (direct?.kind === "overview") return relevant;
  const least = leastShare(question);
  const answers = direct === undefined ? [] : relevant.filter(({ passage }) => states(direct, passage));
  // The statement of a former value fits the question less well than that of the current value.
  const share =
    answers.length === 0 || history ? least : direct?.asked.settled ? asWell.settled : asWell.several;
  const chosen = new Set(answers);
  const estimates = relevant.map((one) => (chosen.has(one) ? estimateOf(one) : one.probability));
  const compared = estimates.filter((_, at) => !history || !chosen.has(relevant[at]!));
  const best = Math.max(0, ...compared);
  const namesTopic = topicTest(question);
  const isNamed = relevant[0] !== undefined && namesTopic(relevant[0]);
  const changes = history ? () => false : changeTest(relevant.slice(0, mostChanged), question);
  return relevant.filter((one, at) => {
    if (chosen.has(one)) return true;
    const needed = isNamed && !namesTopic(one) ? Math.max(share, offTopicShare) : share;
    if (estimates[at]! >= needed * best) return true;
    return estimates[at]! >= Math.min(needed, changeShare) * best && changes(one);
  });
}

/**
 * Share that a passage must reach if it says that something changed, and is later than one of the
 * best passages on the same topic; or if it is later, and the question doubts that something is
 * still so. Such a passage shares fewer words with the question than the
 * statement of the former value does. Precision of the relevant notes: .62 with 0.03, .60 with
 * 0.02.
 */
const changeShare = chosenShare(0.03);
/** Number of best passages that a change is compared with. */
const mostChanged = 3;

function changeTest(best: readonly Ranked[], { words, asks, text }: Question): (one: Ranked) => boolean {
  const former = best.map(({ passage }) => onTopic(words, passage));
  const isInDoubt = asksStill(text);
  return ({ passage }) => {
    if (isInDoubt && best.some((one) => isBefore(one.passage, passage))) return true;
    if (!statesChange(passage)) return false;
    const later = onTopic(words, passage);
    return former.some((one) => overtakes(later, one) && hasAskedValue(later, one, asks));
  };
}

/** A single question, not a task that needs more than an answer. */
const asksOnce =
  /^(?:what|where|who|when|which|whose|why|how|do|does|did|is|are|was|were|has|have|had|can|could|will)\b[^?.!]*\?\s*$/i;
/** The name in the question is not what it asks for: "Which parrot did she have before Papaya?" */
const leadsAway = /\b(?:before|after|instead of|other than|besides|except|apart from|since|until)\b/i;

/**
 * The name only identifies what the question asks for: "the capital of the country that Ana was
 * born in".
 */
const bySteps = /\bof\b.*\bof\b|\w (?:that|which|who|whom|whose|where)\b/i;

/**
 * Returns a test for whether a passage contains a name of the question, other than those of the
 * people that the question asks about.
 */
function topicTest({ names, askedAbout, text }: Question): (one: Ranked) => boolean {
  if (!asksOnce.test(text) || leadsAway.test(text) || bySteps.test(text)) return () => false;
  const asked = new Set(askedAbout?.names.flat());
  const topics = names.filter((name) => !asked.has(name));
  return ({ passage }) => topics.some((name) => analysisOf(passage).folded.includes(name));
}

/** The estimate of a passage before it was raised as a statement of the fact. */
function estimateOf({ probability }: Ranked): number {
  return Math.max(0, (probability - stated) / (1 - stated));
}
