/** How many tokens a text may be, where no tokenizer is at hand. */

/** A letter of a script that is written without spaces, which most vocabularies hold one by one; a word of an alphabet; a mark. */
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}]+|[^\s]/gu;

/** Letters of a word that one token holds: English words are one token or two, which comes to OpenAI's rule of thumb of 4 characters a token. */
const lettersPerToken = 6;

/** An estimate; it adds up over texts that a space separates. */
export function estimateTokens(text: string): number {
  const found = text.match(pieces) ?? [];
  return found.reduce((sum, piece) => sum + Math.ceil(piece.length / lettersPerToken), 0);
}
