/** The patterns of texts with a former and a new value, and whether two values are of one kind. */

/** Words before a value that are no part of it. */
export const valueLead = "(?:(?:an?|the|my|our|his|her|their|its|about|around|just|only)\\s+)?";
/** One to five words without punctuation that separates clauses. */
const word = '(?:[^\\s,.;:!?()"“”]|[.](?=\\d))(?:[^\\s,.;:!?()"“”]|[.,:](?=\\d))*';
export const phrase = `${word}(?:\\s${word}){0,4}?`;
/** What follows such words. */
export const phraseEnd =
  '(?=[,.;:!?)"”]|\\s*$|\\s*\\n|\\s+(?:and|but|or|because|since|so|as|for|before|last|until|till|any|which|that|who|while|when|then|by|this|from|with|to|at|in|on|per|due|after|if|these|those|anymore|now)\\b)';

/**
 * Verbs for changes of any value, and verbs for changes of a measure only: "went from Porto to
 * Lisbon" is a journey.
 */
export const statedChanges =
  "mov(?:ed?|es|ing)|switch(?:ed|es|ing)?|chang(?:ed|es?|ing)|migrat(?:ed|es?|ing)|convert(?:ed|s)?|transferr(?:ed|s)?|promot(?:ed|es?)|renam(?:ed|es?|ing)|upgrad(?:ed|es?|ing)|shift(?:ed|s|ing)?";
export const measureChanges =
  "went|gone|goes|go|(?:came|com(?:es?|ing)) (?:up|down)|(?:up|down)(?= from)|ris(?:es?|ing)|falls|climbs|grows|rais(?:ed|es?|ing)|lower(?:ed|s|ing)?|cut|dropp?(?:ed|s|ing)?|fell|fallen|rose|risen|grew|grown|increas(?:ed|es?|ing)|decreas(?:ed|es?|ing)|reduc(?:ed|es?|ing)|bump(?:ed|s|ing)?|push(?:ed|es|ing)?|brought|improv(?:ed|es?)|climb(?:ed|s)?|jump(?:ed|s)?|slipp?(?:ed|s)?|extend(?:ed|s)?|shorten(?:ed|s)?|taken|took";

/** Whether two values differ and are both numbers, both names, or both words. */
export function isOfOneKind(former: string, value: string): boolean {
  const same = former.toLowerCase() === value.toLowerCase();
  return !same && writtenKind(former) === writtenKind(value) && !empty.test(former);
}

/** Words that are never a value. */
const empty =
  /^(?:it|that|this|them|him|her|me|us|you|so|there|here|one|yet|sure|only|really|very|too|just|all|always|ever|then|before|nothing|anything|something|enough|much|many|more|less|yesterday|today|tomorrow|last \p{L}+)$|\b(?:i|we|you|he|she|they)\b/iu;

const numberWord =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)\b/i;

/** How a value is written: with a number, as a name, or in words. */
export function writtenKind(value: string): "number" | "name" | "words" {
  if (/\d/.test(value) || numberWord.test(value)) return "number";
  return /^(?:\p{Ll}+\s)?\p{Lu}/u.test(value) ? "name" : "words";
}
