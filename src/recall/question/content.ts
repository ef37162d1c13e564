/** Content: the words that a question is about, with their worth, and sets of them as masks. Pure. */

import type { StoredPassage } from "../../stores/store.js";
import { isCharacterPair } from "../../text/words.js";
import type { WordHits } from "../search/word-hits.js";
import { firstOf, intersection, isNone, maskAt, mostMasked, sumOf, type WordMask } from "./word-mask.js";

export class Content {
  /**
   * The words that some passage holds, the most worth first; of a very long question those that are worth their bit. What no passage holds needs no bit: as
   * rare as it is, it would take the place of a word that finds something.
   */
  readonly #words: readonly WordHits[];
  readonly #worths: Float64Array;
  readonly #names: WordMask;
  readonly #named: number;
  readonly #asked: number;
  readonly #total: number;
  readonly #most: number;
  readonly #absent: number;

  constructor(asked: readonly WordHits[]) {
    const words = asked.map(doubted);
    const held = words.filter(({ passages }) => passages.length > 0);
    this.#words = held.sort((a, b) => b.worth - a.worth).slice(0, mostMasked);
    this.#worths = Float64Array.from(this.#words, ({ worth }) => worth);
    this.#names = maskAt(this.#words.flatMap(({ name }, place) => (name ? [place] : [])));
    this.#named = worthOf(words.filter(({ name }) => name));
    this.#asked = words.length;
    this.#total = worthOf(words) || 1;
    this.#most = words.reduce((most, { worth }) => Math.max(most, worth), 0) || 1;
    this.#absent = worthOf(words.filter(({ passages }) => passages.length === 0));
  }

  /** Which of the words each passage holds. Passages must ascend, as what a word stands in does: the two lists are walked together. */
  masksOf(passages: readonly StoredPassage[]): WordMask[] {
    const low = new Int32Array(passages.length);
    const high = new Int32Array(passages.length);
    for (const [place, { passages: holding }] of this.#words.entries()) {
      const masks = place < 32 ? low : high;
      const bit = 1 << (place % 32);
      let at = 0;
      for (let row = 0; row < passages.length; row += 1) {
        const { id } = passages[row]!;
        while (at < holding.length && holding[at]! < id) at += 1;
        if (at < holding.length && holding[at] === id) masks[row]! |= bit;
      }
    }
    return passages.map((_, row) => ({ low: low[row]!, high: high[row]! }));
  }

  maskOf(words: ReadonlySet<string>): WordMask {
    return maskAt(this.#words.flatMap(({ word }, place) => (words.has(word) ? [place] : [])));
  }

  /** Share of the question's worth, 0 to 1. */
  worth(mask: WordMask): number {
    return sumOf(mask, this.#worths) / this.#total;
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
    return isNone(mask) ? 0 : this.#worths[firstOf(mask)]! / this.#most;
  }

  /** Share of the names asked for, of those that do not speak themselves; 0 where there are none. */
  nameShare(mask: WordMask): number {
    return this.#named === 0 ? 0 : sumOf(intersection(mask, this.#names), this.#worths) / this.#named;
  }
}

/**
 * Half of the pairs of characters of a text span two words. One that stands nowhere says little of what the store holds, though it is as rare as can be: it counts as
 * much as half a word that is neither common nor rare.
 */
const absentPair = 0.2;

function doubted(hits: WordHits): WordHits {
  const isDoubtful = hits.passages.length === 0 && isCharacterPair(hits.word);
  return isDoubtful ? { ...hits, worth: absentPair * hits.worth } : hits;
}

function worthOf(words: readonly WordHits[]): number {
  return words.reduce((sum, { worth }) => sum + worth, 0);
}
