/**
 * Letter groups: which groups of three letters a text holds, as 64 bits that groups share. Pure. What lacks a group of a phrase does not hold the phrase, which
 * is found out sooner than by looking for it; what has all of them is looked into. (A Bloom filter with one hash: Bloom, 1970.)
 */

export interface LetterGroups {
  readonly low: number;
  readonly high: number;
}

export function letterGroups(text: string): LetterGroups {
  let [low, high] = [0, 0];
  for (let at = 2; at < text.length; at += 1) {
    const letters = (text.charCodeAt(at - 2) * 31 + text.charCodeAt(at - 1)) * 31 + text.charCodeAt(at);
    const hash = Math.imul(letters, 0x9e3779b1) >>> 26;
    if (hash < 32) low |= 1 << hash;
    else high |= 1 << (hash - 32);
  }
  return { low, high };
}

/** Whether a text may hold another one: false only where it does not. */
export function mayHold(text: LetterGroups, part: LetterGroups): boolean {
  return ((part.low & ~text.low) | (part.high & ~text.high)) === 0;
}
