/**
 * Restated: later statements on the topic of the question that repeat a name of an earlier
 * statement and add another name. Pure.
 */
import type { StoredPassage } from "../../../stores/store.js";
import { isOrdinaryWord } from "../../../text/ordinary-words.js";
import { fold, indexWords } from "../../../text/words.js";
import { byPassage } from "../../passages/by-passage.js";
import { analysisOf } from "../../passages/passage-analysis.js";
import type { QueryWord } from "../../question/interpret.js";
import { isPerson } from "../changes.js";

/**
 * Whether `later` says something new about a name in `one`, on the topic of the question: "Fiona
 * has builders in, so we'll meet at Gwen's" after "Our book club meets at Fiona's place". Both have
 * a word of the question and a name that is not in the question; `later` also has a name that `one`
 * does not have.
 */
export function restates(later: StoredPassage, one: StoredPassage, asked: readonly QueryWord[]): boolean {
  const own = namesOf(one);
  if (own.size === 0) return false;
  const before = analysisOf(one).words;
  const now = analysisOf(later).words;
  const isInBoth = ({ word, alike = [] }: QueryWord) =>
    [word, ...alike].some((form) => before.has(form)) && [word, ...alike].some((form) => now.has(form));
  if (!asked.some((word) => word.weight === 1 && !isPerson(word) && isInBoth(word))) return false;
  const known = new Set(asked.flatMap(({ word, alike = [] }) => [word, ...alike]));
  const isShared = [...own].some((name) => !known.has(name) && now.has(name));
  return isShared && [...namesOf(later)].some((name) => !before.has(name) && !known.has(name));
}

/** The index words of the names in a passage. Its first word counts if it is a name. */
export const namesOf = byPassage<ReadonlySet<string>>((passage) => {
  const written = passage.text.match(capitalWord) ?? [];
  const { speakerWords } = analysisOf(passage);
  return new Set(
    written
      .filter((word) => !isOrdinaryWord(fold(word)) && !isCalendarWord(word))
      .flatMap((word) => indexWords(word).filter((own) => !speakerWords.has(own))),
  );
});

const capitalWord = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}[\p{L}\p{M}'’-]*/gu;
const calendarWord =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)$/iu;
const isCalendarWord = (word: string) => calendarWord.test(word);
