/**
 * Recognises unusual names: "Balthasar Quennevoort" is surely a name, because it is written like
 * one and is not a word of the vocabulary.
 */
import type { Token } from "./tokens.js";

const capitalised = /^\p{Lu}\p{Ll}/u;
const sentenceEnd = /^(?:[.!?:"“(*#>•-]|\n+)$/u;

/**
 * Whether tokens are such a name. The spelling of a common name ("Tom Cook") does not distinguish
 * it from a title ("Head Chef"), so it does not count as unusual.
 *
 * @param from First token, as an index.
 * @param to Last token, as an index.
 * @param isWord Whether a word is in the vocabulary as one piece.
 */
export function isUnusualName(
  tokens: readonly Token[],
  { from, to }: { readonly from: number; readonly to: number },
  isWord: (word: string) => boolean,
): boolean {
  const before = tokens[from - 1];
  const opensSentence = before === undefined || sentenceEnd.test(before.text);
  const words = tokens.slice(from, to + 1).map(({ text }) => text);
  if (opensSentence || !words.every((word) => capitalised.test(word))) return false;
  return words.some((word) => !isWord(word));
}
