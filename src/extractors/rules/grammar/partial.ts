/**
 * What holds beside something else, or only part of the time: "also works at Bosch", "lives in
 * Porto in winter". Such a fact joins those of its kind and closes none of them.
 */
import type { Sentence } from "../reading.js";
import type { Clause } from "./verb-group.js";

const added =
  /\b(?:also|too|as well|in addition|additionally|besides|on the side|on top of (?:that|it)|second|another|extra|side)\b/i;
const sometimes =
  /\b(?:part[- ]time|sometimes|occasionally|seasonally|temporarily|now and then|now and again|from time to time|once in a while|at times|(?:half|part|most|some|rest) (?:of )?the (?:year|time|week|month)|(?:some|most|every other) (?:days|weeks|weekends?|months?|summers?|winters?)|(?:on|at|during|over) (?:the )?week(?:end|day)s?|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:in|during|over|for|every|each) (?:the )?(?:spring|summer|autumn|fall|winter|holidays|season|week)s?)\b/i;

/** Verbs that begin something in place of what was: "I also moved" still is a move. */
const replaces = /^(?:move|relocate|emigrate|settle|switch)$/;

/** Whether a clause says that it is additional or true only part of the time. Pure. */
export function isPartial(clause: Clause, sentence: Sentence): boolean {
  if (replaces.test(clause.verb)) return false;
  const text = textOf(clause, sentence);
  return added.test(text) || (clause.tense !== "past" && sometimes.test(text));
}

/** The clause with what leads it in: "Sometimes I work", "In winter we live". */
function textOf(clause: Clause, { text, clauses }: Sentence): string {
  const index = clauses.indexOf(clause);
  const from = index <= 0 ? 0 : clauses[index - 1]!.end;
  return text.slice(Math.min(from, clause.start), clause.end);
}
