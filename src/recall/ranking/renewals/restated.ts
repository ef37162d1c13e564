/**
 * Restated: later statements on the topic of the question that repeat a name of an earlier
 * statement and add another name. Pure.
 */
import { isOrdinaryWord } from "../../../text/ordinary-words.js";
import { fold, indexWords } from "../../../text/words.js";
import { byPassage } from "../../passages/by-passage.js";
import { analysisOf } from "../../passages/passage-analysis.js";
import type { QueryWord } from "../../question/interpret.js";
import { isPerson } from "../changes.js";
import type { Renews } from "./renews.js";

/**
 * Returns the test for a later passage that says something new about a name in an earlier one, on
 * the topic of the question: "Fiona has builders in, so we'll meet at Gwen's" after "Our book club
 * meets at Fiona's place". Both have a word of the question and a name that is not in the question;
 * the later one also has a name that the earlier one does not have.
 */
export function restatedTest(asked: readonly QueryWord[]): Renews {
  const known = new Set(asked.flatMap(formsOf));
  const topics = asked.filter((word) => word.weight === 1 && !isPerson(word)).map(formsOf);
  return (later) => {
    const now = analysisOf(later).words;
    const isSaid = (forms: readonly string[]) => forms.some((form) => now.has(form));
    if (!topics.some(isSaid)) return undefined;
    const names = [...namesOf(later)].filter((name) => !known.has(name));
    if (names.length === 0) return undefined;
    // Computed when the first pair is compared: most passages are compared with none.
    let shared: readonly string[] | undefined;
    return (one) => {
      shared ??= topics.filter(isSaid).flat();
      const before = analysisOf(one).words;
      if (!names.some((name) => !before.has(name)) || !shared.some((form) => before.has(form))) return false;
      return [...namesOf(one)].some((name) => !known.has(name) && now.has(name));
    };
  };
}

const formsOf = ({ word, alike = [] }: QueryWord): readonly string[] => [word, ...alike];

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
