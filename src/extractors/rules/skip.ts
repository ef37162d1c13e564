/**
 * Decides whether a passage is skipped as empty talk. One sentence with information keeps the whole
 * passage.
 */

import type { Passage } from "../../text/passage.js";
import { sentences } from "../../text/sentences.js";
import { isBareQuestion } from "../../text/small-talk/bare-question.js";
import { type SmallTalk, smallTalk } from "../../text/small-talk/small-talk.js";

/** A longer text is never only small talk, so it is not split into sentences to check. */
const maxSmallTalkChars = 400;

/** "Yes.", "No, never": after a question, such an answer has information. */
const answers =
  /^(?:yes|yeah|yep|yup|yea|no|nope|nah|never|always|both|neither|none|sure|of course|definitely|absolutely|ja|nein|sí|si|oui|non|correct|exactly|right|maybe|probably|not (?:really|yet|any ?more)|i (?:do|am|have|did|was|will|don't|am not))\b/i;

/**
 * A single letter or an operator with any punctuation. As an answer ("B.") it has information.
 */
const wordless = /^[^\p{L}\p{N}\p{S}]*(?:[\p{Lu}\p{Ll}]|and|or|not|xor|near)[^\p{L}\p{N}]*$/iu;

/** Why a passage is skipped, or `null` if it is worth keeping. */
export function skipReason(passage: Passage): string | null {
  const { text } = passage;
  if (text.length > maxSmallTalkChars) return null;
  if (isBareQuestion(text)) return "bare question";
  if (passage.prompt === null && wordless.test(text)) return "nothing said";
  let first: SmallTalk | undefined;
  for (const sentence of sentences(text)) {
    const reason = smallTalk(sentence);
    if (reason === null) return null;
    first ??= reason;
  }
  if (passage.prompt !== null && answers.test(text)) return null;
  return first ?? "empty";
}
