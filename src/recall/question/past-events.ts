/**
 * Past events: whether a question asks for what happened, so that its answer only grows. A past
 * event has one time and one amount, and a list of events becomes longer: a later statement is about
 * another event, and replaces nothing. Pure; English only.
 *
 * In answers of 1,000 tokens, 6.8 % of LoCoMo's evidence was marked as outdated before these
 * questions were recognised, and 2.6 % after; of BEAM's 24.6 and 14.1 %, of one person's in LifeBench
 * 20.4 and 8.9 % (`bench:quality`).
 */
import type { Question } from "./interpret.js";

/** "In which month", and "During the review in May, which products". */
const lead =
  "(?:(?:in|on|at|during|after|before|while|when|besides)\\b.{2,160}?,\\s)?(?:(?:in|on|at|for|with|to|from|after|through|by) )?";
/** "When did Gina open her store?", "In which month was the trip?" */
const pastTense = new RegExp(
  `^\\W*(?:${lead}(?:when|where|what|who|which|why|how)\\b.{0,60}?\\s)?(?:did|was|were|had)\\b`,
  "iu",
);

const participle =
  "(?:\\p{L}{2,}ed|been|begun|bought|broken|brought|built|caught|come|done|drawn|drunk|driven|eaten|fallen|felt|flown|found|given|gone|grown|had|heard|known|lost|made|met|paid|put|read|ridden|run|said|seen|sent|sold|spent|spoken|sung|swum|taken|taught|thought|told|won|worn|written)";
/** "Which cities has John been to?"; not "What have we decided?", which asks for the last decision. */
const perfect = new RegExp(
  `^\\W*${lead}(?:what|which|who|whom|where|how (?:many|often))\\b.{0,40}?\\s(?:has|have)\\s(?:[\\p{L}'’-]+\\s){0,4}?(?!(?:chang|mov|switch|decid|settl|agreed))${participle}(?!\\p{L})`,
  "iu",
);

/** "Have I ever missed a session?" */
const ever = /^\W*(?:has|have)\b.{0,40}?\sever\b/iu;
/** "How many days passed between the first call and the interview?" */
const distance = /\bhow (?:many|long)\b.*\b(?:between|from)\b.*\b(?:and|to|until)\b/iu;
/** "In which order did we discuss these?"; not "What do I order at the café?" */
const sequence = /\b(?:in (?:what|which) order|order (?:in which|of)|sequence|chronolog\p{L}*|timeline)\b/iu;
const forms = [pastTense, perfect, ever, distance, sequence];

/** Whether later statements add to the answer of a question and replace nothing in it. */
export function answerOnlyGrows({ text, asks }: Pick<Question, "text" | "asks">): boolean {
  return asks.has("summary") || forms.some((form) => form.test(text));
}
