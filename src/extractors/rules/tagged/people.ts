/** Finds the names of people in a passage. */
import { bare, namesOf } from "../../../text/mentions.js";
import type { Sentence } from "../sentence.js";

/** The names in sentences that grammar tags as people. */
export function peopleOf(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ text, words }) => {
    const people = new Set(
      words.filter(({ tags }) => tags.has("Person") || tags.has("FirstName")).map((word) => bare(word.text)),
    );
    return people.size === 0 ? [] : namesOf(text).filter((name) => people.has(name.split(" ")[0]!));
  });
}
