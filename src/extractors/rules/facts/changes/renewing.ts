/**
 * What somebody now has instead of what they had: "I upgraded my phone to a Pixel 9", "we replaced
 * the server with a Dell R760", "got a new laptop, a Framework 13". The noun is the property, so
 * the new value replaces the former one of "my laptop is a ThinkPad".
 */
import type { SemanticDraft } from "../../../extractor.js";
import { possessive } from "../../conversation/coreference.js";
import { isProper, isValue, type Phrase, phraseOf } from "../../grammar/phrases.js";
import type { Clause } from "../../grammar/verb-group.js";
import { beforeComma, type Fact } from "../fact.js";
import { stated, statedFreely } from "../statement.js";
import { relationOf } from "../vocabulary/relations.js";

/**
 * Verbs of exchange, as lemmas or in the past tense, with the preposition before what is new.
 */
const exchanges: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:upgraded?|changed?)$/, /^to$/],
  [/^replaced?$/, /^(?:with|by)$/],
  [/^(?:swap|swapped|exchanged?|traded?)$/, /^for$/],
];

/** The facts of a clause that says what is new. */
export function renewing(fact: Fact): SemanticDraft[] {
  const { clause, subject } = fact;
  if (clause.tense !== "past" || clause.negated || clause.ended || subject.kind === "thing") return [];
  return [...exchanged(fact), ...gotNew(fact)];
}

function exchanged(fact: Fact): SemanticDraft[] {
  const { clause, complement, sentence } = fact;
  const before = exchanges.find(([verb]) => verb.test(clause.verb))?.[1];
  const found = complement.phrases.find(({ prep }) => before?.test(prep) === true);
  if (found === undefined) return [];
  const phrase = phraseOf(beforeComma(found.words), sentence.text);
  // "Traded in the Yamaha": the particle is no part of what is exchanged.
  const [object = []] = [complement.object, ...complement.phrases.map(({ words }) => words)].filter(
    (words) => words !== found.words && words.length > 0,
  );
  if (phrase === null || !isNewThing(phrase)) return [];
  const noun = ownNoun(object, fact);
  if (noun !== null) return [renewed(fact, noun, phrase)];
  const old = phraseOf(object, sentence.text);
  const isOwned = !/^replace/.test(clause.verb) && old !== null && isProper(old);
  return isOwned && /^an?\s/i.test(phrase.text)
    ? [stated({ entity: fact.subject.name, property: "owns", value: phrase.value, phrase: phrase.text })]
    : [];
}

const people = ["Person", "FirstName"];

/** A name, a model with its number, or words in quotation marks; no person and no time. */
function isNewThing(phrase: Phrase): boolean {
  const other = ["Date", "Month", "WeekDay", "Time", ...(/^an?\s/i.test(phrase.text) ? [] : people)];
  const isOther = phrase.words.some(({ tags }) => other.some((tag) => tags.has(tag)));
  const isNamed = isProper(phrase) || /^["'“‘]/.test(phrase.text) || /\d/.test(phrase.value);
  return isNamed && !isOther && isValue(phrase, "thing");
}

/**
 * "My phone": the noun of something that the subject has. "We replaced the server" is about the
 * speaker's server only if nobody else speaks; "I swapped the coffee for a Coke" is about one
 * coffee.
 */
function ownNoun(words: Clause["rest"], { clause, subject, sentence }: Fact): string | null {
  const [first, ...rest] = words.filter(({ text }) => text !== "");
  const isOwn =
    /^(?:my|our|his|her|their)$/.test(first?.lower ?? "") ||
    (first?.lower === "the" &&
      /^(?:upgrade|replace)/.test(clause.verb) &&
      subject.kind === "speaker" &&
      sentence.conversation.isMonologue);
  const nouns = rest.filter(({ lower }) => !/^(?:old|former|previous|own)$/.test(lower));
  const isNoun =
    nouns.length > 0 &&
    nouns.length <= 3 &&
    nouns.every(({ text }) => /^\p{Ll}[\p{Ll}-]+$/u.test(text)) &&
    nouns.at(-1)!.tags.has("Noun") &&
    !nouns.at(-1)!.tags.has("Plural") &&
    relationOf(nouns.map(({ lower }) => lower)) === null;
  return isOwn && isNoun ? nouns.map(({ lower }) => lower).join(" ") : null;
}

/** "Got a new laptop, a Framework 13." */
function gotNew(fact: Fact): SemanticDraft[] {
  const { clause, complement, sentence } = fact;
  if (!/^(?:get|buy|have)$/.test(clause.verb)) return [];
  const object = complement.object.filter(({ text }) => text !== "");
  const comma = object.findIndex(({ after }) => /^[,:]$/.test(after));
  const nouns = object.slice(2, comma + 1);
  const isNew = /^an?$/.test(object[0]?.lower ?? "") && object[1]?.lower === "new" && nouns.length > 0;
  const isNoun =
    nouns.length <= 2 && nouns.every(({ text, tags }) => /^\p{Ll}/u.test(text) && tags.has("Noun"));
  const phrase = isNew && isNoun ? phraseOf(beforeComma(object.slice(comma + 1)), sentence.text) : null;
  if (phrase === null || !isNewThing(phrase) || relationOf(nouns.map(({ lower }) => lower)) !== null)
    return [];
  return [renewed(fact, nouns.map(({ lower }) => lower).join(" "), phrase)];
}

function renewed({ subject }: Fact, noun: string, { value, text }: Phrase): SemanticDraft {
  return statedFreely({
    entity: subject.name,
    property: noun,
    value: value.replace(/^["'“‘]|["'”’]$/g, ""),
    text: `${possessive(subject.name)} ${noun} is ${text}.`,
    cardinality: "one",
  });
}

const changing =
  /\b(?:switched|changed|swapped)\s+(?:my |our |to (?:another|a new|a different) )?(?<noun>\p{Ll}[\p{Ll}-]{2,20})\b/u;

/**
 * "I switched gyms, I'm at Corewell now", "changed dentists, I'm with Dr. Feld now": the noun that
 * changed is the property. A job is left to the employer. `null` where nothing is said to change.
 */
export function changedNoun(
  { clause, subject, complement, sentence }: Fact,
  predicate: string,
): SemanticDraft[] | null {
  const { noun } = changing.exec(sentence.text.slice(0, clause.start))?.groups ?? {};
  if (noun === undefined || /^(?:jobs?|compan(?:y|ies)|firms?|employers?|sides|places)$/.test(noun))
    return null;
  const place = complement.phrases.find(({ prep }) => prep === "at" || prep === "with");
  const phrase = place === undefined ? null : phraseOf(beforeComma(place.words), sentence.text);
  if (phrase === null || !isProper(phrase) || !/\b(?:now|these days)\b/i.test(predicate)) return [];
  const property = noun.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "");
  const text = `${possessive(subject.name)} ${property} is ${phrase.text}.`;
  return [statedFreely({ entity: subject.name, property, value: phrase.value, text, cardinality: "one" })];
}
