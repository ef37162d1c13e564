/**
 * Bare questions: messages that only ask something. A bare question is not stored on its own; if
 * the next message of another speaker answers it, it is stored with the answer. Segmenting and
 * skipping both use these functions, so that they agree on what a bare question is.
 */
import { sentences } from "../sentences.js";
import { smallTalk } from "./small-talk.js";

/** A longer message usually states something besides its question. */
const maxChars = 300;
/** A question sentence of more words usually states something too. */
const maxWords = 13;

/**
 * Parts with which a question also states something: a number, a link, code, or a first person who
 * does or has something.
 */
const carries = [
  /\d/,
  /https?:|www\.|\S@\S|`|=>|[{}<>]/,
  /\b(?:i|we)(?:['’](?:m|re|ve|d|ll))?\s+(?:\w+ly |just |also |still |never |always |recently |finally |now )?(?!(?:do|should|can|could|would|will|may|might|shall|must|use|ask|get|go|start|have to|need to|be)\b)\w+/i,
  /\b(?:this|that|the|an?)(?:\s+[\p{L}-]+){1,3}\s+(?:that|which|who|where)\b/iu,
  /\bhow about (?:this|that|the|we|an?)\b/i,
  /\b(?:since|because|so that|given that|now that|considering)\b/i,
  /\b(?:my|our)\s+\w+/i,
  /\b(?:always|never|from now on|in future|every time|whenever)\b/i,
];

/** How a bare question begins, in the languages that the tables know. */
const opening =
  /^(?:(?:so|and|but|or|well|ok|okay|oh|wow|yum|woah|whoa|ooh|aw|hey|hi|hmm|also|cool|great|nice|awesome|anyway|btw|by the way|really|yeah|yes|no|thanks)[\s,!.]+)*(?:(?:\p{L}+[,!]\s+))?(?:what|how|why|who|whom|whose|which|when|where|is|are|am|was|were|do|does|did|don['’]t|doesn['’]t|didn['’]t|isn['’]t|aren['’]t|have|has|had|seen|tried|been|wanna|haven['’]t|hasn['’]t|can|could|will|would|won['’]t|wouldn['’]t|shall|should|shouldn['’]t|may|might|any|anything|anyone|got|ever|know|need|want|care|mind|was|wer|wie|wo|wann|warum|welche\p{L}*|bist|hast|kannst|können|ist|sind|qué|quién|cómo|dónde|cuándo|cuál|tienes|puedes|eres|¿.*|que|qui|où|quand|comment|pourquoi|est-ce|as-tu|come|dove|quando|perché|chi|hai|sei)(?=[\s'’,?])/iu;

/** Most messages have none of these marks, so they need not be split into sentences. */
const questionMark = /[?？؟]/;

/** Whether a message only asks. Small talk around the question does not count. */
export function isBareQuestion(text: string): boolean {
  const whole = text.trim();
  if (whole.length > maxChars || !questionMark.test(whole)) return false;
  let asks = false;
  for (const sentence of sentences(whole)) {
    if (isBareQuestionSentence(sentence)) asks = true;
    else if (smallTalk(sentence) === null) return false;
  }
  return asks;
}

/** Whether a sentence only asks. */
export function isBareQuestionSentence(sentence: string): boolean {
  if (
    !questionMark.test(sentence) ||
    !/[?？؟]["'”’»)\]]*$/u.test(
      sentence.trimEnd().replace(/(?:\p{Extended_Pictographic}|\uFE0F|[\s!])+$/u, ""),
    )
  )
    return false;
  if (carries.some((pattern) => pattern.test(sentence))) return false;
  return sentence.split(/\s+/).length <= maxWords && (opensQuestion(sentence) || isFragment(sentence));
}

/** Whether a sentence begins as a question does: "where is", "did you", "¿qué". */
export function opensQuestion(sentence: string): boolean {
  return opening.test(sentence);
}

/** "Anything new?", "And you?", "The blue one?": too short to state anything. */
function isFragment(sentence: string): boolean {
  return sentence.split(/\s+/).length <= 4 || !/\p{L}\s+\p{L}/u.test(sentence);
}
