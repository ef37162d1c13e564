/**
 * Unusual names: "Balthasar Quennevoort" is surely a name, as it is written like one and the
 * vocabulary does not hold it as a word.
 */
import type { Token } from "./tokens.js";

const capitalised = /^\p{Lu}\p{Ll}/u;
const sentenceEnd = /^(?:[.!?:"“(*#>•-]|\n+)$/u;

/**
 * Whether tokens are such a name. A common name ("Tom Cook") is not told from a title ("Head Chef")
 * by its spelling, and is none here.
 *
 * @param from First token, as an index.
 * @param to Last token, as an index.
 * @param isWord Whether the vocabulary holds a word whole.
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
