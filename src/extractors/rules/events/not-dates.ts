/**
 * Recognises words that look like a date but are not one: "my last day", "the Saturday market",
 * "Friday nights", "the second Tuesday of each month". A wrong date is worse than no date, so
 * unclear words do not count as a date. Pure.
 */
import { auxiliaries, leads, modals, set, subjectPronouns } from "../grammar/words.js";

const weekday = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i;
const lastUnit = /^(?:the )?last (?:day|night|week|weekend|month|year)$/i;
const determiner = /(?:^|[^\p{L}])(?:the|an?|my|your|his|her|its|our|their|every|\p{L}+['’]s)\s+$/iu;
/** "in the last week" is a time; "the last week of the course" and "his last week" are things. */
const spanOfTime = /\b(?:in|over|during|for|within|throughout|since|from)\s+(?:the\s+)?$/i;
const partsOfDays = /^\s*(?:mornings|afternoons|evenings|nights|lunchtimes|lunches)\b/i;
const ofEachPeriod = /^\s+(?:of|in)\s+(?:each|every|any|a)\s+(?:week|month|quarter|year|season)\b/i;
const ordinal = /\b(?:first|second|third|fourth|last|1st|2nd|3rd|4th)\s+$/i;
const ofThePeriod = /^\s+of\s+the\s+(?:week|month|quarter|year)\b/i;
const nextWord = /^\s+(\p{L}+)/u;
const prepositions = set(
  "at in on with for from to until till since by of about before after during between off near around through over",
);
const partOfDay = set("morning afternoon evening night noon lunchtime last next this ago");

/**
 * Whether the words from `start` to `end` of a sentence are not a date, although a parser found
 * one.
 */
export function namesNoDate(
  sentence: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const words = sentence.slice(start, end);
  const before = sentence.slice(0, start);
  const after = sentence.slice(end);
  if (lastUnit.test(words)) return isThing(before, words);
  if (partsOfDays.test(after) || ofEachPeriod.test(after)) return true;
  if (!weekday.test(words)) return false;
  if (/^s\b/i.test(after)) return true;
  if (ordinal.test(before) && ofThePeriod.test(after)) return true;
  return determiner.test(before) && isNoun(nextWord.exec(after)?.[1]);
}

/** "my last day", "the last day of the sale"; not "last day" alone, and not "in the last week". */
function isThing(before: string, words: string): boolean {
  if (spanOfTime.test(before)) return false;
  return /^the /i.test(words) || determiner.test(before);
}

/**
 * Whether the word after "the Saturday" is a noun, as far as closed word classes show it.
 */
function isNoun(word: string | undefined): boolean {
  if (word === undefined || !/^\p{Ll}/u.test(word)) return false;
  return (
    ![subjectPronouns, leads, modals, prepositions, partOfDay].some((words) => words.has(word)) &&
    !auxiliaries.has(word)
  );
}
