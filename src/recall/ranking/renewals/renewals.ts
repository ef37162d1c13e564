/**
 * Renewals: whether a later passage says anew what an earlier one says, as far as a question asks
 * for it. Pure. Typed facts are closed by `remember`; this is for statements that it could not type,
 * or not in the same way. The later one is returned first, and the earlier one marked.
 */
import type { StoredPassage } from "../../../stores/store.js";
import { sameSpeaker } from "../../prose/replaced-statements.js";
import type { Question } from "../../question/interpret.js";
import { namesIn } from "../../question/names.js";
import { isBefore } from "../disagree.js";
import { newValueTest } from "./new-values.js";
import { restates } from "./restated.js";
import { settledTest } from "./settled.js";

/** Whether a later passage renews an earlier one. */
export type Renews = (later: StoredPassage, one: StoredPassage) => boolean;

/** Most words of a message that is compared; a longer one has several topics. */
const maxWords = 60;

const pastTense = /^\W*(?:(?:when|where|what|who|which|why|how)\b.{0,40}?\s)?(?:did|was|were|had)\b/iu;

/** Returns the test for a question; never where it asks for what was before. */
export function renewalTest(
  question: Pick<Question, "text" | "words" | "asks" | "direct" | "history">,
): Renews {
  // An event in the past has one time and one amount; a later one is another event.
  if (question.history || pastTense.test(question.text)) return () => false;
  const settles = settledTest(question.direct);
  const hasNewValue = newValueTest(question);
  // Of what a question names there are statements about other things, in the same words.
  const isNamed = namesIn(question.text).length > 0;
  return (later, one) =>
    later.wordCount <= maxWords &&
    one.wordCount <= maxWords &&
    isBefore(one, later) &&
    sameSpeaker(one, later) &&
    (settles(later, one) || (!isNamed && (hasNewValue(later, one) || restates(later, one, question.words))));
}
