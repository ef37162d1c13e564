/** Content: the words that a question is about, with their worth, and sets of them as masks. Pure. */
import type { StoredPassage } from "../../stores/store.js";
import { isCharacterPair } from "../../text/words.js";
import type { WordHits } from "../search/bm25.js";

export class Content {
  /**
   * The words that some passage holds, the most worth first; of a very long question those that are worth their bit. What no passage holds needs no bit: as
   * rare as it is, it would take the place of a word that finds something.
   */
  readonly #words: readonly WordHits[];
  readonly #idfWeights: Float64Array;
  readonly #names: WordMask;
  readonly #named: number;
  readonly #asked: number;
  readonly #total: number;
  readonly #most: number;
  readonly #absent: number;

  constructor(asked: readonly WordHits[]) {
    const words = asked.map(discounted);
    const found = words.filter(({ passages }) => passages.length > 0);
    this.#words = found.sort((a, b) => b.idfWeight - a.idfWeight).slice(0, mostMasked);
    this.#idfWeights = Float64Array.from(this.#words, ({ idfWeight }) => idfWeight);
    this.#names = maskAt(this.#words.flatMap(({ name }, place) => (name ? [place] : [])));
    this.#named = totalIdfWeight(words.filter(({ name }) => name));
    this.#asked = words.length;
    this.#total = totalIdfWeight(words) || 1;
    this.#most = words.reduce((most, { idfWeight }) => Math.max(most, idfWeight), 0) || 1;
    this.#absent = totalIdfWeight(words.filter(({ passages }) => passages.length === 0));
  }

  /** Which of the words each passage holds. Passages must ascend, as what a word stands in does: the two lists are walked together. */
  masksOf(passages: readonly StoredPassage[]): WordMask[] {
    const low = new Int32Array(passages.length);
    const high = new Int32Array(passages.length);
    for (const [place, { passages: containing }] of this.#words.entries()) {
      const masks = place < 32 ? low : high;
      const bit = 1 << (place % 32);
      let at = 0;
      for (let row = 0; row < passages.length; row += 1) {
        const { id } = passages[row]!;
        while (at < containing.length && containing[at]! < id) at += 1;
        if (at < containing.length && containing[at] === id) masks[row]! |= bit;
      }
    }
    return passages.map((_, row) => ({ low: low[row]!, high: high[row]! }));
  }

  maskOf(words: ReadonlySet<string>): WordMask {
    return maskAt(this.#words.flatMap(({ word }, place) => (words.has(word) ? [place] : [])));
  }

  /** Share of the question's worth, 0 to 1. */
  idfShare(mask: WordMask): number {
    return sumOf(mask, this.#idfWeights) / this.#total;
  }

  /** Share of the question's worth in words that stand nowhere in the store. */
  get absent(): number {
    return this.#absent / this.#total;
  }

  /** Words asked for. */
  get size(): number {
    return this.#asked;
  }

  /** Worth of the rarest word held, relative to the rarest asked for. */
  rarest(mask: WordMask): number {
    return isNone(mask) ? 0 : this.#idfWeights[firstOf(mask)]! / this.#most;
  }

  /** Share of the names asked for, of those that do not speak themselves; 0 where there are none. */
  nameShare(mask: WordMask): number {
    return this.#named === 0 ? 0 : sumOf(intersection(mask, this.#names), this.#idfWeights) / this.#named;
  }
}

/**
 * Half of the pairs of characters of a text span two words. One that stands nowhere says little of what the store holds, though it is as rare as can be: it counts as
 * much as half a word that is neither common nor rare.
 */
const absentPair = 0.2;

function discounted(hits: WordHits): WordHits {
  const isDoubtful = hits.passages.length === 0 && isCharacterPair(hits.word);
  return isDoubtful ? { ...hits, idfWeight: absentPair * hits.idfWeight } : hits;
}

function totalIdfWeight(words: readonly WordHits[]): number {
  return words.reduce((sum, { idfWeight }) => sum + idfWeight, 0);
}

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
export function sumOf({ low, high }: WordMask, totalIdfWeight: ArrayLike<number>): number {
  let sum = 0;
  for (let left = low; left !== 0; left &= left - 1) sum += totalIdfWeight[lowestBit(left)]!;
  for (let left = high; left !== 0; left &= left - 1) sum += totalIdfWeight[32 + lowestBit(left)]!;
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
