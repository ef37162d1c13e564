/**
 * A set of passage numbers, one bit each. Scans of vector codes are limited to such a set, and
 * filters are intersected as such sets.
 */

/** Number of passages of one code segment: see `vector-table`. */
export const segmentLength = 8192;
const segmentBytes = segmentLength / 8;

/** A set of passage numbers. */
export class PassageSet {
  /** Its length is a multiple of `segmentBytes`. */
  #bits: Uint8Array;
  #size = 0;
  /**
   * For each 32-bit word of `#bits`: how many passages the words before it contain. Valid up to
   * word `#counted`, because sets mostly grow at their end.
   */
  #before = new Uint32Array(0);
  #counted = 0;

  /** @param last the highest passage number to allocate space for */
  constructor(last: number) {
    this.#bits = new Uint8Array((segmentOf(last) + 1) * segmentBytes);
  }

  /** Returns the set of all passages from 1 to `last`. */
  static upTo(last: number): PassageSet {
    const set = new PassageSet(last);
    const whole = last >> 3;
    set.#bits.fill(255, 0, whole);
    for (let passage = whole << 3; passage <= last; passage += 1) set.#put(passage);
    set.#bits[0]! &= ~1;
    set.#size = last;
    return set;
  }

  copy(): PassageSet {
    const copy = new PassageSet(0);
    copy.#bits = this.#bits.slice();
    copy.#size = this.#size;
    return copy;
  }

  get size(): number {
    return this.#size;
  }

  /** The highest passage number; 0 if the set is empty. */
  get last(): number {
    const words = wordsOf(this.#bits);
    let word = words.length - 1;
    while (word > 0 && words[word] === 0) word -= 1;
    return words[word] === 0 ? 0 : word * 32 + 31 - Math.clz32(words[word]!);
  }

  add(passage: number): void {
    if (this.has(passage)) return;
    this.#put(passage);
    this.#size += 1;
  }

  remove(passage: number): void {
    if (!this.has(passage)) return;
    this.#bits[passage >>> 3]! &= ~(1 << (passage & 7));
    this.#counted = Math.min(this.#counted, passage >>> 5);
    this.#size -= 1;
  }

  has(passage: number): boolean {
    return ((this.#bits[passage >>> 3] ?? 0) & (1 << (passage & 7))) !== 0;
  }

  /** Returns the 1-based rank of a passage that is in the set. */
  rankOf(passage: number): number {
    const word = passage >>> 5;
    this.#countUpTo(word);
    const below = wordsOf(this.#bits)[word]! & (2 ** (passage & 31) - 1);
    return this.#before[word]! + bitsOf(below) + 1;
  }

  /** Returns the passage of a 1-based rank; `undefined` if the set is smaller. */
  atRank(rank: number): number | undefined {
    if (rank < 1 || rank > this.#size) return undefined;
    const words = wordsOf(this.#bits);
    this.#countUpTo(words.length - 1);
    let low = 0;
    for (let high = words.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if (this.#before[middle]! < rank) low = middle;
      else high = middle - 1;
    }
    let left = rank - this.#before[low]!;
    for (let passage = low * 32; ; passage += 1) {
      if (this.has(passage)) left -= 1;
      if (left === 0) return passage;
    }
  }

  /** Returns the intersection of both sets. */
  and(other: PassageSet): PassageSet {
    const both = new PassageSet(0);
    both.#bits = this.#bits.slice(0, Math.min(this.#bits.length, other.#bits.length));
    const [words, others] = [wordsOf(both.#bits), wordsOf(other.#bits)];
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at]! & others[at]!;
      words[at] = word;
      both.#size += bitsOf(word);
    }
    return both;
  }

  /** Returns the passage numbers, ascending. */
  numbers(): number[] {
    const numbers: number[] = [];
    const words = wordsOf(this.#bits);
    for (let at = 0; at < words.length; at += 1)
      if (words[at] !== 0)
        for (let passage = at * 32; passage < at * 32 + 32; passage += 1)
          if (this.has(passage)) numbers.push(passage);
    return numbers;
  }

  /** Returns the bits of one code segment; an empty array beyond the end of the set. */
  ofSegment(segment: number): Uint8Array {
    return this.#bits.subarray(segment * segmentBytes, (segment + 1) * segmentBytes);
  }

  #put(passage: number): void {
    if (passage >>> 3 >= this.#bits.length) this.#widen(passage);
    this.#bits[passage >>> 3]! |= 1 << (passage & 7);
    this.#counted = Math.min(this.#counted, passage >>> 5);
  }

  #countUpTo(word: number): void {
    if (word <= this.#counted && word < this.#before.length) return;
    const words = wordsOf(this.#bits);
    if (this.#before.length < words.length) {
      const wider = new Uint32Array(words.length);
      wider.set(this.#before);
      this.#before = wider;
    }
    for (let at = this.#counted; at < word; at += 1)
      this.#before[at + 1] = this.#before[at]! + bitsOf(words[at]!);
    this.#counted = Math.max(this.#counted, word);
  }

  #widen(last: number): void {
    // Doubles the size, so that adding passages one by one does not copy the bits each time.
    const wider = new Uint8Array(Math.max(2 * this.#bits.length, (segmentOf(last) + 1) * segmentBytes));
    wider.set(this.#bits);
    this.#bits = wider;
  }
}

/** The code segment that a passage belongs to. */
export function segmentOf(passage: number): number {
  return Math.floor(passage / segmentLength);
}

function wordsOf(bits: Uint8Array): Uint32Array {
  return new Uint32Array(bits.buffer, bits.byteOffset, bits.length / 4);
}

/** Counts the bits of a word that are set (Warren, Hacker's Delight, 2012, figure 5-2). */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
