/** How sure the tagger has to be of a fact, by what the grammar says of its sentence. */
import type { Span } from "../../../text/sentences.js";
import type { TaggedFact } from "../../learnt/tagger.js";
import type { Clause } from "../grammar/verb-group.js";
import { type Sentence, sentenceAt } from "../reading.js";

/**
 * A fact is drafted from this certainty on. Precision and recall by threshold: `npm run
 * bench:understanding`.
 */
export const leastCertainty = 0.55;
/** For what is asked, supposed or denied. */
const doubtfulCertainty = 0.7;
const surelyNot = Number.POSITIVE_INFINITY;

/**
 * What is asked, wished, supposed, denied or reported is seldom a fact: the tagger has to be surer
 * of it.
 */
export function certaintyNeeded(fact: TaggedFact, text: string, sentences: readonly Sentence[]): number {
  const found = sentenceAt(fact, text, sentences);
  if (found === null) return leastCertainty;
  const { sentence, at } = found;
  if (reports.test(sentence.text.slice(0, fact.start - at))) return surelyNot;
  if (sentence.clauses.some((clause) => isSubject(fact, clause, at))) return surelyNot;
  const clause = sentence.clauses.find(({ start, end }) => at + start <= fact.start && fact.start < at + end);
  if (clause === undefined) return leastCertainty;
  if (clause.opaque && supposes.test(sentence.text)) return surelyNot;
  if (clause.negated && !deniable.has(fact.property ?? "")) return doubtfulCertainty;
  return clause.opaque || doubtful.has(clause.modal ?? "") ? doubtfulCertainty : leastCertainty;
}

const doubtful = new Set(["could", "may", "might", "would", "should"]);
/** What a denial says as well as a claim: "I don't eat pork". */
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
const foreign =
  /(?<!\p{L})(?:ich|und|nicht|wir|ist|wohne|arbeite|mein|meine|bin|el|los|las|una|vivo|trabajo|soy|mi|je|suis|une|les|des|est|mon|ma|eu|moro|não|uma|minha|meu|io|sono|della|ik|het|een|jag|och|är)(?!\p{L})/giu;

/** The tagger was taught English: of a sentence in another language it would make something up. */
export function isForeign(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  const odd = text.match(foreign)?.length ?? 0;
  return /[^\P{L}\p{Script=Latin}]/u.test(text) || odd * 8 > words;
}

const supposes =
  /^\W*(?:(?:and|but|so|well|hey|ok)\W+)*(?:if|imagine|suppose|supposing|pretend|say|what if|let's say|assuming|unless|i wish|wish|i think|i guess|i suppose)\b/i;
/** Somebody else says what follows. */
const reports =
  /(?<!\b(?:i|we|as i|like i)\s)\b(?:said|says|claims?|claimed|heard|told (?:me|us|him|her)|rumou?r has it|reckons?)\b/i;

/** Whether a value is what a clause is about: "Tom" in "I think Tom works at Siemens". */
function isSubject({ start, end }: Span, { subject }: Clause, at: number): boolean {
  const first = subject[0];
  const last = subject.at(-1);
  return first !== undefined && last !== undefined && at + first.start === start && at + last.end === end;
}
