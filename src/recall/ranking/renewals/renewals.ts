/**
 * Renewals: whether a later passage says anew what an earlier one says, as far as a question asks
 * for it. Pure. Typed facts are closed by `remember`; this is for statements that it could not type,
 * or not in the same way. The later one is returned first, and the earlier one marked.
 */
import type { StoredPassage } from "../../../stores/store.js";
import { sameSpeaker } from "../../prose/replaced-statements.js";
import type { Question } from "../../question/interpret.js";
import { namesIn } from "../../question/names.js";
import { states } from "../direct.js";
import { isBefore } from "../disagree.js";
import { newValueTest } from "./new-values.js";
import { restates } from "./restated.js";
import { settledTest } from "./settled.js";
import { successorsIn } from "./successors.js";

/** Whether a later passage renews an earlier one. */
export type Renews = (later: StoredPassage, one: StoredPassage) => boolean;

/** Most words of a message that is compared; a longer one has several topics. */
const maxWords = 60;

const pastTense = /^\W*(?:(?:when|where|what|who|which|why|how)\b.{0,40}?\s)?(?:did|was|were|had)\b/iu;

type Asked = Pick<Question, "text" | "words" | "asks" | "direct" | "history">;

/**
 * Returns the test for a question; never where it asks for what was before.
 *
 * @param pool the passages among which a word is rare
 */
export function renewalTest(question: Asked, pool: readonly StoredPassage[] = []): Renews {
  if (asksForPast(question)) return () => false;
  const settles = settledTest(question.direct);
  const hasNewValue = newValueTest(question);
  const { changes, names } = successorsIn(pool, question);
  // Of what a question names there are statements about other things, in the same words.
  const isNamed = namesIn(question.text).length > 0;
  const renewsInWords: Renews = (later, one) =>
    (!isNamed && (hasNewValue(later, one) || restates(later, one, question.words))) ||
    changes(later, one) ||
    (statesFact(later) && names(later, one));
  return (later, one) =>
    isComparable(later, one) &&
    (settles(later, one) || (!isSureFact(question, one) && renewsInWords(later, one)));
}

/**
 * Returns the test for later passages that may renew an earlier one: they are returned before it,
 * which is not marked.
 */
export function sequelTest(question: Asked, pool: readonly StoredPassage[]): Renews {
  if (asksForPast(question)) return () => false;
  const { names } = successorsIn(pool, question);
  return (later, one) => isComparable(later, one) && !isSureFact(question, one) && names(later, one);
}

/**
 * Whether a passage has a stored fact that the question asks for by name: what replaces that fact,
 * `remember` has closed, or says so in the same matter. "My brother visited me in Porto" takes up
 * the word "Porto" only.
 */
function isSureFact({ direct }: Asked, one: StoredPassage): boolean {
  return direct !== undefined && states(direct, one);
}

/** "Ife is at the front desk" is about what is so, "Colm went to Rome with Ife" about what happened. */
function statesFact({ records }: StoredPassage): boolean {
  return records.some(({ type }) => type === "semantic");
}

/** An event in the past has one time and one amount; a later one is another event. */
function asksForPast({ history, text }: Asked): boolean {
  return history || pastTense.test(text);
}

function isComparable(later: StoredPassage, one: StoredPassage): boolean {
  return (
    later.wordCount <= maxWords &&
    one.wordCount <= maxWords &&
    isBefore(one, later) &&
    sameSpeaker(one, later)
  );
}
