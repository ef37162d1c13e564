/**
 * The condition of a rule that only the model recognised: the opening phrase up to its comma, colon
 * or command, the closing "when …" or "unless …", or the topic before the verb. Pure; English,
 * except for what ends at a comma or colon.
 */
import { isActionVerb } from "../procedures/action-verbs.js";
import { openConditionIn } from "../procedures/open-conditions.js";
import { triggerOf } from "../procedures/rule-conditions.js";
import { signed } from "../procedures/rule-phrases.js";

const conjunction =
  "if|when(?:ever)?|wherever|where|once|while|as soon as|as long as|unless|until|before|after|in case|(?:every|each|any) ?time|should|provided(?: that)?";
const preposition =
  "for|in|on|at|with|without|during|about|under|from|to(?! be\\b)|by|regarding|concerning|as (?:for|to|regards|far as)|when it comes to|between|over|outside|inside|absent|given|among|through";
const closing =
  "unless|except(?: (?:when|if|for|on|in|at|with|during))?|if|when(?:ever)?|wherever|while|once(?! (?:a|per)\\b)|as soon as|as long as|in case|(?:every|each|any) ?time|before|after|until|during";
/** "When Oskar eats with us, nothing spicy". */
const openingClause = new RegExp(
  `^(?<word>${conjunction})\\s+(?<rest>[^,:;]{3,120}?)(?:[,:;]|\\s[–—-]\\s|\\s+then\\s)`,
  "iu",
);
/** "Only when Grandad's visiting should you use the large print". */
const onlyThen =
  /^only\s+(?:when|if|for|in|on|with|at|after|before|during)\s+(?<rest>[^,:;]{3,80}?)\s+(?:should|may|can|do|must|could|would|will)\s/iu;
/** "For the choir: dates go day first". */
const openingPhrase = new RegExp(`^(?:${preposition})\\s+(?<rest>[^,:;]{2,80}?)(?:[,:;]|\\s[–—-]\\s)`, "iu");
/** "Allergen questions: always send them to the chef". */
const heading = /^(?<rest>[^,:;.!?]{3,60}?)(?::|\s[–—]|\s-)\s+\S/u;
/** "Nothing spicy when Oskar eats with us". */
const closingClause = new RegExp(`^.{2,}?[\\s,](?<word>${closing})\\s+(?<rest>\\S.{2,120})$`, "iu");
/** "It's Father Brennan in letters to the parish, never just his surname". */
const closingPhrase =
  /^[^,:;]*?\s(?:for|in|on|at|with|during|about|from|to|between|under|over)\s+(?<rest>(?!(?:me|us|you|it|that|this|them|advance|full|mind|time)\b)[^\s,:;][^,:;]{2,60})(?:[,:;].*)?$/iu;
/** In other languages: what comes before the first comma. */
const beforeComma = /^(?<rest>[^,:;.!?]{3,80}?)[,:]\s/u;
const opensWithPreposition = new RegExp(`^(?:${preposition})\\s+`, "iu");
/** A subject, a negation or the like after a phrase without a comma: "on school nights I …". */
const beginsMain =
  /^(?:i|you|we|they|he|she|it|the|my|our|an?|no|please|always|never|only|just|don['’]t|do|nothing|there['’]s)$/iu;
/** After these words a phrase goes on: "for the under-fives", "to the editor". */
const goesOn =
  /^(?:the|an?|my|our|your|his|her|their|any|all|every|each|no|of|for|in|on|at|to|with|from|about|and|or|by|under|over|between|than)$/iu;
