/**
 * What follows a condition that may be met again and says what to do then: "whisper", "blur names",
 * "no jazz", "remember that I need wide ones", "have the passports ready". Pure; English only.
 * After such a condition more forms are commands than at the start of a sentence.
 */
import { isActionVerb } from "./action-verbs.js";

/** "She called": what somebody did. */
const past = /^(?:i|you|he|she|it|we|they|\p{Lu}\p{L}+)\s+\p{L}{3,}ed\b/iu;
/** Politeness and advice to people: "if you want, call me", "if life gives you lemons". */
const ofLife =
  /^(?:you|life|things?|times?|it|that|this|those|these|they|everything|all|the (?:time|weather|price) (?:is|comes?|allows?|permits?|suits?))\b(?!.*\b(?:asks?|write|show|send|give|translate|suggest|recommend|plan|book|draft|rains?|snows?|freezes?|feeds?|drives?|trains?|measures?)\b)/iu;
/** What is reported, or meant for one occasion. */
const reported =
  /\b(?:was|were|had|did|went|came|got|made|said|took|gave|felt|saw|began|broke|fell|met|told|thought|knew|heard|today|tonight|tomorrow|yesterday|this (?:\p{L}+)|next (?:week|month|year|\p{L}+day)|possible|necessary|needed|so|not|any|ready|free)\b/iu;
/** Encouragement and fillers that begin with a verb. */
const idle =
  /^(?:(?:take it (?:easy|slow|slowly)|take care|take your time|give up|hold on|hang on|hang in|look at (?:it|this|that)|look on|think of it|think about it|enjoy|cheer up|good luck|lie to|count me|help yourself|mind you|mind if|come on|let me know|believe|worry|rest assured)\b|let['’]s\b|thank)/iu;
const reminder =
  /^(?:remember|keep in mind|bear in mind|mind|note|consider|don['’]t forget|do not forget|know)\s+(?:that\s+)?(?:i|i['’]m|i['’]ve|we|we['’]re|my|our|the|his|her|he|she|they|their|to)\b/iu;
const readied =
  /^have (?:the|my|your|a|an|all|some|his|her|our|their)\b.*\b(?:ready|with you|at hand|in hand|on you|near|nearby)\b/iu;
const verbless =
  /^(?:no|not|only|never|at most|at least|max(?:imum)?|just|nothing|straight)\s+(?!(?:one|problem|problems|idea|way|doubt|reason|time|longer|more|less|matter|need|chance|thanks|wonder|worries|worry|luck|kidding|pressure|sweat|rush|big|really|yet|sure|so|even|because|me|him|her|us|them|you|i|it|the same|bad|good|much)\b)\S/iu;
const finite =
  /\b(?:is|are|was|were|am|has|had|have|does|did|will|would|could|might|went|came|got|i|we|he|she|they|it['’]s|\p{L}+n['’]t|\p{L}+['’](?:re|ll|ve|d|m))\b/iu;
const verbOfStatement =
  /^(?:is|are|was|were|has|had|can|could|will|would|may|might|does|did|of|and|or|\p{L}+['’]s)$/iu;

/**
 * Whether a text after a condition is a command, a reminder or a prohibition without a verb.
 *
 * @param body What follows the condition.
 * @param condition The words of the condition, without "when" or "if".
 */
export function isCommandThen(body: string, condition: string): boolean {
  const text = body.replace(/^(?:(?:please|pls|then|just|kindly|first|also|always)\s+)+/iu, "");
  if (
    ofLife.test(condition) ||
    reported.test(condition) ||
    past.test(condition) ||
    idle.test(text) ||
    /[?？]\s*$/u.test(text)
  )
    return false;
  if (reminder.test(text) || readied.test(text)) return true;
  const [clause = ""] = text.split(
    /[,;:.!]\s|\s(?:and|so|because|that|until|till|before|if|when|unless)\s/iu,
  );
  if (verbless.test(text)) return !finite.test(clause);
  const [first = "", second = ""] = text.match(/[\p{L}'’]+/gu) ?? [];
  return isActionVerb(first.toLowerCase()) && /^\p{Ll}/u.test(first) && !verbOfStatement.test(second);
}
