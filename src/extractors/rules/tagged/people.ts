/** Which of the names in a passage are people's, as the tagger or a subject's verb tells. */
import { bare, namesOf } from "../../../text/mentions.js";
import type { Sentence } from "../reading.js";

/** People that the words of a passage name, as the tagger or a subject's verb tells. */
export function peopleOf(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ text, words }) => {
    const people = new Set(
      words.filter(({ tags }) => tags.has("Person") || tags.has("FirstName")).map((word) => bare(word.text)),
    );
    return people.size === 0 ? [] : namesOf(text).filter((name) => people.has(name.split(" ")[0]!));
  });
}
