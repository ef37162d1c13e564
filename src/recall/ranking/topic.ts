/** The topic of a question: its words that an answer contains. Pure. */
import type { StoredPassage } from "../../stores/store.js";
import { indexWords } from "../../text/words.js";
import { analysisOf } from "../passages/passage-analysis.js";
import type { QueryWord, Question } from "../question/interpret.js";

/** Words for kinds of values: answers seldom contain "locker number" or "opening time". */
const kinds = new Set(
  indexWords(
    "time day date year month week hour minute number amount price cost name address place city town country colour color kind type sort brand model size age length weight height way thing reason person people currently current",
  ),
);

/** Returns the words for the topic of a question: its own, without words for kinds of values. */
export function topicOf({ words }: Pick<Question, "words">): readonly QueryWord[] {
  return words.filter(({ word, weight }) => weight === 1 && !kinds.has(word));
}

/** Whether a passage contains all words of a topic, themselves or by a synonym. */
export function saysAll(passage: StoredPassage, topic: readonly QueryWord[]): boolean {
  const { words } = analysisOf(passage);
  return topic.every(({ word, alike = [] }) => words.has(word) || alike.some((other) => words.has(other)));
}
