/** A set of passages as one bit each, in the order of their numbers: what a scan of codes is filtered by. */

/** Passages of one run of codes: see `vector-table`. */
export const runLength = 8192;

export class PassageSet {
  readonly #bits: Uint8Array;
  #size = 0;

  /** @param last The highest number that it may hold. */
  constructor(last: number) {
    this.#bits = new Uint8Array((runOf(last) + 1) * (runLength / 8));
  }

  get size(): number {
    return this.#size;
  }

  add(passage: number): void {
    const [byte, bit] = [passage >>> 3, 1 << (passage & 7)];
    if (byte >= this.#bits.length || (this.#bits[byte]! & bit) !== 0) return;
    this.#bits[byte]! |= bit;
    this.#size += 1;
  }

  has(passage: number): boolean {
    return ((this.#bits[passage >>> 3] ?? 0) & (1 << (passage & 7))) !== 0;
  }

  /** The bits of one run; empty where it holds none of a run so high. */
  ofRun(run: number): Uint8Array {
    const bytes = runLength / 8;
    return this.#bits.subarray(run * bytes, (run + 1) * bytes);
  }
}

/** The run that a passage belongs to. */
export function runOf(passage: number): number {
  return Math.floor(passage / runLength);
}
