/** Content: the words that a question is about, with their worth, and sets of them as bit masks. Pure. */
import type { StoredPassage } from "../stores/store.js";
import type { WordHits } from "./word-hits.js";

/** Words of a question that are worth their bit; the rest of a very long one is left out, the least worth first. */
const maxContentWords = 30;

export class Content {
  /** The most worth first. */
  readonly #words: readonly WordHits[];
  readonly #total: number;
  readonly #most: number;
  readonly #names: number;
  readonly #sums = new Map<number, number>();

  constructor(words: readonly WordHits[]) {
    this.#words = [...words].sort((a, b) => b.worth - a.worth).slice(0, maxContentWords);
    this.#total = this.#words.reduce((sum, { worth }) => sum + worth, 0) || 1;
    this.#most = this.#words[0]?.worth || 1;
    this.#names = this.#words.reduce((mask, { name }, bit) => (name ? mask | (1 << bit) : mask), 0);
  }

  /** Which of the words each passage holds. Passages must ascend, as what a word stands in does: the two lists are walked together. */
  masksOf(passages: readonly StoredPassage[]): Int32Array {
    const masks = new Int32Array(passages.length);
    for (const [bit, { passages: holding }] of this.#words.entries()) {
      let at = 0;
      for (let row = 0; row < passages.length; row += 1) {
        const { id } = passages[row]!;
        while (at < holding.length && holding[at]! < id) at += 1;
        if (at < holding.length && holding[at] === id) masks[row]! |= 1 << bit;
      }
    }
    return masks;
  }

  maskOf(words: ReadonlySet<string>): number {
    return this.#words.reduce((mask, { word }, bit) => (words.has(word) ? mask | (1 << bit) : mask), 0);
  }

  /** Share of the question's worth, 0 to 1. */
  worth(mask: number): number {
    return mask === 0 ? 0 : this.#sum(mask) / this.#total;
  }

  /** Share of the question's worth in words that stand nowhere in the store. */
  get absent(): number {
    return (
      this.#words.reduce((sum, { worth, passages }) => sum + (passages.length === 0 ? worth : 0), 0) /
      this.#total
    );
  }

  /** Words, 30 at most. */
  get size(): number {
    return this.#words.length;
  }

  /** Worth of the rarest word held, relative to the rarest asked for. */
  rarest(mask: number): number {
    return mask === 0 ? 0 : this.#words[lowestBit(mask)]!.worth / this.#most;
  }

  count(mask: number): number {
    let count = 0;
    for (let left = mask; left !== 0; left &= left - 1) count += 1;
    return count;
  }

  /** Share of the names asked for, of those that do not speak themselves; 0 where there are none. */
  nameShare(mask: number): number {
    return this.#names === 0 ? 0 : this.#sum(mask & this.#names) / (this.#sum(this.#names) || 1);
  }

  /** Few different masks come up for many passages. */
  #sum(mask: number): number {
    const known = this.#sums.get(mask);
    if (known !== undefined) return known;
    const sum = this.#words.reduce(
      (sum, { worth }, bit) => ((mask & (1 << bit)) !== 0 ? sum + worth : sum),
      0,
    );
    this.#sums.set(mask, sum);
    return sum;
  }
}

/** Number of the lowest bit that is set, from 0. */
function lowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
