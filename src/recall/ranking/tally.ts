/**
 * Tally: adds up scores of passages and selects the best. Pure. A word may be in thousands of
 * passages. A Map and a sort of all passages took half of a recall, and merging sorted lists a
 * tenth; an open-addressed hash table of typed arrays, with a sort of only the candidates, takes a
 * quarter of the time of merging.
 */
import { highestOf } from "../../numbers/highest.js";

/** Passages with their scores, one score per passage. */
export interface Scored {
  readonly passages: readonly number[];
  readonly scores: readonly number[];
}

/**
 * 2^32 divided by the golden ratio, which spreads consecutive numbers (Knuth, The Art of Computer
 * Programming, 6.4).
 */
const spread = 0x9e3779b1;

/** Adds up scores by passage number, in a hash table of fixed size. */
export class Tally {
  /**
   * Index of a passage in the lists below, counted from 1; 0 is a free slot. At least half of the
   * slots are free.
   */
  readonly #slots: Int32Array;
  readonly #shift: number;
  readonly #passages: Float64Array;
  readonly #scores: Float64Array;
  #size = 0;

  /** @param most Maximum number of calls of `add`. */
  constructor(most: number) {
    const bits = Math.ceil(Math.log2(2 * most + 2));
    this.#slots = new Int32Array(2 ** bits);
    this.#shift = 32 - bits;
    this.#passages = new Float64Array(most);
    this.#scores = new Float64Array(most);
  }

  /** Adds to the score of a passage. */
  add(passage: number, score: number): void {
    const [slots, passages] = [this.#slots, this.#passages];
    const last = slots.length - 1;
    let slot = Math.imul(passage, spread) >>> this.#shift;
    while (slots[slot] !== 0 && passages[slots[slot]! - 1] !== passage) slot = (slot + 1) & last;
    if (slots[slot] === 0) {
      passages[this.#size] = passage;
      this.#size += 1;
      slots[slot] = this.#size;
    }
    this.#scores[slots[slot]! - 1]! += score;
  }

  /** The score of a passage; 0 if it was never added. */
  scoreOf(passage: number): number {
    const [slots, passages] = [this.#slots, this.#passages];
    const last = slots.length - 1;
    let slot = Math.imul(passage, spread) >>> this.#shift;
    while (slots[slot] !== 0 && passages[slots[slot]! - 1] !== passage) slot = (slot + 1) & last;
    return slots[slot] === 0 ? 0 : this.#scores[slots[slot]! - 1]!;
  }

  /** Divides the scores by the highest, if it is above 0. */
  normalize(): void {
    const most = this.best;
    if (most <= 0) return;
    const factor = 1 / most;
    for (let place = 0; place < this.#size; place += 1) this.#scores[place]! *= factor;
  }

  /** Number of different passages that were added. */
  get size(): number {
    return this.#size;
  }

  /** The highest score; 0 if none is above 0. */
  get best(): number {
    return maximum(this.#all);
  }

  /** Calls a function with each passage and its score. */
  each(take: (passage: number, score: number) => void): void {
    for (let place = 0; place < this.#size; place += 1) take(this.#passages[place]!, this.#scores[place]!);
  }

  /**
   * Returns the passages with the `limit` highest scores, unordered; of equal scores, those with
   * the lower numbers.
   */
  highest(limit: number): Scored {
    const [passages, scores] = [this.#passages, this.#scores];
    const places = placesOf({ passages, scores: this.#all }, limit);
    return {
      passages: places.map((place) => passages[place]!),
      scores: places.map((place) => scores[place]!),
    };
  }

  get #all(): Float64Array {
    return this.#scores.subarray(0, this.#size);
  }
}

/**
 * Returns the passages with the `limit` highest scores, best first; of equal scores, the lower
 * numbers first.
 */
export function bestOf(scored: Found, limit: number): number[] {
  return byScore(placesOf(scored, limit), scored).map((place) => scored.passages[place]!);
}

/** Passages and their scores, in two arrays of equal length. */
interface Found {
  readonly passages: ArrayLike<number>;
  readonly scores: Float64Array;
}

function placesOf(scored: Found, limit: number): number[] {
  const { above, at } = highestOf(scored.scores, limit);
  return above.concat(byScore(at, scored).slice(0, limit - above.length));
}

function byScore(places: number[], { passages, scores }: Found): number[] {
  return places.sort((one, other) => scores[other]! - scores[one]! || passages[one]! - passages[other]!);
}

function maximum(scores: Float64Array): number {
  let most = 0;
  for (let place = 0; place < scores.length; place += 1) most = Math.max(most, scores[place]!);
  return most;
}
