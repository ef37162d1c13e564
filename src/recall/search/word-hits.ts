/** Where the words of a question stand in the store, and how much each is worth. */
import type { Posting, StoreStatistics } from "../../stores/store.js";
import type { QueryWord } from "../question/interpret.js";

export interface WordHits {
  readonly word: string;
  /** Inverse document frequency times the word's weight in the question. */
  readonly worth: number;
  /** How much it counts in the question, 0 to 1. */
  readonly weight: number;
  readonly name: boolean;
  /** Passages that hold it, ascending. */
  readonly passages: readonly number[];
}

/**
 * Passages that every store is thought to hold beside its own. In a store of three passages each word is as rare as any other; with these
 * it is judged as in a small conversation, and the estimate gives way as the store grows.
 */
const priorPassages = 50;

/** Words that stand in the store, with their worth: the idf of BM25 (Robertson and Walker, 1994) over the smoothed number of passages. */
export function wordHits(
  words: readonly QueryWord[],
  postings: readonly Posting[],
  { passages }: StoreStatistics,
): WordHits[] {
  const total = passages + priorPassages;
  return words.map(({ word, weight, name }, index) => {
    const posting = postings[index];
    const found = posting === undefined || posting.cut ? [] : posting.passages;
    const frequency = posting?.cut ? total : found.length;
    const idf = Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
    return { word, name, weight, worth: weight * idf, passages: found };
  });
}
