/**
 * The 1-bit codes of all sealed runs, in memory, scanned whole. A passage's place is its number, so that no list of numbers is held beside.
 *
 *   run      0                1                …        8,192 passages each
 *   codes    ████ ████ ████   ████ ████ ████            `codeBytes` each
 *   held     1    0    1      1    1    1               0: forgotten, or never had a vector
 */
import type { Kernel } from "./kernel.js";
import { type PassageSet, runLength, runOf } from "./passage-set.js";

interface Run {
  readonly number: number;
  readonly codes: number;
  readonly held: number;
  readonly distances: number;
}

/** What a search is kept to. */
export interface Within {
  readonly allowed?: PassageSet | undefined;
  /** So many of the newest runs, one at least. */
  readonly runs?: number | undefined;
}

const maskBytes = runLength / 8;

export class CodeRuns {
  readonly #kernel: Kernel;
  readonly #codeBytes: number;
  readonly #runs = new Map<number, Run>();
  readonly #query: number;
  readonly #mask: number;
  readonly #out: number;
  readonly #histogram: number;
  #size = 0;

  /** @param codeBytes Of one code: a multiple of 32. */
  constructor(kernel: Kernel, codeBytes: number) {
    this.#kernel = kernel;
    this.#codeBytes = codeBytes;
    this.#query = kernel.allocate(codeBytes);
    this.#mask = kernel.allocate(maskBytes);
    this.#out = kernel.allocate(runLength * 4);
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
   * The passages whose codes differ from `code` in the fewest bits: at least `count` of them where there are as many, and all that tie with the last.
   *
   * @param within Which passages are looked at: all where it says nothing.
   */
  closest(code: Uint8Array, count: number, { allowed, runs }: Within = {}): number[] {
    if (this.#runs.size === 0) return [];
    // Runs are sealed in their order, and held in it.
    const looked = [...this.#runs.values()].slice(runs === undefined ? 0 : -runs);
    const kernel = this.#kernel;
    kernel.bytes.set(code, this.#query);
    kernel.ints.fill(0, this.#histogram / 4, this.#histogram / 4 + this.#histogramLength);
    for (const run of looked) this.#measure(run, allowed);
    const limit = this.#lastDistance(count);
    const found: number[] = [];
    for (const { number, distances } of looked) {
      const within = kernel.collect(distances, { count: runLength, limit, out: this.#out });
      for (let at = 0; at < within; at += 1)
        found.push(number * runLength + kernel.ints[this.#out / 4 + at]!);
    }
    return found;
  }

  get #histogramLength(): number {
    return this.#codeBytes * 8 + 1;
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

  /** The smallest distance within which `count` codes lie. */
  #lastDistance(count: number): number {
    let within = 0;
    for (let distance = 0; distance < this.#histogramLength; distance += 1) {
      within += this.#kernel.ints[this.#histogram / 4 + distance]!;
      if (within >= count) return distance;
    }
    return this.#histogramLength;
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

function countBits(mask: Uint8Array): number {
  let count = 0;
  for (let byte of mask) for (; byte !== 0; byte &= byte - 1) count += 1;
  return count;
}
