/**
 * Index words as numbers: 64 bits of HMAC-SHA-256, keyed by the salt of the store. Two words of a
 * store of a million words have the same number with a probability of 3 in 100 million.
 */
import { createHmac } from "node:crypto";

/** Returns the number of a word, as text: it does not fit into a JavaScript number. */
export function wordHash(salt: string, word: string): string {
  return createHmac("sha256", salt).update(word).digest().readBigInt64BE(0).toString();
}

/** Returns the numbers of distinct words as a literal of `bigint[]`. */
export function wordHashes(salt: string, words: readonly string[]): string {
  const numbers = [...new Set(words)].map((word) => wordHash(salt, word));
  return `{${numbers.join(",")}}`;
}
