/** Word masks: which of up to 64 words a text holds, one bit a word, as two integers of 32 bits. Pure. */

export interface WordMask {
  /** Words 0 to 31. */
  readonly low: number;
  /** Words 32 to 63. */
  readonly high: number;
}

/** Words that a mask has a bit for. */
export const mostMasked = 64;

/** What either holds. */
export function union(one: WordMask, other: WordMask): WordMask {
  return { low: one.low | other.low, high: one.high | other.high };
}

/** What the first holds and the second does not. */
export function without(one: WordMask, other: WordMask): WordMask {
  return { low: one.low & ~other.low, high: one.high & ~other.high };
}

/** What both hold. */
export function intersection(one: WordMask, other: WordMask): WordMask {
  return { low: one.low & other.low, high: one.high & other.high };
}

export function isNone({ low, high }: WordMask): boolean {
  return (low | high) === 0;
}

/** Mask of the words at some places, from 0. */
export function maskAt(places: Iterable<number>): WordMask {
  let [low, high] = [0, 0];
  for (const place of places)
    if (place < 32) low |= 1 << place;
    else high |= 1 << (place - 32);
  return { low, high };
}

/** Adds up what each word held is worth. */
export function sumOf({ low, high }: WordMask, worthOf: ArrayLike<number>): number {
  let sum = 0;
  for (let left = low; left !== 0; left &= left - 1) sum += worthOf[lowestBit(left)]!;
  for (let left = high; left !== 0; left &= left - 1) sum += worthOf[32 + lowestBit(left)]!;
  return sum;
}

/** Place of the first word held; of a mask that holds some. */
export function firstOf({ low, high }: WordMask): number {
  return low !== 0 ? lowestBit(low) : 32 + lowestBit(high);
}

/** Number of the lowest bit that is set, from 0. */
function lowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
