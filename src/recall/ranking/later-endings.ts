/**
 * Later endings: adds later statements that end what an answer names. "We decided on Riverpod for
 * state management" answers a question in its own words; "Let's drop Riverpod" shares none of these
 * words, but states what is true now. Pure.
 *
 * Typed facts are closed by `remember`. This is for passages without extracted facts: the earlier
 * one is returned after the later one, and marked.
 */
import type { StoredPassage } from "../../stores/store.js";
import { isRecited } from "../../text/recited.js";
import { byPassage } from "../passages/by-passage.js";
import { hasNewMeasure } from "../passages/ended-states.js";
import { analysisOf } from "../passages/passage-analysis.js";
import { isBefore } from "./disagree.js";
import type { Ranked } from "./rank.js";
import { type IsRenewed, noRenewals, type Renews } from "./renewals/renews.js";

/** Maximum number of words of a message that ends something; a longer one has several topics. */
const maxWords = 60;
/**
 * Number of best answers whose names are compared; later ones are seldom what the question asks
 * for.
 */
const maxAnswers = 4;

const firstPerson = /\b(?:i|i'm|i've|my|me|mine|we|our|us)\b/iu;

/**
 * Whether `later` ends what `one` names. If `one` is about its speaker, both must have the same
 * speaker.
 */
export function ends(later: StoredPassage, one: StoredPassage): boolean {
  if (corrects(later, one)) return true;
  if (!isComparable(later, one) || !isOver(later, one)) return false;
  if (isRecited(later) && !isRecited(one)) return false;
  return (one.speaker === later.speaker && one.role === later.role) || !speaksOfSelf(one);
}

const speaksOfSelf = byPassage(({ text }) => firstPerson.test(text));

/** Whether `later` says that something in `one` is over, or gives another number for a unit. */
function isOver(later: StoredPassage, one: StoredPassage): boolean {
  const { endedNames: ended, hasNewMeasures } = analysisOf(later);
  if (hasNewMeasures && hasNewMeasure(later.text, one.text)) return true;
  const { words, endedNames } = analysisOf(one);
  // A statement that ends the same thing is not an earlier state.
  return ended.some((word) => words.has(word)) && !endedNames.some((word) => ended.includes(word));
}

/**
 * Maximum number of words of a correction that names only the new value: "Sorry, I meant Ash
 * Avenue."
 */
const maxCorrection = 20;
/** A correction follows what it corrects, or the reply to that. */
const mostStepsBack = 2;

function corrects(later: StoredPassage, one: StoredPassage): boolean {
  const steps = later.id - one.id;
  if (steps < 1 || steps > mostStepsBack || later.wordCount > maxCorrection) return false;
  if (later.speaker !== one.speaker || later.role !== one.role || one.wordCount > maxWords) return false;
  return analysisOf(later).isCorrection;
}

function isComparable(later: StoredPassage, one: StoredPassage): boolean {
  return later.wordCount <= maxWords && one.wordCount <= maxWords && isBefore(one, later);
}

/**
 * Whether a passage says that something is over or was wrong, or that a measure has a new value.
 */
export const mayEnd = byPassage((passage) => {
  if (passage.wordCount > maxWords) return false;
  const { endedNames, hasNewMeasures, isCorrection } = analysisOf(passage);
  return endedNames.length > 0 || hasNewMeasures || isCorrection;
});

/**
 * Returns the answers. Before each of the first answers, adds the passages of the pool that say
 * that something in the answer has ended, their continuations, and the passages that renew the
 * answer.
 */
export function withLaterEndings(
  answers: readonly Ranked[],
  pool: readonly Ranked[],
  renews: Renews,
): readonly Ranked[] {
  if (answers.length === 0) return answers;
  const ending = pool.filter(({ passage }) => mayEnd(passage));
  const renewing = renewingIn(pool, answers.slice(0, maxAnswers), renews);
  const placed = new Set<StoredPassage>();
  const own = new Map(answers.map((answer) => [answer.passage, answer]));
  return answers.flatMap((answer, at) => {
    if (placed.has(answer.passage)) return [];
    placed.add(answer.passage);
    if (at >= maxAnswers) return [answer];
    const later = ending
      .filter(({ passage }) => ends(passage, answer.passage))
      .flatMap((one) => [one, ...pool.filter((other) => continues(other.passage, one.passage))])
      .concat(renewing.filter(({ isRenewed }) => isRenewed(answer.passage)).map(({ one }) => one))
      .filter(({ passage }) => !placed.has(passage));
    for (const { passage } of later) placed.add(passage);
    const probabilityOf = ({ passage }: Ranked) =>
      Math.max(answer.probability, own.get(passage)?.probability ?? 0);
    return [
      ...later.map((one) => ({ ...(own.get(one.passage) ?? one), probability: probabilityOf(one) })),
      answer,
    ];
  });
}

/** A passage that renews others. */
interface Renewing {
  readonly one: Ranked;
  readonly isRenewed: IsRenewed;
}

/** The passages that may renew one of some answers: those that were said after the earliest one. */
function renewingIn(pool: readonly Ranked[], answers: readonly Ranked[], renews: Renews): Renewing[] {
  if (renews === noRenewals) return [];
  const passages = answers.map(({ passage }) => passage);
  const earliest = passages.reduce((first, one) => (isBefore(one, first) ? one : first));
  return pool.flatMap((one) => {
    const isRenewed = isBefore(earliest, one.passage) ? renews(one.passage) : undefined;
    return isRenewed === undefined ? [] : [{ one, isRenewed }];
  });
}

/** Maximum number of words of a sentence that says what comes instead: "Going with Provider." */
const maxNextWords = 20;

function continues(next: StoredPassage, { id, sourceId }: StoredPassage): boolean {
  return next.id === id + 1 && next.sourceId === sourceId && next.wordCount <= maxNextWords;
}
