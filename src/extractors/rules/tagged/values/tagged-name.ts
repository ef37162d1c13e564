/**
 * Checks whether a property can have a proper name as its value: "Balthasar Quennevoort" is neither
 * an occupation nor a home.
 */
import type { TaggedFact } from "../../../learnt/tagger.js";
import { relationOf } from "../../facts/vocabulary/relations.js";
import { type PlacedSentence, type Sentence, sentenceAt } from "../../sentence.js";
import { namelessProperties } from "./value-kinds.js";

/** Properties whose value is a place. */
const places = new Set("home,location,origin,hometown,address,venue,lived in,workplace".split(","));
/** Words before a place: "in the old Brno quarter", "moved to", "Home: ". */
const leadsToPlace =
  /\b(?:in|at|from|to|near|on|of|around|through|via|outside|into|towards|by|is|are|was|visit(?:ed|ing)?|left|leave|and|or)\s+(?:[\p{L}'’-]+\s+){0,2}$|[:,(/–-]\s*$/iu;
/**
 * Maximum number of words between a noun and the name that it refers to, as in "my landlord, a kind
 * man, is Okafor".
 */
const furthest = 5;

/**
 * Whether a fact of the tagger is possible, if its value is surely a name. Always true for other
 * values.
 */
export function suitsName(
  fact: TaggedFact,
  property: string,
  text: string,
  sentences: readonly PlacedSentence[],
): boolean {
  const person = personAt(fact, sentences);
  if (!fact.isName && person === null) return true;
  if (namelessProperties.has(property)) return false;
  if (person !== null && !suitsPerson(fact, property, text, person)) return false;
  if (places.has(property)) return leadsToPlace.test(text.slice(Math.max(0, fact.start - 60), fact.start));
  const { noun } = fact;
  if (text.slice(noun.start, noun.end).toLowerCase() !== property) return true;
  const between =
    noun.end <= fact.start ? text.slice(noun.end, fact.start) : text.slice(fact.end, noun.start);
  return (between.match(/\p{L}+/gu) ?? []).length <= furthest && !/[.;!?]\s/.test(between);
}

/**
 * The sentence of a value that is a person's name: every word is capitalised, and one is tagged as
 * a person. Else `null`.
 */
function personAt(fact: TaggedFact, sentences: readonly PlacedSentence[]): Sentence | null {
  const found = sentenceAt(fact, sentences);
  if (found === null) return null;
  const { sentence, at } = found;
  const words = sentence.words.filter(
    ({ text: written, start, end }) => written !== "" && at + start < fact.end && at + end > fact.start,
  );
  const isPerson =
    words.every(({ text: written }) => /^\p{Lu}\p{Ll}/u.test(written)) &&
    words.some(({ tags }) => tags.has("FirstName") || tags.has("Person")) &&
    !words.some(({ tags }) =>
      ["Place", "City", "Country", "Region", "Organization"].some((tag) => tags.has(tag)),
    );
  return isPerson ? sentence : null;
}

/**
 * Prepositions before a person: in "coffee with Ada", Ada is neither a coffee nor a child.
 */
const besides = /\b(?:with|to|for|from|by|at|than|and)\s+$/i;
/**
 * Verbs that give or say something to a person: "I lent Petra the drill" says nothing about who
 * Petra is.
 */
const isObject =
  /\b(?:owed?|owes|owing|lend|lends|lent|lending|gave|give[sn]?|giving|sold|sells?|selling|sent|sends?|sending|showed|shows?|showing|told|tells?|telling|asked|asks?|asking|paid|pays?|paying|bought|buys?|buying|brought|brings?|bringing|offered|offers?|thank(?:ed|s)?|called|calls?|texted|emailed|helped|helps?|saw|visited|beat)\s+$/i;
/**
 * What may be between a noun and the name of the same person: "my landlord is Ada", "Ada, our
 * guide".
 */
const sameAs =
  /^[\s,:(–—-]*(?:(?:is|was|are|were|be|called|named|who|['’]s)\s+)*(?:(?:an?|the|my|our|his|her|their)\s+)?$/iu;

function suitsPerson(
  { start, end, noun }: TaggedFact,
  property: string,
  text: string,
  { text: said }: Sentence,
): boolean {
  const isOwnNoun = text.slice(noun.start, noun.end).toLowerCase() === property;
  if (isOwnNoun && noun.end <= start) return sameAs.test(text.slice(noun.end, start));
  if (isOwnNoun && noun.start >= end) return sameAs.test(text.slice(end, noun.start));
  const before = text.slice(Math.max(0, start - 24), start);
  if (besides.test(before) ? property === "partner" : !isObject.test(before)) return true;
  return said.split(/[^\p{L}]+/u).some((word) => relationOf([word.toLowerCase()]) !== null);
}
