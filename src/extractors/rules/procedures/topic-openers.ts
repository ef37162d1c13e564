/**
 * Topics at the beginning of a command, set off by a comma: "In a drought, move the herd", "During
 * maintenance, wear the yellow helmet", "For groups over ten, ask for a deposit", "For the board,
 * write in French". Pure; English only. A topic is a kind of occasion or thing. A single one ("for
 * the party") counts only if what follows is about all answers or all things of a kind.
 */
import { asksForAnswerManner } from "../../../text/rules/answer-manner.js";
import { isUniversalCommand } from "../../../text/rules/universal-command.js";
import { isActionVerb } from "./action-verbs.js";
import { isCommandThen } from "./conditional-bodies.js";

const opener =
  /^(?<word>for|in|on|during|at|with|about|under|before|after|to)\s+(?<topic>[^,:;.!?]{3,60})[,:]\s*(?:please\s+|then\s+)?(?<body>\S.*)$/iu;
/** Times, and phrases that introduce a sentence. */
const idle =
  /\b(?:minutes?|moments?|while|seconds?|secs?|hours?|days?|weeks?|weekends?|months?|years?|mornings?|evenings?|nights?|noon|tonight|today|tomorrow|now|soon|later|once|first|last|next|then|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|breakfast|lunch|dinner|supper|dessert|tea|bit|way|fact|nutshell|hurry|change|start|starters|example|instance|sure|short|general|addition|future|particular|case|love|good|bad|least|most|best|worst|all|ever|conclusion|summary|reply|response|return|turn|average|theory|practice|luck|regards?|respect|hindsight|end|meantime|sum|total|that|this|these|those|it|me|us|you|him|her|them|mum|mom|dad|grandma|grandpa|granny|work|home|school|fun|free|context|reference|info|information|god|heaven|\d+)\b/iu;
const definite = /^(?:the|my|our|your|his|her|their|its|some|\p{Lu})/u;
/** "an order", "any trip", "new customers", "maintenance": a kind. */
const kind =
  /^(?:(?:an?|any|every|each|all)\s+)?(?:[\p{Ll}-]+(?:['’]s?)?\s+){0,3}[\p{Ll}-]{3,}(?:\s+(?:over|under|above|below|beyond|from|to|for|with|without|about|of|after|before|at|near|outside|inside|abroad|that|who|which|than)\b.*)?$/u;
/** "I booked", "we go": the topic belongs to a statement. */
const addressed =
  /^(?:i|you|he|she|it|we|they|there|the|my|our|a|an|this|that|what|who|how|why|which|is|are|was)\b/iu;
/** A single thing is meant, or a single occasion. */
const once = /\b(?:this|that|these|those|today|tomorrow|tonight|now|again|me some|me an?)\b/iu;
/** "For soup, get a pot": one thing for one occasion, unless the topic is a plural or has "a". */
const oneThing = /\ban?\b/iu;
const several = /^(?:an?|any|every|each|all)\s|^(?:[\p{Ll}-]+\s+){0,2}[\p{Ll}-]+(?:[^su\s]s|ies)\b/u;

/** The topic that opens a command, in its own words; `null` if there is none. */
export function openingTopic(text: string): string | null {
  const { word = "", topic = "", body = "" } = opener.exec(text)?.groups ?? {};
  if (topic === "" || addressed.test(body) || /[?？]\s*$/u.test(body)) return null;
  const words = topic.trim();
  if (idle.test(words)) return null;
  if (asksForAnswerManner(body, true) || isUniversalCommand(body)) return words;
  if (definite.test(words) || !kind.test(words) || once.test(body)) return null;
  if (oneThing.test(body) && !several.test(words)) return null;
  return isCommandThen(body, words) && !isAmbiguous(word, words, body) ? words : null;
}

/** "To Ana, write": no topic. "For dough, flour": the body begins with a noun. */
function isAmbiguous(word: string, topic: string, body: string): boolean {
  const [first = ""] = /^\p{L}+/u.exec(body.toLowerCase()) ?? [];
  const isShort = body.split(/\s+/u).length < 2;
  return /^to$/iu.test(word) || (isActionVerb(first) && isShort && !topic.includes(" "));
}
