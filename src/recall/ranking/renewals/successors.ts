/**
 * Successors: later statements that take up something that an earlier one brought, and not the
 * question, and say what is different now: "Colm stayed with the landlord; Ife is at the front desk"
 * after "Reception is staffed by Colm". They often share no word with the question. Pure.
 */
import type { StoredPassage } from "../../../stores/store.js";
import { indexWords } from "../../../text/words.js";
import { analysisOf } from "../../passages/passage-analysis.js";
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

/** How a later passage takes up what an earlier one brought. */
export interface Successors {
  /**
   * It says that something changed, or takes up a name and has another value of the kind that the
   * question asks for.
   */
  readonly changes: Test;
  /** It has another name, where the question asks for one: it may be the answer now. */
  readonly names: Test;
}

/**
 * Returns the tests for later passages that contain a rare word of an earlier one that the question
 * does not contain.
 *
 * @param pool the passages among which a word is rare
 */
export function successorsIn(
  pool: readonly StoredPassage[],
  question: Pick<Question, "text" | "words" | "asks">,
): Successors {
  if (!asksOnce.test(question.text)) return { changes: never, names: never };
  const asked = new Set(question.words.flatMap(({ word, alike = [] }) => [word, ...alike]));
  const kinds = kindsAsked(question);
  const asksName = question.asks.has("person") || question.asks.has("place") || whichOne.test(question.text);
  const isRare = rarityIn(pool);
  const takenUp = (later: StoredPassage, one: StoredPassage) => {
    const own = new Set(indexWords(`${one.speaker ?? ""} ${later.speaker ?? ""}`));
    const before = analysisOf(one).ownWords;
    const mayConnect = (word: string) => !asked.has(word) && !own.has(word) && !common.has(word);
    return [...analysisOf(later).ownWords].filter(
      (word) => before.has(word) && mayConnect(word) && isRare(word),
    );
  };
  const takesUpName: Test = (later, one) => takenUp(later, one).some((word) => namesOf(one).has(word));
  const hasNewValue: Test = (later, one) => kinds.some((kind) => differ(kind, later, one));
  return {
    changes: (later, one) =>
      isShortSequel(later, one) &&
      (analysisOf(later).saysChange
        ? takenUp(later, one).length > 0
        : hasNewValue(later, one) && takesUpName(later, one)),
    names: (later, one) =>
      asksName &&
      isShortSequel(later, one) &&
      bringsName(later, one, asked) &&
      takenUp(later, one).length > 0,
  };
}

const never: Test = () => false;

/** What was said at the same time, as in an import, is no sequel. */
const isShortSequel: Test = (later, one) =>
  later.wordCount <= maxWords && one.wordCount <= maxWords && one.saidAt < later.saidAt;

/** A single question, and not a task or a few words. */
const asksOnce = /^[^.!?]*[?？]\s*$/u;
const whichOne = /^\W*(?:what|which)\b/iu;

/** Whether the later one has a name that neither the earlier one nor the question has. */
function bringsName(later: StoredPassage, one: StoredPassage, asked: ReadonlySet<string>): boolean {
  const before = analysisOf(one).words;
  return [...namesOf(later)].some((name) => !before.has(name) && !asked.has(name));
}

function rarityIn(pool: readonly StoredPassage[]): (word: string) => boolean {
  const most = Math.max(rareCount, rareShare * pool.length);
  const known = new Map<string, boolean>();
  return (word) => {
    const isKnown = known.get(word);
    if (isKnown !== undefined) return isKnown;
    let count = 0;
    for (const passage of pool) if (analysisOf(passage).ownWords.has(word)) count += 1;
    known.set(word, count <= most);
    return count <= most;
  };
}
