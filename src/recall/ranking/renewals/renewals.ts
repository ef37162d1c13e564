/**
 * Renewals: whether a later passage says anew what an earlier one says, as far as a question asks
 * for it. Pure. Typed facts are closed by `remember`; this is for statements that it could not type,
 * or not in the same way. The later one is returned first, and the earlier one marked.
 */
import type { StoredPassage } from "../../../stores/store.js";
import { fold } from "../../../text/words.js";
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

/** Returns the test for a question; never where it asks for what was before. */
export function renewalTest(
  question: Pick<Question, "text" | "words" | "asks" | "direct" | "history">,
): Renews {
  if (question.history) return () => false;
  const settles = settledTest(question.direct);
  const hasNewValue = newValueTest(question);
  const named = namesIn(question.text);
  const namesThem = ({ text, records }: StoredPassage) => {
    const said = fold(`${text} ${records.map(({ entity }) => entity ?? "").join(" ")}`);
    return named.every((name) => said.includes(name));
  };
  return (later, one) =>
    later.wordCount <= maxWords &&
    one.wordCount <= maxWords &&
    isBefore(one, later) &&
    sameSpeaker(one, later) &&
    (settles(later, one) ||
      // Statements about two things that the question does not name have the same words, too.
      ((hasNewValue(later, one) || restates(later, one, question.words)) &&
        namesThem(one) &&
        namesThem(later)));
}
