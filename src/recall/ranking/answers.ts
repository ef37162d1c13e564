/**
 * Answering: of all that was ranked, what is returned. Pure. What states the fact that is asked for by name comes first; what is about somebody else than whom the
 * question asks about is left out, however well its words fit.
 */
import type { IsAbout } from "../question/about.js";
import type { AskedEntities } from "../question/asked-entities.js";
import type { Question } from "../question/interpret.js";
import { languageOf } from "../question/language-words.js";
import { analysisOf } from "../question/passage-analysis.js";
import { concerns, isOfRelative, mayState, states, statesOfAnother } from "./direct.js";
import type { Ranked, Ranking } from "./rank.js";
import { floor } from "./weights.js";

/**
 * Only what is about whom the question asks about. Where the best is left out, there is less reason to think that there is an answer: the best of what is left says
 * how much less.
 */
export function onlyAbout({ answerable, ranked }: Ranking, question: Question, isAbout: IsAbout): Ranking {
  const { direct, askedAbout, text } = question;
  if (direct?.kind === "overview" || askedAbout?.itself === false) return { answerable, ranked };
  const mayMissWords = languageOf(text) !== undefined && ranked.length <= fewInOtherLanguage;
  const isOfAnother = ({ passage }: Ranked) =>
    direct !== undefined && (statesOfAnother(direct, passage) || isOfRelative(direct, passage));
  const kept = ranked.filter(
    (one) =>
      (direct !== undefined && states(direct, one.passage)) ||
      ((isLikely(one, mayMissWords) || (direct !== undefined && mayState(direct, one.passage))) &&
        isAbout(one.passage) &&
        !isOfAnother(one)),
  );
  const share =
    isOneOfAll(askedAbout) && question.names.length === 0
      ? 1
      : (kept[0]?.probability ?? 0) / (ranked[0]?.probability || 1);
  const left = answerable * share;
  return {
    answerable: left,
    ranked: kept.map((one) => ({
      ...one,
      touches: one.touches || mayMissWords,
      signals: () => ({ ...one.signals(), answerable: left }),
    })),
  };
}

/**
 * Passages among which those about somebody may be an answer without a word in common with a question
 * in another language: neither words in other forms nor vectors tell there.
 */
const fewInOtherLanguage = 24;

/** Whether it may be returned where there is an answer at all. */
function isLikely({ probability, touches }: Ranked, mayMissWords = false): boolean {
  return (touches || mayMissWords) && probability >= floor.tell;
}

/** The one user of a store, whom nearly all of it is about: that something else was closer says little. */
function isOneOfAll(askedAbout: AskedEntities | undefined): boolean {
  return askedAbout?.asker === true && askedAbout.relation === undefined;
}

/**
 * Share of the floor that holds for questions in other languages than the bundled table knows: their
 * vectors are near nothing, so an estimate that rests on them as well is too low by much.
 */
const floorOtherLanguage = 0.05;

/** Nothing, unless it is likely enough that there is an answer; then all that may be part of it. */
export function aboveFloor({ answerable, ranked }: Ranking, isOtherLanguage = false): readonly Ranked[] {
  return answerable < floor.answer * (isOtherLanguage ? floorOtherLanguage : 1)
    ? []
    : ranked.filter((one) => isLikely(one));
}

/** Chance from which a passage counts that states what is asked for by name: above all that is merely estimated. */
const stated = 0.9;

/** What the records answer by name, before what is likely enough; to a question for all about somebody, all about them and nothing else. */
export function answering(ranking: Ranking, { direct, text }: Question): readonly Ranked[] {
  const likely = aboveFloor(ranking, languageOf(text) !== undefined);
  if (direct === undefined) return likely;
  if (direct.kind === "overview") {
    const about = ranking.ranked.filter(({ passage }) => concerns(direct, passage));
    return about.length > 0 ? about : likely;
  }
  const answers = ranking.ranked.filter(({ passage }) => states(direct, passage));
  if (answers.length === 0)
    return likely.length > 0 ? likely : ranking.ranked.filter(({ passage }) => mayState(direct, passage));
  const chosen = new Set(answers);
  return [
    ...answers.map((one) => ({
      ...one,
      probability: stated + (1 - stated) * one.probability,
      signals: () => ({ ...one.signals(), stated: 1 }),
    })),
    ...likely
      .filter((one) => !chosen.has(one))
      .map((one) => ({ ...one, probability: Math.min(one.probability, stated) })),
  ];
}

