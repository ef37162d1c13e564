/**
 * Open conditions: a condition before a command without a comma between them, as people type:
 * "whenever somebody asks for a price quote them the block price first". Only the verb of the
 * command shows where the condition ends. Pure; English only.
 */
import { isImperativeVerb } from "./command-verbs.js";

/** The words that may introduce such a condition, which may be met again. */
export const recurringConjunction =
  "if|when(?:ever)?|wherever|(?:every|each|any) ?time|as soon as|in case|unless";

const opens = new RegExp(
  `^(?:from now on,? )?(?<word>${recurringConjunction})\\s+(?<rest>\\S[^,;:?]{8,240})`,
  "iu",
);
/** The command comes after at least a subject and its verb. */
const leastWords = 2;
/** A longer condition is a sentence of its own. */
const mostWords = 18;
/**
 * Words after which a verb cannot begin a command: it belongs to a subject ("when I call"), an
 * auxiliary ("you can call"), a determiner ("the call"), a preposition ("for use"), or to the
 * clause before it ("how to call", "rings and asks").
 */
const bindsNext =
  /^(?:i|you|he|she|it|we|they|who|that|which|what|how|to|not|\p{L}+n['’]t|cannot|do|does|did|can|could|would|will|should|shall|may|might|must|am|is|are|was|were|be|been|being|have|has|had|\p{L}+['’](?:m|ve|d|ll|re)|the|an?|my|your|his|her|its|our|their|this|these|those|some|any|no|every|each|another|more|most|of|for|from|with|without|at|on|in|into|by|about|as|than|and|or|but|nor|over|under|per|via|really|just|also|always|never|still|actually|ever|even|let|lets|help|make|makes|new|good|big|small|first|last|next|own|other|same|such|very|too|so)$/iu;
/** What may come before the verb of a command: "please", "always", "don't". */
const commandLead = /^(?:please|pls|always|never|then|just|kindly|don['’]t|dont|first)$/iu;
/** The beginning of an object, so that the verb is no noun: "send me", "assume there's only me". */
const objectFirst =
  /^(?:me|us|him|her|it|them|the|an?|my|your|his|our|their|this|these|those|only|no|any|all|every|each|both|some|one|two|three|there['’]s|there|i['’]m|i|we|he|she|they|what|how|whether|nothing|something|somebody|nobody|\d\S*)$/iu;
/** The beginning of an object or of a phrase: "answer in German", "call Rita". A noun may precede it. */
const mayBeObject = /^(?:in|with|without|\p{L}{3,}s|\p{Lu}\p{L}+)$/u;
/** "Leave out the hanging", "switch off the pump". */
const particle = /^(?:out|off|up|down|away|back)$/iu;
/** "a quick check", "your annual report": what follows two such words is a noun. */
const determiner = /^(?:the|an?|my|your|his|her|its|our|their|this|that|these|those|some|any|no)$/iu;
/** What is reported: "when she called". */
const reported =
  /\b(?:was|were|had|did|came|went|got|said|told|made|found|left|began|took|gave|\p{L}{3,}ed)\b/iu;
/** Politeness and permission: "if you want call me". */
const polite =
  /^you(?:['’](?:d|re))?\s+(?:ever |would |can |could |may |might )?(?:want|need|like|have|get|feel|prefer|think|can|could|would|will|should)\b/iu;

/** A condition, and the command after it. */
export interface OpenCondition {
  /** "whenever" */
  readonly word: string;
  /** "somebody asks for a price" */
  readonly condition: string;
  /** "quote them the block price first" */
  readonly body: string;
}

/** The condition at the start of a text and the command that follows it; `null` if there is none. */
export function openConditionIn(text: string): OpenCondition | null {
  const { word, rest } = opens.exec(text)?.groups ?? {};
  if (word === undefined || rest === undefined) return null;
  const words = rest.trim().split(/\s+/u);
  const at = commandAt(words);
  if (at === -1) return null;
  const condition = words.slice(0, at).join(" ");
  if (reported.test(condition) || polite.test(condition) || /,\s+then\b/iu.test(text)) return null;
  return { word, condition, body: words.slice(at).join(" ") };
}

/** The index of the first word of the command; -1 if there is none. */
function commandAt(words: readonly string[]): number {
  for (let at = leastWords; at < Math.min(words.length - 1, mostWords + 1); at++) {
    if (bindsNext.test(words[at - 1]!)) continue;
    let verb = at;
    while (commandLead.test(words[verb] ?? "")) verb += 1;
    if (!isImperativeVerb((words[verb] ?? "").toLowerCase())) continue;
    const next = words[particle.test(words[verb + 1] ?? "") ? verb + 2 : verb + 1] ?? "";
    const isNoun = determiner.test(words[at - 2] ?? "");
    if (verb > at || objectFirst.test(next) || (!isNoun && mayBeObject.test(next))) return at;
  }
  return -1;
}
