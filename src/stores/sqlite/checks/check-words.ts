/**
 * Compares the keyword index with the words of the passages, in both directions, for every word.
 */
import type { KeywordIndex } from "../keywords/keyword-index.js";
import { wordSum } from "./check-passages.js";
import { Finding } from "./finding.js";

/**
 * Checks the index. Run each step inside a read transaction. @param expected a hash of the words of
 * each passage: see `wordSum`
 */
export function* checkWords(
  keywords: KeywordIndex,
  expected: ReadonlyMap<number, number>,
): Generator<undefined, Finding> {
  const finding = new Finding("words");
  const sums = new Map<number, number>();
  for (const { word, passages } of keywords.all()) {
    if (passages === undefined) {
      yield;
      continue;
    }
    const hash = wordSum([word]);
    for (const passage of passages) sums.set(passage, ((sums.get(passage) ?? 0) + hash) >>> 0);
  }
  for (const [passage, sum] of expected) {
    finding.looked += 1;
    if ((sums.get(passage) ?? 0) !== sum) finding.add(`passage ${passage}`);
    sums.delete(passage);
  }
  for (const passage of sums.keys()) finding.add(`words of passage ${passage}, which is gone`);
  return finding;
}
