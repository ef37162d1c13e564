/**
 * The 1-bit codes of all passages, in memory, scanned whole. A passage's place is its number, so that no list of numbers is held beside.
 *
 * A scan picks the codes that differ from the query's in the fewest bits; how few, a sample of the codes tells beforehand. That forgets how far the query leans
 * each way, so what is picked is weighed, while it is still in the processor's caches: a bit that goes against the query counts as much as the query's own
 * number there. (The idea is that of RaBitQ, Gao and Long, SIGMOD 2024, without its rotation and without its factor for each code, which gained nothing on the
 * bundled embedder's vectors.) Picking takes some 2 ns a code and weighing 10, and the best by weight hold as many true neighbours as four to eight times so
 * many by bits alone: so many fewer vectors to read from the file.
 *
 * At 256 dimensions a passage takes 32 bytes and a bit, and 4 bytes more where it is picked. What a search needs beside takes 52 KB, 84 where a second thread
 * helps.
 */

import { type PassageSet, runLength, runOf } from "../filters/passage-set.js";
import type { Kernel } from "../kernel/kernel.js";
import { toWeights } from "./quantise.js";
import { type ScannedRun, ScanTable } from "./scan-table.js";

interface Run extends Omit<ScannedRun, "mask"> {
  readonly number: number;
  /** Bits of the passages that are held. */
  readonly held: number;
  /** Room for the bits of those that are allowed too, from the first search that asks for it on. */
  allowed?: number;
}

/** What codes are compared with. */
export interface Asked {
  readonly vector: Float32Array;
  /** Its own. */
  readonly code: Uint8Array;
}

/** What a search is kept to. */
export interface Within {
  /** About how many of the codes that differ least are weighed. */
  readonly weighed: number;
  readonly allowed?: PassageSet | undefined;
  /** So many of the newest runs, one at least. */
  readonly runs?: number | undefined;
}

/** A run that is looked at, with the bits of the passages that are wanted. */
type Looked = Run & ScannedRun;

const maskBytes = runLength / 8;
/** Of one dimension, on average: at 256 dimensions the error of a sum of rounded weights is then a hundredth of how far sums spread. */
const meanWeight = 32;
/** Of all dimensions together: what 16 bits hold. */
const mostWeight = 65_535;
/** Codes of a sample that are as near as those that are wanted: so many are picked as are wanted, give or take a twentieth. */
const enoughSampled = 512;
/** Of each run at least one group of 32 in so many: 128 codes. */
const mostSparse = 64;

export class CodeRuns {
  readonly #kernel: Kernel;
  readonly #codeBytes: number;
  readonly #runs = new Map<number, Run>();
  readonly #query: number;
  readonly #weights: number;
  readonly #table: number;
  /** How many codes differ in so many bits: 32-bit numbers. */
  readonly #bits: number;
  readonly #scan: ScanTable;
  readonly #totalWeight: number;
  #size = 0;

