/**
 * The 1-bit codes of all sealed runs, in memory, scanned whole. A passage's place is its number, so that no list of numbers is held beside.
 *
 * A scan counts the bits in which a code differs from the query's, in 2 ns a code. That forgets how far the query leans each way, so the codes that differ least
 * are weighed: a bit that goes against the query counts as much as the query's own number there. (The idea is that of RaBitQ, Gao and Long, SIGMOD 2024, without its
 * rotation and without its factor for each code, which gained nothing on the bundled embedder's vectors.) Weighing takes some 10 ns a code, and the best by weight
 * hold as many true neighbours as four to eight times so many by bits alone: so many fewer vectors to read from the file.
 *
 * At 256 dimensions a passage takes 34 bytes: its code, its distance in 16 bits, its bit of what is held. What a search needs beside takes 81 KB, from the first
 * sealed run on.
 */
import type { Kernel } from "./kernel.js";
import { type PassageSet, runLength, runOf } from "./passage-set.js";
import { toWeights } from "./quantise.js";

interface Run {
  readonly number: number;
  readonly codes: number;
  readonly held: number;
  readonly distances: number;
}

/** What codes are compared with. */
export interface Asked {
  readonly vector: Float32Array;
  /** Its own. */
  readonly code: Uint8Array;
}

/** What a search is kept to. */
export interface Within {
  /** How many of the codes that differ least are weighed; 0 where the number of bits decides. */
  readonly weighed: number;
  readonly allowed?: PassageSet | undefined;
  /** So many of the newest runs, one at least. */
  readonly runs?: number | undefined;
}

const maskBytes = runLength / 8;
/** Of one dimension, on average: at 256 dimensions the error of a sum of rounded weights is then a hundredth of how far sums spread. */
const meanWeight = 32;
/** Of all dimensions together: what 16 bits hold, less the number that says that a code was not measured. */
const mostWeight = 65_534;

export class CodeRuns {
  readonly #kernel: Kernel;
  readonly #codeBytes: number;
  readonly #runs = new Map<number, Run>();
  readonly #query: number;
  readonly #mask: number;
  readonly #table: number;
  readonly #out: number;
  readonly #histogram: number;
  readonly #histogramLength: number;
  readonly #totalWeight: number;
  #size = 0;

  /** @param codeBytes Of one code: a multiple of 32. */
  constructor(kernel: Kernel, codeBytes: number) {
    this.#kernel = kernel;
    this.#codeBytes = codeBytes;
    this.#query = kernel.allocate(codeBytes);
    this.#mask = kernel.allocate(maskBytes);
    this.#table = kernel.allocate(codeBytes * 256 * 2);
    this.#out = kernel.allocate(runLength * 4);
    this.#totalWeight = Math.min(mostWeight, codeBytes * 8 * meanWeight);
    this.#histogramLength = Math.max(this.#totalWeight, codeBytes * 8) + 1;
    this.#histogram = kernel.allocate(this.#histogramLength * 4);
  }

  /** Passages whose codes are held. */
  get size(): number {
    return this.#size;
  }

  /** The bit mask of a run's passages; `undefined` where the run is not held. Valid until the next `set`. */
  held(run: number): Uint8Array | undefined {
    const held = this.#runs.get(run)?.held;
    return held === undefined ? undefined : this.#kernel.bytes.subarray(held, held + maskBytes);
  }

  /** Numbers of the runs that are held. */
  numbers(): IterableIterator<number> {
    return this.#runs.keys();
  }

  /** Holds a run, in the place of what was held of it. */
  set(run: number, { held, codes }: { readonly held: Uint8Array; readonly codes: Uint8Array }): void {
    const place = this.#runs.get(run) ?? this.#allocate(run);
    this.#size += countBits(held) - countBits(this.held(run)!);
    this.#kernel.bytes.set(held, place.held);
    this.#kernel.bytes.set(codes, place.codes);
  }

