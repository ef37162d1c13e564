/**
 * Word traces: the words of a text as small numbers, to compare texts with each other. Pure. A word
 * is represented by its first five letters: they match its other forms, and take a tenth of the
 * time of splitting and stemming. In a script without spaces, each pair of characters is a word.
 * Two words may have the same number (the hashing trick, Weinberger et al., 2009): a pool of some
 * 1,500 words uses a tenth of the numbers.
 */

/** Exclusive upper bound of the numbers, a power of two. */
export const traceSize = 16_384;

/** Letters of a word that are hashed, and fewest letters of a word: shorter ones say little. */
const letters = { counted: 5, least: 4 };

/** Returns the numbers of the words of a folded text, each once. */
export function wordTrace(folded: string): Uint16Array {
  const numbers = new Set<number>();
  let [hash, length, previous] = [0, 0, 0];
  for (let at = 0; at <= folded.length; at += 1) {
    const code = at < folded.length ? folded.charCodeAt(at) : 0;
    if (code >= firstUnspaced) {
      if (previous >= firstUnspaced) numbers.add(numberOf(added(added(0, previous), code)));
    } else if (isPartOfWord(code)) {
      if (length < letters.counted) hash = added(hash, code);
      length += 1;
      previous = code;
      continue;
    }
    if (length >= letters.least) numbers.add(numberOf(hash));
    [hash, length, previous] = [0, 0, code];
  }
  return Uint16Array.from(numbers);
}

/** From here on, characters are mostly of scripts without spaces: Chinese, Japanese, Korean. */
const firstUnspaced = 0x2e80;
/** The first letter beyond ASCII. */
const firstMarked = 0xc0;

function isPartOfWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code >= firstMarked;
}

/** One step of FNV-1a (Fowler, Noll and Vo). */
function added(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193) + 0x9e3779b1;
}

function numberOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (traceSize - 1);
}
