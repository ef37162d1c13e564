/**
 * Successors: later statements that take up something that an earlier one brought, and not the
 * question, and say what is different now: "Colm stayed with the landlord; Ife is at the front desk"
 * after "Reception is staffed by Colm". They often share no word with the question. Pure.
 */
import type { StoredPassage } from "../../../stores/store.js";
import { indexWords } from "../../../text/words.js";
import { analysisOf, type PassageAnalysis } from "../../passages/passage-analysis.js";
import type { Question } from "../../question/interpret.js";
import { differ, kindsAsked } from "./new-values.js";
import { namesOf } from "./restated.js";

/**
 * Words of time and amount, and cues of change: having one in common does not mean the same matter.
 */
const common = new Set(
  indexWords(
    "now no longer anymore any more instead new old changed moved today still current actually time day date year month week weekend hour minute morning evening night yesterday tomorrow number amount thing way people person lot bit one two three first last next same other work home house good great really much many long keep need want think know told said",
  ),
);

/** Largest share of the compared passages that may contain a word that connects two of them. */
const rareShare = 0.06;
/** In a small store, a word of this many passages is rare. */
const rareCount = 4;

/** Most words of either statement: what a longer one shares with another is seldom its matter. */
const maxWords = 30;

type Test = (later: StoredPassage, one: StoredPassage) => boolean;

/** Later passages that take up what an earlier one brought. */
export interface Successors {
  /**
   * How strongly a later passage takes up an earlier one, if it may have the answer of now: the
   * number of words that connect them, weighted by their rarity; else 0.
   */
  readonly strength: (later: StoredPassage, one: StoredPassage) => number;
  /** Whether the earlier one is marked as such: the later one is more than another event. */
  readonly replaces: Test;
}

/**
 * Returns the tests for later passages that contain a rare word of an earlier one that the question
 * does not contain, and that say that something changed, or take up a name and have another value of
 * the kind that the question asks for, or have another name where it asks for one.
 *
 * @param pool the passages among which a word is rare
 */
export function successorsIn(
  pool: readonly StoredPassage[],
  question: Pick<Question, "text" | "words" | "asks">,
): Successors {
  if (!asksOnce.test(question.text)) return { strength: () => 0, replaces: () => false };
  const asked = new Set(question.words.flatMap(({ word, alike = [] }) => [word, ...alike]));
  const kinds = kindsAsked(question);
  const asksName = question.asks.has("person") || question.asks.has("place") || whichOne.test(question.text);
  const rarity = rarityIn(pool);
  const connecting = cachedByPassage(({ ownWords }) =>
    [...ownWords].filter((word) => !asked.has(word) && !common.has(word) && rarity(word) > 0),
  );
  const takenUp = (later: StoredPassage, one: StoredPassage) => {
    const before = analysisOf(one).ownWords;
    const shared = connecting(later).filter((word) => before.has(word));
    if (shared.length === 0) return shared;
    const speakers = indexWords(`${one.speaker ?? ""} ${later.speaker ?? ""}`);
    return shared.filter((word) => !speakers.includes(word));
  };
  const hasNewValue: Test = (later, one) => kinds.some((kind) => differ(kind, later, one));
  const changes = (later: StoredPassage, one: StoredPassage, words: readonly string[]) =>
    analysisOf(later).saysChange || (hasNewValue(later, one) && words.some((word) => namesOf(one).has(word)));
  const mayAnswer = (later: StoredPassage, one: StoredPassage, words: readonly string[]) =>
    changes(later, one, words) || (asksName && bringsName(later, one, asked));
  return {
    strength: (later, one) => {
      if (!isShortSequel(later, one)) return 0;
      const words = takenUp(later, one);
      if (words.length === 0 || !mayAnswer(later, one, words)) return 0;
      return words.reduce((sum, word) => sum + rarity(word), 0);
    },
    replaces: (later, one) => {
      if (!isShortSequel(later, one)) return false;
      const words = takenUp(later, one);
      if (words.length === 0) return false;
      return changes(later, one, words) || (statesFact(later) && mayAnswer(later, one, words));
    },
  };
}

/** What was said at the same time, as in an import, is no sequel. */
const isShortSequel: Test = (later, one) =>
  later.wordCount <= maxWords && one.wordCount <= maxWords && one.saidAt < later.saidAt;

/** "Ife is at the front desk" is about what is so, "Colm went to Rome with Ife" about what happened. */
function statesFact({ records }: StoredPassage): boolean {
  return records.some(({ type }) => type === "semantic");
}

/** A single question, and not a task or a few words. */
const asksOnce = /^[^.!?]*[?？]\s*$/u;
const whichOne = /^\W*(?:what|which)\b/iu;

/** Whether the later one has a name that neither the earlier one nor the question has. */
function bringsName(later: StoredPassage, one: StoredPassage, asked: ReadonlySet<string>): boolean {
  const before = analysisOf(one).words;
  return [...namesOf(later)].some((name) => !before.has(name) && !asked.has(name));
}

/** The idf weight of a word among the passages; 0 if it is in too many of them. */
function rarityIn(pool: readonly StoredPassage[]): (word: string) => number {
  const most = Math.max(rareCount, rareShare * pool.length);
  let counts: ReadonlyMap<string, number> | undefined;
  return (word) => {
    counts ??= countsIn(pool);
    const count = counts.get(word) ?? 0;
    return count > most ? 0 : Math.log(1 + pool.length / Math.max(1, count));
  };
}

/** The number of passages that contain each word. */
function countsIn(pool: readonly StoredPassage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const passage of pool)
    for (const word of analysisOf(passage).ownWords) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Each passage is compared with all others. */
function cachedByPassage<Value>(
  compute: (analysis: PassageAnalysis) => Value,
): (passage: StoredPassage) => Value {
  const cache = new Map<StoredPassage, Value>();
  return (passage) => {
    const known = cache.get(passage);
    if (known !== undefined) return known;
    const value = compute(analysisOf(passage));
    cache.set(passage, value);
    return value;
  };
}
