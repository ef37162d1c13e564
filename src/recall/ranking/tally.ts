/**
 * Tally: adds up scores of passages, and picks the best. Pure. Words stand in thousands of passages, and a Map of them with a sort of all that was found
 * took half of a recall, merging one list after the other a tenth; an open-addressed table of typed arrays, and sorting only those that may win, takes a
 * quarter of the time that the merging took.
 */
import { highestOf } from "../../numbers/highest.js";

/** Passages and how strongly they were found: a score a passage. */
export interface Scored {
  readonly passages: readonly number[];
  readonly scores: readonly number[];
}

/** 2^32 over the golden ratio, which spreads numbers that follow one another (Knuth, The Art of Computer Programming, 6.4). */
const spread = 0x9e3779b1;

export class Tally {
  /** Place of a passage in the lists below, counted from 1; 0 is free. At least half are. */
  readonly #slots: Int32Array;
  readonly #shift: number;
  readonly #passages: Float64Array;
  readonly #scores: Float64Array;
  #size = 0;

  /** @param most Passages that are added at most, one that is added twice counted twice. */
  constructor(most: number) {
    const bits = Math.ceil(Math.log2(2 * most + 2));
    this.#slots = new Int32Array(2 ** bits);
    this.#shift = 32 - bits;
    this.#passages = new Float64Array(most);
    this.#scores = new Float64Array(most);
  }

  /** Adds to a passage's score. */
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

  /** Score of a passage; 0 for one that was never added. */
  scoreOf(passage: number): number {
    const [slots, passages] = [this.#slots, this.#passages];
    const last = slots.length - 1;
    let slot = Math.imul(passage, spread) >>> this.#shift;
    while (slots[slot] !== 0 && passages[slots[slot]! - 1] !== passage) slot = (slot + 1) & last;
    return slots[slot] === 0 ? 0 : this.#scores[slots[slot]! - 1]!;
  }

  /** Makes the highest score 1, where there is one above 0. */
  normalize(): void {
    const most = this.best;
    if (most <= 0) return;
    const factor = 1 / most;
    for (let place = 0; place < this.#size; place += 1) this.#scores[place]! *= factor;
  }

  /** Passages that were added, each counted once. */
  get size(): number {
    return this.#size;
  }

  /** The highest score; 0 where none is above that. */
  get best(): number {
    return maximum(this.#all);
  }

  /** Calls back with each passage that was added and its score. */
  each(take: (passage: number, score: number) => void): void {
    for (let place = 0; place < this.#size; place += 1) take(this.#passages[place]!, this.#scores[place]!);
  }

  /** The passages of the `limit` highest scores, in no order; the lower numbers where scores are the same. */
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

/** The passages of the `limit` highest scores, best first; the lower numbers first where scores are the same. */
export function bestOf(scored: Found, limit: number): number[] {
  return byScore(placesOf(scored, limit), scored).map((place) => scored.passages[place]!);
}

/** Passages and their scores, side by side. */
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