/**
 * Share of the best estimated probability that a passage must reach to be returned. Precision and recall of
 * the wanted notes: .61 and .86 with 0.067, .63 and .85 with 0.08. Above 0.067, what was said of a
 * language in passing is no longer returned beside a stated one.
 */
const returnedShare = 0.067;

/** The same for a question in another language, whose estimates rest on few signals. */
const returnedShareOtherLanguage = 0.06;

/**
 * Share of a stated fact's own estimate from which something else scores as well as it does. A fact of which a person has one at a time leaves less room beside it; but
 * it was drawn from one passage, and what was said in other words may be newer.
 */
const asWell = { settled: 0.35, several: 0.03 };

/**
 * Share of the best where the best names what the question names and the passage does not: it shares only common words with the question, as "we use Helm" does with
 * "What do we use Redis for?".
 */
const offTopicShare = 0.17;

/** Of what is relevant, what is returned: what states the fact that is asked for and what scores as well, else nothing far behind the best. */
export function returnedAnswers(relevant: readonly Ranked[], question: Question): readonly Ranked[] {
  const { direct, history, text } = question;
  if (direct?.kind === "overview") return relevant;
  const least = languageOf(text) === undefined ? returnedShare : returnedShareOtherLanguage;
  const answers = direct === undefined ? [] : relevant.filter(({ passage }) => states(direct, passage));
  // What was before a stated fact is less like the question than the fact is.
  const share =
    answers.length === 0 || history ? least : direct?.asked.settled ? asWell.settled : asWell.several;
  const estimates = relevant.map((one) => (answers.includes(one) ? estimateOf(one) : one.probability));
  const compared = estimates.filter((_, at) => !history || !answers.includes(relevant[at]!));
  const best = Math.max(0, ...compared);
  const namesTopic = topicTest(question);
  const isNamed = relevant[0] !== undefined && namesTopic(relevant[0]);
  return relevant.filter((one, at) => {
    if (answers.includes(one)) return true;
    const needed = isNamed && !namesTopic(one) ? Math.max(share, offTopicShare) : share;
    return estimates[at]! >= needed * best;
  });
}

/** One question, and no task that needs more than an answer. */
const asksOnce =
  /^(?:what|where|who|when|which|whose|why|how|do|does|did|is|are|was|were|has|have|had|can|could|will)\b[^?.!]*\?\s*$/i;
/** What is named is not what is looked for: "Which parrot did she have before Papaya?" */
const leadsAway = /\b(?:before|after|instead of|other than|besides|except|apart from|since|until)\b/i;

/** What is named is a step to what is asked: "the capital of the country that Ana was born in". */
const bySteps = /\bof\b.*\bof\b|\w (?:that|which|who|whom|whose|where)\b/i;

/** Whether a passage names what the question names beside those whom it asks about. */
function topicTest({ names, askedAbout, text }: Question): (one: Ranked) => boolean {
  if (!asksOnce.test(text) || leadsAway.test(text) || bySteps.test(text)) return () => false;
  const asked = new Set(askedAbout?.names.flat());
  const topics = names.filter((name) => !asked.has(name));
  return ({ passage }) => topics.some((name) => analysisOf(passage).folded.includes(name));
}

/** What was estimated of a passage before it counted as a statement of the fact. */
function estimateOf({ probability }: Ranked): number {
  return Math.max(0, (probability - stated) / (1 - stated));
}