  /** @param codeBytes Of one code: a multiple of 32. */
  constructor(kernel: Kernel, codeBytes: number) {
    this.#kernel = kernel;
    this.#codeBytes = codeBytes;
    this.#query = kernel.allocate(codeBytes);
    this.#weights = kernel.allocate(codeBytes * 8 * 4);
    this.#table = kernel.allocate(codeBytes * 256 * 2);
    this.#totalWeight = Math.min(mostWeight, codeBytes * 8 * meanWeight);
    this.#bits = kernel.allocate((codeBytes * 8 + 1) * 4);
    this.#scan = new ScanTable(kernel, {
      codes: runLength,
      groups: codeBytes / 32,
      query: this.#query,
      table: this.#table,
      weights: this.#totalWeight + 1,
    });
  }

  /** Passages whose codes are held. */
  get size(): number {
    return this.#size;
  }

  /** The bit mask of a run's passages; `undefined` where the run is not held. Valid until the next `set` or `put`. */
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

  /** Holds the code of one passage. */
  put(passage: number, code: Uint8Array): void {
    const run = this.#runs.get(runOf(passage)) ?? this.#allocate(runOf(passage));
    const slot = passage % runLength;
    const { bytes } = this.#kernel;
    const bit = 1 << (slot & 7);
    if ((bytes[run.held + (slot >> 3)]! & bit) === 0) this.#size += 1;
    bytes[run.held + (slot >> 3)]! |= bit;
    bytes.set(code, run.codes + slot * this.#codeBytes);
  }

  /** Overwrites the codes of all runs from a number on. */
  dropFrom(number: number): void {
    const nothing = { held: new Uint8Array(maskBytes), codes: new Uint8Array(runLength * this.#codeBytes) };
    for (const run of this.#runs.keys()) if (run >= number) this.set(run, nothing);
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
   * Of about `weighed` passages whose codes differ from the query's in the fewest bits, those that differ by the least weight: at least `count` where there are
   * as many, and all that tie with the last, ascending.
   */
  closest({ code, vector }: Asked, count: number, { weighed, allowed, runs }: Within): number[] {
    if (this.#runs.size === 0) return [];
    const looked = this.#looked(runs, allowed);
    this.#kernel.bytes.set(code, this.#query);
    this.#kernel.ints.set(toWeights(vector, this.#totalWeight), this.#weights / 4);
    this.#kernel.tabulate(this.#weights, this.#codeBytes, this.#table);
    const wanted = Math.max(weighed, count);
    const every = sparseness(wanted);
    const limit = this.#limit(looked, wanted, every);
    const picked = this.#scan.scan(looked, limit);
    // A sample that misled is made up for by measuring all, unless all was picked.
    const isMisled = every > 1 && limit < this.#codeBytes * 8 && sum(picked) < Math.max(count, wanted / 2);
    const enough = isMisled ? this.#scan.scan(looked, this.#limit(looked, wanted, 1)) : picked;
    return this.#listed(looked, enough, leastNumber(this.#scan.histogram, count));
  }

  /** Lets go of what other threads hold of it; nothing may be asked afterwards. */
  close(): void {
    this.#scan.close();
  }

  /** Runs are sealed in their order, and held in it. */
  #looked(runs: number | undefined, allowed: PassageSet | undefined): Looked[] {
    const newest = [...this.#runs.values()].slice(runs === undefined ? 0 : -runs);
    return newest.map((run) => ({
      ...run,
      mask: allowed === undefined ? run.held : this.#both(run, allowed.ofRun(run.number)),
    }));
  }

  /** In how few bits about `wanted` codes differ from the query's, as one group of them in so many tells. */
  #limit(looked: readonly Looked[], wanted: number, every: number): number {
    if (wanted >= this.#size) return this.#codeBytes * 8;
    const bits = this.#kernel.ints.subarray(this.#bits / 4, this.#bits / 4 + this.#codeBytes * 8 + 1);
    bits.fill(0);
    for (const { number, codes, mask } of looked) {
      // Other groups of each run: what lies together was said together.
      const first = (number % every) * 32;
      this.#kernel.measure({
        codes: codes + first * this.#codeBytes,
        count: runLength - first,
        groups: this.#codeBytes / 32,
        query: this.#query,
        mask: mask + first / 8,
        every,
        histogram: this.#bits,
      });
    }
    return leastNumber(bits, wanted / every);
  }

  /** Passages that were picked and weigh no more than a limit. */
  #listed(looked: readonly Looked[], picked: Int32Array, limit: number): number[] {
    const { shorts } = this.#kernel;
    const found: number[] = [];
    for (const [run, { number, slots, weights }] of looked.entries()) {
      const [first, slot, weight] = [number * runLength, slots >> 1, weights >> 1];
      for (let at = 0; at < picked[run]!; at += 1)
        if (shorts[weight + at]! <= limit) found.push(first + shorts[slot + at]!);
    }
    return found;
  }

  /** @returns the address of the bits of a run's passages that are held and allowed */
  #both(run: Run, allowed: Uint8Array): number {
    run.allowed ??= this.#kernel.allocate(maskBytes);
    const { bytes } = this.#kernel;
    for (let at = 0; at < maskBytes; at += 1)
      bytes[run.allowed + at] = bytes[run.held + at]! & (allowed[at] ?? 0);
    return run.allowed;
  }

  /** The codes come first: the kernel reads on for 1,024 bytes after them. */
  #allocate(number: number): Run {
    const codes = this.#kernel.allocate(runLength * this.#codeBytes);
    const held = this.#kernel.allocate(maskBytes);
    const slots = this.#kernel.allocate(runLength * 2);
    const weights = this.#kernel.allocate(runLength * 2);
    const run: Run = { number, codes, held, slots, weights };
    this.#runs.set(number, run);
    return run;
  }
}

/** The lowest number than which `count` of those counted are no higher. */
function leastNumber(histogram: Int32Array, count: number): number {
  let within = 0;
  for (let number = 0; number < histogram.length; number += 1) {
    within += histogram[number]!;
    if (within >= count) return number;
  }
  return histogram.length - 1;
}

function sum(numbers: Int32Array): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** One group of codes in how many makes a sample in which enough are as near as those that are wanted: a power of 2. */
function sparseness(wanted: number): number {
  return Math.min(mostSparse, 2 ** Math.floor(Math.log2(Math.max(1, wanted / enoughSampled))));
}

function countBits(mask: Uint8Array): number {
  let count = 0;
  for (let byte of mask) for (; byte !== 0; byte &= byte - 1) count += 1;
  return count;
}
