/**
 * Requests for the task at hand: "Show me the list now", "Yes, let's start with the first one".
 * They say nothing about their speaker's life. Pure; English only.
 */
import { pastedIn, withoutPasted } from "../pasted.js";
import { sentences } from "../sentences.js";
import { smallTalk } from "./small-talk.js";

const lead =
  /^(?:[\s\-*•>"“'()\d.]+|(?:ok|okay|yes|yeah|no|great|perfect|thanks|thank you|now|so|hey|hi|hello|well|alright|all right|sure|absolutely|exactly|definitely|also|and|but|then|first|next|just|please|pls|kindly|great|good|again)(?=[\s,!.:;–—-])[\s,!.:;–—-]*)+/iu;
const request =
  /^(?:(?:can|could|would|will) you|let['’]?s|let us|i(?:['’]d)? (?:really |also |just |definitely )?(?:want|need|would like|like) (?:you to|to (?:see|know|have you))|help me|(?:i['’]m )?ready (?:to|for)|i['’]m ready|(?:show|give|tell|write|create|make|explain|list|suggest|generate|continue|draft|describe|provide|rewrite|rephrase|summari[sz]e|translate|find|add|use|change|send|do|check|include|convert|act|imagine|proceed|start|keep|put|update|bring|stop|don['’]t|do not|answer|reply|fix|correct|proofread|polish|improve|review|quiz|shorten|pretend|play|act|warmer|shorter|consider|compare|expand|elaborate|discuss|define|outline|develop|design|build|calculate|analy[sz]e|evaluate|prepare)(?=\s+(?!(?:is|are|was|were|has|had|will)\b)\S))/iu;
const question = /[?？؟]["'”’»)\]]*\s*$/u;
/** Fewer words say too little by themselves. */
const leastWords = 4;

/** Whether a text only asks for something, or reacts to what was done for its speaker. */
export function isTaskRequest(message: string): boolean {
  const text = withoutPasted(message, pastedIn(message));
  return sentences(text).every(
    (sentence) =>
      question.test(sentence) ||
      smallTalk(sentence) !== null ||
      request.test(sentence.replace(lead, "")) ||
      sentence.split(/\s+/u).length < leastWords,
  );
}