/** What the subject of a rule ends before. */
const verb =
  /^(?:is|are|was|were|be|has|have|do|does|don['’]t|doesn['’]t|isn['’]t|aren['’]t|can|can['’]t|cannot|could|may|might|must|mustn['’]t|should|shouldn['’]t|shall|will|won['’]t|would|need|needs|get|gets|go|goes|always|never|only|please|no|not|i|you|we|\p{L}+['’](?:s|re|ll|d))$/iu;
const unspecific =
  /^(?:if|when|whenever|once|where|nothing|everything|anything|nobody|everybody|no one|everyone|you|we|they|it|i|this|that)$/iu;
const mostTopicWords = 8;
/** Words before a topic that are not part of it. */
const beforeTopic =
  /^(?:(?:please|always|never|only|just|the|my|our|all|any|every|each|for|in|on|at|with|about|from|to)\s+)+/iu;
const idle =
  /^(?:example|instance|now|once|short|general|fact|future|me|us|you|that|this|the record|my part|one|my (?:opinion|view|book)|note|important|rule|reminder)$/iu;

/**
 * The condition that a sentence names by its form, in its own words; "unless" and "except" are
 * kept, as they negate it. `null` if it names none.
 */
export function learntCondition(sentence: string): string | null {
  const text = plain(sentence);
  const opening = openingClause.exec(text)?.groups;
  if (opening !== undefined) return clause(opening);
  const open = openConditionIn(text);
  if (open !== null) return signed(open.word, open.condition);
  const bare = openingWithoutComma(text);
  if (bare !== null) return bare;
  for (const pattern of [onlyThen, openingPhrase, heading]) {
    const words = pattern.exec(text)?.groups?.rest?.trim();
    if (words !== undefined && !idle.test(words)) return words;
  }
  const last = closingClause.exec(text)?.groups;
  return last === undefined ? null : clause(last);
}

function clause({ word, rest }: Record<string, string>): string | null {
  const words = triggerOf(rest!);
  return words === null ? null : signed(word!, words);
}

/** "On matchdays red hearts are allowed", "For Lenten weeks plan the lunches without meat". */
function openingWithoutComma(text: string): string | null {
  const lead = opensWithPreposition.exec(text)?.[0];
  if (lead === undefined) return null;
  const words = text.slice(lead.length).split(/\s+/u);
  const end = words.findIndex(
    (word, at) =>
      at > 0 && !goesOn.test(words[at - 1]!) && (beginsMain.test(word) || isActionVerb(word.toLowerCase())),
  );
  if (end < 1 || end > mostTopicWords) return null;
  const phrase = words.slice(0, end).join(" ");
  if (/[,:;]/u.test(phrase)) return null;
  return idle.test(phrase) ? null : phrase;
}

/**
 * What a rule is about, for a rule whose condition was not found: the words before its verb, the
 * closing phrase, or all of it.
 */
export function topicOfRule(sentence: string): string {
  const text = plain(sentence);
  const found =
    subjectOf(text) ?? closingPhrase.exec(text)?.groups?.rest ?? beforeComma.exec(text)?.groups?.rest ?? text;
  return triggerOf(found.trim()) ?? text;
}

function subjectOf(text: string): string | null {
  const words = text.split(/\s+/u);
  const [first = ""] = words;
  if (isActionVerb(first.toLowerCase())) return null;
  const ends = (word: string, at: number) =>
    verb.test(word) || (at > 0 && !goesOn.test(words[at - 1]!) && isActionVerb(word));
  const end = words.findIndex(ends);
  if (end < 1 || end > mostTopicWords) return null;
  const subject = words.slice(0, end).join(" ").replace(beforeTopic, "");
  return subject.length < 3 || unspecific.test(subject) || /[,:;]/u.test(subject) ? null : subject;
}

/** A sentence without list marks, lead words and the marks at its end. */
function plain(sentence: string): string {
  return sentence
    .replaceAll("’", "'")
    .replace(/^[\s\-*•>"“'(]+|^\d+[.)]\s+/u, "")
    .replace(/^(?:(?:and|also|so|but|ok|okay|hey|oh|please|from now on|btw|by the way)[\s,:!–-]+)+/iu, "")
    .replace(/[\s.!"”)]+$/u, "");
}
