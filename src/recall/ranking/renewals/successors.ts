/**
 * Successors: later statements that say what is different now, and repeat a rare word of an earlier
 * statement that the question does not contain: "Colm stayed with the landlord; Ife is at the front
 * desk" after "Reception is staffed by Colm". They often share no word with the question. Pure.
 */
import type { StoredPassage } from "../../../stores/store.js";
import { indexWords } from "../../../text/words.js";
import { analysisOf } from "../../passages/passage-analysis.js";
import { asksStill } from "../../question/former.js";
import type { Question } from "../../question/interpret.js";
import { isFunctionWord, languageOf } from "../../question/language-words.js";
import { isOfSpeaker, namesSpeaker } from "../changes.js";
import { differ, kindsAsked } from "./new-values.js";
import { noRenewals, type Renews } from "./renews.js";
import { namesOf } from "./restated.js";

/**
 * Words of time and amount, and cues of change: statements that have one of them in common may be
 * about different topics.
 */
const common = new Set(
  indexWords(
    "now no longer anymore any more instead new old changed moved today still current actually time day date year month week weekend hour minute morning evening night yesterday tomorrow number amount thing way people person lot bit one two three first last next same other work home house good great really much many long keep need want think know told said dr mr mrs ms",
  ),
);

/** Largest share of the compared passages that may contain a word that connects two of them. */
const rareShare = 0.06;
/** In a small pool, a word in up to this many passages counts as rare. */
const rareCount = 4;

/**
 * Maximum number of words of either statement. A word that a longer statement shares with another
 * is seldom its topic.
 */
const maxWords = 30;

type Test = (later: StoredPassage, earlier: StoredPassage) => boolean;

/** Tests for a later passage that may succeed an earlier one. */
export interface Successors {
  /**
   * The sum of the idf weights of the words that connect the two passages, if the later one may
   * state the current answer; else 0.
   */
  readonly strength: (later: StoredPassage, earlier: StoredPassage) => number;
  /**
   * Whether the earlier passage is marked as outdated. False if the later one only reports another
   * event.
   */
  readonly replaces: Renews;
}

/**
 * Returns the tests for the successors of passages. A successor contains a rare word of the earlier
 * passage that the question does not contain. It also meets one of three conditions: it says that
 * something changed; it repeats a name and has another value of the kind that the question asks
 * for; or it has another name, and the question asks for a name.
 *
 * @param pool the passages among which a word is rare
 */
export function successorsIn(
  pool: readonly StoredPassage[],
  question: Pick<Question, "text" | "words" | "asks">,
): Successors {
  if (!asksOnce.test(question.text)) return { strength: () => 0, replaces: noRenewals };
  const asked = new Set(question.words.flatMap(({ word, alike = [] }) => [word, ...alike]));
  const kinds = kindsAsked(question);
  const asksName = question.asks.has("person") || question.asks.has("place") || whichOne.test(question.text);
  const isInDoubt = asksStill(question.text);
  const rarity = rarityIn(pool);
  const language = languageOf(question.text);
  const isTopic = (word: string) => language === undefined || !isFunctionWord(word, language);
  const mayConnect = (word: string) => !asked.has(word) && !common.has(word) && isTopic(word);
  const nextOf = continuationsIn(pool);
  const takenUp = (later: StoredPassage, earlier: StoredPassage) => {
    const [before, now] = [analysisOf(earlier), analysisOf(later)];
    const isOfEither = (word: string) => before.speakerWords.has(word) || now.speakerWords.has(word);
    const words: string[] = [];
    for (const word of now.ownWords)
      if (before.ownWords.has(word) && mayConnect(word) && !isOfEither(word) && rarity(word) > 0)
        words.push(word);
    return words;
  };
  const hasNewValue: Test = (later, earlier) => kinds.some((kind) => differ(kind, later, earlier));
  const changes = (later: StoredPassage, earlier: StoredPassage, words: readonly string[]) =>
    analysisOf(later).saysChange ||
    decidesNext(later, earlier) ||
    (hasNewValue(later, earlier) && words.some((word) => namesOf(earlier).has(word)));
  // "The Yamaha coughed its last on Saturday. Went with a Honda in the end."
  const decidesNext: Test = (later, earlier) => {
    const next = asksName ? nextOf(later) : undefined;
    return next !== undefined && decides.test(next.text) && bringsName(next, earlier, asked);
  };
  const mayAnswer = (later: StoredPassage, earlier: StoredPassage, words: readonly string[]) =>
    changes(later, earlier, words) ||
    (isInDoubt && words.some((word) => namesOf(earlier).has(word))) ||
    (asksName && bringsName(later, earlier, asked));
  // Tested first, because it depends on the later passage alone, and few passages pass it.
  const mayChange = (later: StoredPassage) => isInDoubt || kinds.length > 0 || analysisOf(later).saysChange;
  return {
    strength: (later, earlier) => {
      if (!isShortSequel(later, earlier) || !(asksName || mayChange(later))) return 0;
      if (!isOfSpeaker(later, earlier) && !namesSpeaker(earlier, later)) return 0;
      const words = takenUp(later, earlier);
      if (words.length === 0 || !mayAnswer(later, earlier, words)) return 0;
      const strength = words.reduce((sum, word) => sum + rarity(word), 0);
      return isSaidOf(later, words) ? strength : elsewhereShare * strength;
    },
    replaces: (later) => {
      const isFact = statesFact(later);
      if (later.wordCount > maxWords || !((asksName && isFact) || mayChange(later))) return undefined;
      return (earlier) => {
        if (!isShortSequel(later, earlier) || !isOfSpeaker(later, earlier)) return false;
        const words = takenUp(later, earlier);
        if (words.length === 0 || !isSaidOf(later, words)) return false;
        return changes(later, earlier, words) || (isFact && mayAnswer(later, earlier, words));
      };
    },
  };
}

