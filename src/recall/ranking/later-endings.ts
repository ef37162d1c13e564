/**
 * Later endings: a later statement that ends what an earlier one names. "We decided on Riverpod for state management" answers
 * a question in the question's own words; "Let's drop Riverpod" shares none of them, and is what holds now. Pure.
 *
 * Typed facts are closed when they are remembered. This is for passages that nothing was drawn from: the earlier one is
 * kept, returned after the later one, and marked.
 */
import type { StoredPassage } from "../../stores/store.js";
import { isRecited } from "../../text/recited.js";
import { hasNewMeasure } from "../question/ended-states.js";
import { analysisOf } from "../question/passage-analysis.js";
import { isBefore } from "./disagree.js";
import type { Ranked } from "./rank.js";

/** Words of a message that gives something up; a longer one speaks of many things. */
const maxWords = 60;
/** Answers whose names are compared: what comes after them is seldom what the question asks for. */
const maxAnswers = 4;

const firstPerson = /\b(?:i|i'm|i've|my|me|mine|we|our|us)\b/iu;

/** Whether `later` ends what `one` names, in the same voice where `one` speaks of who says it. */
export function ends(later: StoredPassage, one: StoredPassage): boolean {
  const { endedNames: ended, hasNewMeasures } = analysisOf(later);
  if (!isComparable(later, one) || (ended.length === 0 && !hasNewMeasures)) return false;
  if (isRecited(later) && !isRecited(one)) return false;
  if (firstPerson.test(one.text) && (one.speaker !== later.speaker || one.role !== later.role)) return false;
  const { words, endedNames } = analysisOf(one);
  if (hasNewMeasures && hasNewMeasure(later.text, one.text)) return true;
  // What gives the same thing up itself is no earlier state.
  return ended.some((word) => words.has(word)) && !endedNames.some((word) => ended.includes(word));
}

function isComparable(later: StoredPassage, one: StoredPassage): boolean {
  return later.wordCount <= maxWords && one.wordCount <= maxWords && isBefore(one, later);
}

/** Whether a passage says that something is over, or of a measure that it is another now. */
export function mayEnd(passage: StoredPassage): boolean {
  if (passage.wordCount > maxWords) return false;
  const { endedNames, hasNewMeasures } = analysisOf(passage);
  return endedNames.length > 0 || hasNewMeasures;
}

/**
 * The answers, each of the first few behind whatever ends what it names, and what that goes on to
 * say: an answer of its own that was found further behind, or something else of the pool.
 */
export function withLaterEndings(answers: readonly Ranked[], pool: readonly Ranked[]): readonly Ranked[] {
  const ending = pool.filter(({ passage }) => mayEnd(passage));
  if (ending.length === 0) return answers;
  const placed = new Set<StoredPassage>();
  const own = new Map(answers.map((answer) => [answer.passage, answer]));
  return answers.flatMap((answer, at) => {
    if (placed.has(answer.passage)) return [];
    placed.add(answer.passage);
    if (at >= maxAnswers) return [answer];
    const later = ending
      .filter(({ passage }) => ends(passage, answer.passage))
      .flatMap((one) => [one, ...pool.filter((other) => continues(other.passage, one.passage))])
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

/** Words of a sentence that says what comes instead: "Going with Provider." */
const maxNextWords = 20;

function continues(next: StoredPassage, { id, sourceId }: StoredPassage): boolean {
  return next.id === id + 1 && next.sourceId === sourceId && next.wordCount <= maxNextWords;
}
