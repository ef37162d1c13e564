/** The certainty that a fact of the tagger needs, given the grammar of its sentence. */
import { quotationsIn } from "../../../text/quotations.js";
import type { Span } from "../../../text/sentences.js";
import type { TaggedFact } from "../../learnt/tagger.js";
import type { Clause } from "../grammar/verb-group.js";
import { clauseAt, type PlacedSentence, type Sentence, sentenceAt } from "../sentence.js";
import { isBareNumber } from "./values/measured-value.js";

/**
 * The certainty from which a fact is drafted. With 0.45, 1.5 % more of the facts in the development
 * labels are found, but few of the additional facts have the right property.
 */
const leastCertainty = 0.5;
/** The certainty for questions, suppositions and denials. */
const doubtfulCertainty = 0.7;
const surelyNot = Number.POSITIVE_INFINITY;

/**
 * The certainty that a fact needs. Questions, wishes, suppositions, denials and reports are seldom
 * facts, so they need more.
 */
export function certaintyNeeded(fact: TaggedFact, sentences: readonly PlacedSentence[]): number {
  const found = sentenceAt(fact, sentences);
  if (found === null) return leastCertainty;
  const { sentence, at } = found;
  const before = sentence.text.slice(0, fact.start - at);
  if (reports.test(before) || likens.test(before)) return surelyNot;
  if (isQuoted(sentence.passage.text, fact)) return surelyNot;
  if (sentence.clauses.some((clause) => isSubject(fact, clause, found))) return surelyNot;
  const clause = clauseAt(fact, sentences)?.clause;
  if (clause === undefined) return leastCertainty;
  if (isVerb(fact, clause, found) || isThoughtOfOthers(clause)) return surelyNot;
  if (proposes.test(sentence.text.slice(clause.start, clause.end))) return surelyNot;
  if (clause.opaque && supposes.test(sentence.text)) return surelyNot;
  if (clause.negated && !deniable.has(fact.property ?? "")) return doubtfulCertainty;
  return clause.opaque || doubtful.has(clause.modal ?? "") ? doubtfulCertainty : leastCertainty;
}

const doubtful = new Set(["could", "may", "might", "would", "should"]);
/** Properties that a denial states too: "I don't eat pork". */
const deniable = new Set([
  "diet",
  "dislikes",
  "likes",
  "allergy",
  "experience",
  "skill",
  "habit",
  "opinion",
  "religion",
]);
/** Words of languages other than English that share no spelling with English words. */
const foreign = new RegExp(
  `(?<!\\p{L})(?:${[
    "ich|und|nicht|wir|ist|wohne|arbeite|mein|meine|bin|das|ein|eine|auf|für|sie|sich",
    "el|los|las|una|vivo|trabajo|soy|mi|que|para|por",
    "je|suis|une|les|des|est|mon|ma|à|qui|sa|ses|dans|avec|nous|vous|qu|pas",
    "eu|moro|não|uma|minha|meu|em",
    "io|sono|della|chiama|mio|gli|è",
    "ik|het|een|mijn|niet|voor|hij|zij|naar",
    "jag|och|är",
  ].join("|")})(?!\\p{L})`,
  "giu",
);

/**
 * Whether a text is not English. The tagger was trained on English, and would return wrong facts
 * for other languages.
 */
export function isForeign(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  const odd = text.match(foreign)?.length ?? 0;
  return /[^\P{L}\p{Script=Latin}]/u.test(text) || odd * 8 > words;
}

const supposes =
  /^\W*(?:(?:and|but|so|well|hey|ok)\W+)*(?:if|imagine|suppose|supposing|pretend|say|what if|let's say|assuming|unless|i wish|wish|i think|i guess|i suppose)\b/i;
/** "Let's keep helping", "do I need to restart it?": this is not a fact yet. */
const proposes =
  /^\W*(?:(?:and|but|so|or|then|yes|well)\W+)*(?:let['’]?s|(?:do|does|should|shall) (?:i|we))(?!\p{L})/iu;
/** Words that report what somebody else says. */
const reports =
  /(?<!\b(?:i|we|as i|like i)\s)\b(?:said|says|claims?|claimed|heard|told (?:me|us|him|her)|rumou?r has it|reckons?)\b/i;

/** "Explain it like I'm five". */
const likens = /\b(?:like|as if|as though) (?:i|we)(?:['’](?:m|re)| am| are| was| were)\b[^,.;]*$/i;

/** "My mate thinks Greer lives in Fife": what somebody else thinks is no fact. */
function isThoughtOfOthers({ verb, subject, rest }: Clause): boolean {
  const isTrust = rest[0]?.lower === "in" || rest[0]?.lower === "of";
  return !isTrust && thinks.test(verb) && !/^(?:i|we)(?:['’]|$)/.test(subject[0]?.lower ?? "i");
}

const thinks =
  /^(?:think|believe|suppose|suspect|assume|guess|imagine|claim|swear|reckon|insist|argue|bet|hope|wish)$/;

/** Whether a longer quotation contains a value, and the value is not the whole of it. */
function isQuoted(text: string, { start, end }: Span): boolean {
  const value = text.slice(start, end);
  return quotationsIn(text).some((quoted) => quoted.includes(value) && quoted.length > value.length + 2);
}

/**
 * Whether a value names the subject of a clause: "Tom" in "I think Tom works at Siemens", and "32"
 * in "Jar number 32 is empty".
 */
function isSubject(
  fact: Span,
  { subject }: Clause,
  { sentence, at }: { sentence: Sentence; at: number },
): boolean {
  const first = subject[0];
  const last = subject.at(-1);
  if (first === undefined || last === undefined || at + last.end !== fact.end) return false;
  return (
    at + first.start === fact.start ||
    (fact.start > at + first.start && isBareNumber(sentence.text.slice(fact.start - at, fact.end - at)))
  );
}

/** Whether a value begins with the verb of its clause: "live on a farm" in "I live on a farm". */
export function beginsWithVerb(fact: Span, sentences: readonly PlacedSentence[]): boolean {
  const found = clauseAt(fact, sentences);
  if (found === null) return false;
  const { clause, at } = found;
  const to = clause.rest.find(({ text }) => text !== "")?.start ?? clause.end;
  const subject = clause.subject.at(-1)?.end ?? clause.start;
  return clause.form !== "gerund" && at + subject <= fact.start && fact.start < at + to;
}

/** Whether a value is only the verb of its clause: "volunteer" in "I volunteer at the shelter". */
function isVerb(fact: Span, clause: Clause, { at }: { at: number }): boolean {
  const from = at + (clause.subject.at(-1)?.end ?? clause.start);
  const to = clause.rest.find(({ text }) => text !== "");
  return from <= fact.start && fact.end <= at + (to?.start ?? clause.end);
}
