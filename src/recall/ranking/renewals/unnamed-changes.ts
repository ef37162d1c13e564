/**
 * Unnamed changes: later statements of a change that do not repeat the name of the person whom they
 * concern. Pure.
 */
import { byPassage } from "../../passages/by-passage.js";
import { analysisOf } from "../../passages/passage-analysis.js";
import type { Ask } from "../../question/asks.js";
import type { Question } from "../../question/interpret.js";
import {
  hasAskedValue,
  isPerson,
  maxWords,
  type OnTopic,
  onTopic,
  overtakes,
  statesChange,
} from "../changes.js";
import { isBefore } from "../disagree.js";
import type { Ranked } from "../rank.js";

/** Number of best answers that a change is compared with. */
const mostChanged = 3;

/**
 * Adds changes that do not repeat the name of the person whom they concern: "The appointment has
 * been put back to 9 March" after "Bruno's appointment is on 2 March". The last statement on the
 * topic must be among the answers, and the change must name nobody else.
 *
 * @param pool All ranked passages, including those about others than the question asks about.
 */
export function withUnnamedChanges(
  answers: readonly Ranked[],
  pool: readonly Ranked[],
  { words, asks, history, text }: Question,
): readonly Ranked[] {
  if (history || answers.length === 0) return answers;
  const asksForState = stateQuestion.test(text);
  const known = new Set(answers.map(({ passage }) => passage));
  const former = answers.slice(0, mostChanged).map((one) => ({ one, topic: onTopic(words, one.passage) }));
  const added = pool.flatMap((candidate) => {
    const { passage } = candidate;
    if (known.has(passage) || passage.wordCount > maxWords || !namesNobody(passage)) return [];
    const later = onTopic(words, passage);
    const isChange = statesChange(passage);
    const changed = former.find(
      ({ topic }) =>
        (isChange || (asksForState && isOnSameThing(later, topic))) && changesOnly(later, topic, asks),
    );
    if (changed === undefined || !isLastOf(changed.topic, later, pool)) return [];
    return [{ ...candidate, probability: changed.one.probability }];
  });
  return added.length === 0 ? answers : [...added, ...answers];
}

/**
 * Whether a statement has all words of the question that an earlier one has, except people, and at
 * least two: "The hearing aid came back on Thursday" after "Mum's hearing aid is in for repair".
 */
function isOnSameThing(later: OnTopic, one: OnTopic): boolean {
  const things = one.asked.filter((asked) => !isPerson(asked));
  return things.length >= leastOfThing && things.every((asked) => later.asked.includes(asked));
}

const leastOfThing = 2;
/** "Is the aid still being repaired?": the last statement about the thing decides. */
const stateQuestion = /^\W*(?:is|are|do|does|has|have)\b[^.!?]*[?？]\s*$/iu;

function changesOnly(later: OnTopic, one: OnTopic, asks: ReadonlySet<Ask>): boolean {
  return overtakes(later, one) && sharesTopic(later, one) && hasAskedValue(later, one, asks);
}

function sharesTopic(later: OnTopic, one: OnTopic): boolean {
  return one.asked.some((asked) => !isPerson(asked) && later.asked.includes(asked));
}

/** Whether nothing else was said on the topic between an earlier and a later statement. */
function isLastOf(one: OnTopic, later: OnTopic, pool: readonly Ranked[]): boolean {
  const shared = one.asked.filter((asked) => !isPerson(asked) && later.asked.includes(asked));
  return !pool.some(
    ({ passage }) =>
      passage !== one.passage &&
      isBefore(one.passage, passage) &&
      isBefore(passage, later.passage) &&
      shared.some(({ word }) => analysisOf(passage).words.has(word)),
  );
}

/** Whether a passage has facts about things and its speaker only, and no name in its sentences. */
const namesNobody = byPassage(({ text, records, speaker }) => {
  const others = records.filter(({ entity }) => entity !== null && /^\p{Lu}/u.test(entity));
  return others.every(({ entity }) => entity === speaker) && !names.test(text);
});

/** A capitalised word within a sentence that is neither a day, a month nor "I". */
const names =
  /(?<=[\p{Ll}\d,;:] )(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May\b|June|July|August|September|October|November|December|I\b)\p{Lu}\p{Ll}/u;