/**
 * Share of the strength if what connects two passages is in another sentence of the later one than
 * its cue of change: "The book is called Low Tide now. Marcus hated the other title."
 */
const elsewhereShare = 0.5;

/** Whether a passage has one of these words where it says that something changed. */
function isSaidOf(passage: StoredPassage, connecting: readonly string[]): boolean {
  const { changedWords } = analysisOf(passage);
  return connecting.some((word) => changedWords.has(word));
}

/**
 * Whether a passage is a later one, and both are short. A statement of the same time, as in an
 * import, is not a sequel.
 */
const isShortSequel: Test = (later, earlier) =>
  later.wordCount <= maxWords && earlier.wordCount <= maxWords && earlier.saidAt < later.saidAt;

/** "Ife is at the front desk" states a fact; "Colm went to Rome with Ife" reports an event. */
function statesFact({ records }: StoredPassage): boolean {
  return records.some(({ type }) => type === "semantic");
}

/** A text that is a single question, and neither a task nor keywords. */
const asksOnce = /^[^.!?]*[?？]\s*$/u;
const whichOne = /^\W*(?:what|which)\b/iu;

/** Whether the later one has a name that neither the earlier one nor the question has. */
function bringsName(later: StoredPassage, earlier: StoredPassage, asked: ReadonlySet<string>): boolean {
  const before = analysisOf(earlier).words;
  return [...namesOf(later)].some((name) => !before.has(name) && !asked.has(name));
}

/** The short sentence that follows another one in the same message, if any. */
type ContinuationOf = (passage: StoredPassage) => StoredPassage | undefined;

/** Maximum number of words of a sentence that says what comes instead: "Going with Provider." */
const maxNextWords = 20;

/** Returns what finds, among some passages, the sentence that directly follows another one. */
export function continuationsIn(pool: readonly StoredPassage[]): ContinuationOf {
  let byNumber: ReadonlyMap<number, StoredPassage> | undefined;
  return ({ id, sourceId }) => {
    byNumber ??= new Map(pool.map((passage) => [passage.id, passage]));
    const next = byNumber.get(id + 1);
    return next?.sourceId === sourceId && next.wordCount <= maxNextWords ? next : undefined;
  };
}

/** Words for a choice, after a sentence about what there was before. */
const decides =
  /\b(?:(?:went|gone|going|go) (?:with|for)|(?:decided|settled) (?:on|for)|opted for|chose|picked|got (?:me |us |myself |ourselves )?(?:an?|the)|bought|instead|in the end|ended up|now)\b/iu;

/** The idf weight of a word among the passages; 0 if it is in too many of them. */
function rarityIn(pool: readonly StoredPassage[]): (word: string) => number {
  const most = Math.max(rareCount, rareShare * pool.length);
  let words: readonly ReadonlySet<string>[] | undefined;
  const known = new Map<string, number>();
  const rarityOf = (word: string) => {
    words ??= pool.map((passage) => analysisOf(passage).ownWords);
    let count = 0;
    for (const own of words) {
      if (own.has(word)) count += 1;
      if (count > most) return 0;
    }
    return Math.log(1 + pool.length / Math.max(1, count));
  };
  // Few words connect two passages, so the words of the pool are not counted at once.
  return (word) => {
    const rarity = known.get(word) ?? rarityOf(word);
    known.set(word, rarity);
    return rarity;
  };
}