  /** Overwrites the code of one passage. */
  forget(passage: number): void {
    const run = this.#runs.get(runOf(passage));
    if (run === undefined) return;
    const slot = passage % runLength;
    const { bytes } = this.#kernel;
    const bit = 1 << (slot & 7);
    if ((bytes[run.held + (slot >> 3)]! & bit) !== 0) this.#size -= 1;
    bytes[run.held + (slot >> 3)]! &= ~bit;
    bytes.fill(0, run.codes + slot * this.#codeBytes, run.codes + (slot + 1) * this.#codeBytes);
  }

  /**
   * Of the `weighed` passages whose codes differ from the query's in the fewest bits, those that differ by the least weight: at least `count` where there are
   * as many, and all that tie with the last, ascending.
   */
  closest({ code, vector }: Asked, count: number, { weighed, allowed, runs }: Within): number[] {
    if (this.#runs.size === 0) return [];
    // Runs are sealed in their order, and held in it.
    const looked = [...this.#runs.values()].slice(runs === undefined ? 0 : -runs);
    this.#kernel.bytes.set(code, this.#query);
    this.#clearHistogram();
    for (const run of looked) this.#measure(run, allowed);
    const limit = this.#lastDistance(Math.max(weighed, count));
    if (weighed === 0) return this.#collect(looked, limit);
    this.#setTable(toWeights(vector, this.#totalWeight));
    this.#clearHistogram();
    for (const run of looked) this.#weigh(run, limit);
    return this.#collect(looked, this.#lastDistance(count));
  }

  #clearHistogram(): void {
    const from = this.#histogram / 4;
    this.#kernel.ints.fill(0, from, from + this.#histogramLength);
  }

  /** For each byte of a code and each value that it may have: what the bits weigh in which it goes against the query. */
  #setTable(weights: Int32Array): void {
    const table = new Uint16Array(this.#kernel.bytes.buffer, this.#table, this.#codeBytes * 256);
    for (let byte = 0; byte < this.#codeBytes; byte += 1)
      fillRow(table.subarray(byte * 256, (byte + 1) * 256), weights.subarray(byte * 8, (byte + 1) * 8));
  }

  #measure({ number, codes, held, distances }: Run, allowed: PassageSet | undefined): void {
    const mask = allowed === undefined ? held : this.#both(held, allowed.ofRun(number));
    this.#kernel.measure({
      codes,
      count: runLength,
      groups: this.#codeBytes / 32,
      query: this.#query,
      mask,
      distances,
      histogram: this.#histogram,
    });
  }

  #both(held: number, allowed: Uint8Array): number {
    const { bytes } = this.#kernel;
    for (let at = 0; at < maskBytes; at += 1) bytes[this.#mask + at] = bytes[held + at]! & (allowed[at] ?? 0);
    return this.#mask;
  }

  #weigh({ codes, distances }: Run, limit: number): void {
    this.#kernel.weigh({
      codes,
      count: runLength,
      groups: this.#codeBytes / 32,
      limit,
      table: this.#table,
      slots: this.#out,
      distances,
      histogram: this.#histogram,
    });
  }

  /** The smallest distance within which `count` codes lie. */
  #lastDistance(count: number): number {
    let within = 0;
    for (let distance = 0; distance < this.#histogramLength; distance += 1) {
      within += this.#kernel.ints[this.#histogram / 4 + distance]!;
      if (within >= count) return distance;
    }
    return this.#histogramLength - 1;
  }

  #collect(looked: readonly Run[], limit: number): number[] {
    const found: number[] = [];
    for (const { number, distances } of looked) {
      const within = this.#kernel.collect(distances, { count: runLength, limit, out: this.#out });
      const { ints } = this.#kernel;
      for (let at = 0; at < within; at += 1) found.push(number * runLength + ints[this.#out / 4 + at]!);
    }
    return found;
  }

  #allocate(number: number): Run {
    const codes = this.#kernel.allocate(runLength * this.#codeBytes);
    const held = this.#kernel.allocate(maskBytes);
    const distances = this.#kernel.allocate(runLength * 2);
    const run = { number, codes, held, distances };
    this.#runs.set(number, run);
    return run;
  }
}

/** Each bit that is set gives what it weighs to the values that hold it; without any, the weights that ask for a bit go unanswered. */
function fillRow(row: Uint16Array, weights: Int32Array): void {
  let none = 0;
  for (const weight of weights) none += Math.max(0, weight);
  row[0] = none;
  for (let bit = 0; bit < 8; bit += 1)
    for (let lower = 0; lower < 1 << bit; lower += 1) row[lower + (1 << bit)] = row[lower]! - weights[bit]!;
}

function countBits(mask: Uint8Array): number {
  let count = 0;
  for (let byte of mask) for (; byte !== 0; byte &= byte - 1) count += 1;
  return count;
}
