/**
 * Content: the words of a question with their idf weights, and sets of these words as bit masks.
 * Pure.
 */
import type { StoredPassage } from "../../stores/store.js";
import { isCharacterPair } from "../../text/words.js";
import type { WordHits } from "../search/bm25.js";

/** The words of a question with their idf weights. */
export class Content {
  /**
   * The words that are in some passage, highest idf weight first, at most {@link mostMasked}. Words
   * that are in no passage get no bit: they have the highest weights and would displace words that
   * match passages.
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

  /**
   * Returns which of the words each passage contains. The passages must be in ascending order of
   * numbers, as the postings are: both lists are traversed together.
   */
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

  /** Returns the idf weight of the words of a mask as a share of the question's, 0 to 1. */
  idfShare(mask: WordMask): number {
    return sumOf(mask, this.#idfWeights) / this.#total;
  }

  /** Share of the question's idf weight in words that are not in the store. */
  get absent(): number {
    return this.#absent / this.#total;
  }

  /** Number of the question's words. */
  get size(): number {
    return this.#asked;
  }

  /**
   * Returns the idf weight of the rarest word of a mask, relative to the rarest of the question.
   */
  rarest(mask: WordMask): number {
    return isNone(mask) ? 0 : this.#idfWeights[firstOf(mask)]! / this.#most;
  }

  /**
   * Returns the share of the question's names, without speakers, that a mask has; 0 if there are
   * none.
   */
  nameShare(mask: WordMask): number {
    return this.#named === 0 ? 0 : sumOf(intersection(mask, this.#names), this.#idfWeights) / this.#named;
  }
}

/**
 * The share of its idf that a pair of characters keeps if no passage contains it. Half of the pairs
 * of a text span two words, so a missing pair says little about the store, although its idf is the
 * highest.
 */
const absentPair = 0.2;

function discounted(hits: WordHits): WordHits {
  const isDoubtful = hits.passages.length === 0 && isCharacterPair(hits.word);
  return isDoubtful ? { ...hits, idfWeight: absentPair * hits.idfWeight } : hits;
}

function totalIdfWeight(words: readonly WordHits[]): number {
  return words.reduce((sum, { idfWeight }) => sum + idfWeight, 0);
}

/** A set of up to 64 words, one bit per word. */
export interface WordMask {
  /** Words 0 to 31. */
  readonly low: number;
  /** Words 32 to 63. */
  readonly high: number;
}

/** Number of bits of a mask. */
export const mostMasked = 64;

/** The words of either mask. */
export function union(one: WordMask, other: WordMask): WordMask {
  return { low: one.low | other.low, high: one.high | other.high };
}

/** The words of the first mask that are not in the second. */
export function without(one: WordMask, other: WordMask): WordMask {
  return { low: one.low & ~other.low, high: one.high & ~other.high };
}

/** The words of both masks. */
export function intersection(one: WordMask, other: WordMask): WordMask {
  return { low: one.low & other.low, high: one.high & other.high };
}

/** Whether a mask is empty. */
export function isNone({ low, high }: WordMask): boolean {
  return (low | high) === 0;
}

/** The mask of the words at some indexes, counted from 0. */
export function maskAt(places: Iterable<number>): WordMask {
  let [low, high] = [0, 0];
  for (const place of places)
    if (place < 32) low |= 1 << place;
    else high |= 1 << (place - 32);
  return { low, high };
}

/** Adds up the weights of the words of a mask. */
export function sumOf({ low, high }: WordMask, totalIdfWeight: ArrayLike<number>): number {
  let sum = 0;
  for (let left = low; left !== 0; left &= left - 1) sum += totalIdfWeight[lowestBit(left)]!;
  for (let left = high; left !== 0; left &= left - 1) sum += totalIdfWeight[32 + lowestBit(left)]!;
  return sum;
}

/** The index of the first word of a mask that is not empty. */
export function firstOf({ low, high }: WordMask): number {
  return low !== 0 ? lowestBit(low) : 32 + lowestBit(high);
}

/** The index of the lowest set bit, counted from 0. */
function lowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
