/**
 * Token counts: counts the tokens of the texts that a passage is rendered as, once while the store
 * caches the passage. Counting all lines again took a twentieth of each recall.
 */
import type { Embedder } from "../../embedders/embedder.js";
import type { StoredPassage } from "../../stores/store.js";
import { byPassage } from "../passages/by-passage.js";

/** Returns the number of tokens of a text. */
export type CountTokens = (text: string) => number;

const counters = new WeakMap<Pick<Embedder, "countTokens">, CountTokens>();

/** Returns the function that counts tokens for an embedder, the same one for each call. */
export function counterOf(embedder: Pick<Embedder, "countTokens">): CountTokens {
  const counter = counters.get(embedder) ?? ((text) => embedder.countTokens(text));
  counters.set(embedder, counter);
  return counter;
}

/** The counts of a passage's texts, for each function that counts them. */
const countsOf = byPassage(() => new WeakMap<CountTokens, Map<string, number>>());

/**
 * Returns a function that counts the tokens of texts that depend on a passage alone: its line, its
 * text, its sentences.
 */
export function counterIn(passage: StoredPassage, countTokens: CountTokens): CountTokens {
  const byCounter = countsOf(passage);
  const counts = byCounter.get(countTokens) ?? new Map<string, number>();
  byCounter.set(countTokens, counts);
  return (text) => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    const tokens = countTokens(text);
    counts.set(text, tokens);
    return tokens;
  };
}
