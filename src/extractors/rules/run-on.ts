/**
 * Sentences that go on and on, cut where a new clause begins, so that grammar reads clauses of a
 * sane length.
 */

/** Longer sentences are cut. */
const mostChars = 240;
/** A part is at least this long, so that no list is taken apart. */
const leastChars = 60;
/** A comma, and a word that begins another clause. */
const seam =
  /,\s+(?=(?:and|but|so|because|since|although|though|while|which|considering|especially|given)\s+\S|(?:i|we|he|she|they|it|there|this|that)(?:['’]\p{L}+)?\s)/giu;

/**
 * The parts of a sentence, verbatim and in order; the sentence itself where it is short or has no
 * seams.
 */
export function partsOf(sentence: string): string[] {
  if (sentence.length <= mostChars) return [sentence];
  const parts: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of sentence.matchAll(seam)) {
    if (index - start < leastChars || sentence.length - index < leastChars) continue;
    parts.push(sentence.slice(start, index));
    start = index + mark.length;
  }
  return [...parts, sentence.slice(start)];
}
