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
  /^(?:(?:can|could|would|will) you|let['’]?s|let us|i(?:['’]d)? (?:really |also |just |definitely )?(?:want|need|would like|like) (?:you to|to (?:see|know|have you))|help me|(?:i['’]m )?ready (?:to|for)|i['’]m ready|(?:show|give|tell|write|create|make|explain|list|suggest|generate|continue|draft|describe|provide|rewrite|rephrase|summari[sz]e|translate|find|add|use|change|send|do|check|include|convert|imagine|proceed|start|keep|put|update|bring|stop|don['’]t|do not|answer|reply|fix|correct|proofread|polish|improve|review|quiz|shorten|pretend|play|act|warmer|shorter|consider|compare|expand|elaborate|discuss|define|outline|develop|design|build|calculate|analy[sz]e|evaluate|prepare|hotfix|rename|refactor|rerun|deploy|merge|revert|rebase|install|remove|delete|replace|implement|regenerate|configure|enable|disable|upgrade|bump|migrate|cancel|pick|choose|roast|solve|compute|paraphrase|simplify|redo|retry)(?=\s+(?!(?:is|are|was|were|has|had|will)\b)\S))/iu;
/** Verbs that may be nouns: "run the tests", but "run done", "order 48213 arrived". */
const requestForObject =
  /^(?:run|push|debug|test|move|turn|swap|look|open|fetch|scale|sort|format|ticket|log|book|order|call|email|schedule|plan|name|rate|guess|count|spell|read|quote|cite|search|google|commit|set)\s+(?:the|this|that|these|those|it|them|me|an?|my|our|all|both|every|up|down|for|at|into|in|on|two|three|`)(?!\p{L})/iu;
const question = /[?？؟]["'”’»)\]]*\s*$/u;
/** A question without its mark: "how much is 3.3 V over 47k", "what's the difference between them". */
const unmarked =
  /^(?:how|what|why|which|where|who|when)(?:['’]?s|['’]?re| (?:is|are|was|were|do|does|did|can|could|should|would|will|to|much|many|long|often|far|old|about|kind|sort|type))\b|^(?:is|are|does|do|did|can|could|should|would|will) (?:it|this|that|the|there|these|those|i|we|you|he|she|they)\b/iu;
/** "Linkedin post about spring, funny, 50 words", "five word problems with fractions please". */
const wanted =
  /^(?:(?:an?|one|two|three|four|five|six|ten|\d+|some|short|quick|the) )*(?:[\p{L}-]+ ){0,2}(?:posts?|poems?|e-?mails?|mails?|haikus?|limericks?|letters?|recipes?|captions?|tweets?|functions?|scripts?|regex|quer(?:y|ies)|messages?|notes?|jokes?|slogans?|headlines?|stor(?:y|ies)|songs?|titles?|summar(?:y|ies)|paragraphs?|sentences?|exercises?|problems?|questions|ideas?|workouts?|templates?) (?:about|for|on|in|that|which|who|with|to|of|where|from)\b/iu;
const states = /\b(?:is|are|was|were|am|has|have|had|i|we|my|our)\b|['’](?:s|m|re|ve)\b/iu;
const courtesy = /\b(?:please|pls|plz)\b/iu;
/** Fewer words say too little by themselves. */
const leastWords = 4;

/** Whether a text only asks for something, or reacts to what was done for its speaker. */
export function isTaskRequest(message: string): boolean {
  const text = withoutPasted(message, pastedIn(message));
  return sentences(text).every(
    (sentence) =>
      question.test(sentence) ||
      smallTalk(sentence) !== null ||
      asksFor(sentence.replace(lead, "")) ||
      sentence.split(/\s+/u).length < leastWords,
  );
}

function asksFor(sentence: string): boolean {
  if (request.test(sentence) || requestForObject.test(sentence) || unmarked.test(sentence)) return true;
  return !states.test(sentence) && (wanted.test(sentence) || courtesy.test(sentence));
}
