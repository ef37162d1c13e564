/** Estimates the number of tokens of a text without a tokenizer. */

/**
 * A piece of a text: a letter of a script without spaces, which most vocabularies contain as single
 * letters; a word of an alphabet; or a punctuation mark.
 */
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}]+|[^\s]/gu;

/**
 * Number of letters of a word per token. English words are one or two tokens, which matches
 * OpenAI's rule of thumb of 4 characters a token.
 */
const lettersPerToken = 6;

/**
 * The estimated number of tokens. The estimate of texts joined with spaces is the sum of their
 * estimates.
 */
export function estimateTokens(text: string): number {
  const found = text.match(pieces) ?? [];
  return found.reduce((sum, piece) => sum + Math.ceil(piece.length / lettersPerToken), 0);
}
