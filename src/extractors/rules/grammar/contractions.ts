/** Decides what "'s" stands for where compromise reads "has". */
import type { Word } from "./grammar.js";

/**
 * "My shop's on Cockburn Street", "the cat's called Miso": "'s" is "is" before a preposition, a
 * determiner or a word of naming, and never "has".
 */
export function withCopulas(words: readonly Word[]): readonly Word[] {
  return words.some(isHas) ? words.map(asCopula) : words;
}

function isHas({ text, lower }: Word): boolean {
  return text === "" && lower === "has";
}

function asCopula(word: Word, index: number, words: readonly Word[]): Word {
  const next = words[index + 1];
  if (!isHas(word) || next === undefined) return word;
  const isBeing = next.tags.has("Preposition") || next.tags.has("Determiner") || naming.test(next.lower);
  return isBeing ? { ...word, lower: "is", tags: new Set([...word.tags, "Copula"]) } : word;
}

const naming = /^(?:called|named)$/;
