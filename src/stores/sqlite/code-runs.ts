/**
 * The 1-bit codes of all passages, in memory, scanned whole. A passage's place is its number, so that no list of numbers is held beside.
 *
 * A scan picks the codes that differ from the query's in the fewest bits; how few, a sample of the codes tells beforehand. That forgets how far the query leans
 * each way, so what is picked is weighed, while it is still in the processor's caches: a bit that goes against the query counts as much as the query's own
 * number there. (The idea is that of RaBitQ, Gao and Long, SIGMOD 2024, without its rotation and without its factor for each code, which gained nothing on the
 * bundled embedder's vectors.) Picking takes some 2 ns a code and weighing 10, and the best by weight hold as many true neighbours as four to eight times so
 * many by bits alone: so many fewer vectors to read from the file.
 *
 * At 256 dimensions a passage takes 32 bytes and a bit, and 4 bytes more where it is picked. What a search needs beside takes 51 KB.
 */
import type { Kernel } from "./kernel.js";
import { type PassageSet, runLength, runOf } from "./passage-set.js";
import { toWeights } from "./quantise.js";

interface Run {
  readonly number: number;
  readonly codes: number;
  readonly held: number;
  /** Which codes the last search picked, and what each weighs: lists of 16-bit numbers. */
  readonly slots: number;
  readonly weights: number;
  picked: number;
}

/** How often each number occurs, from 0 on: 32-bit numbers. */
interface Histogram {
  readonly address: number;
  readonly length: number;
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

interface Search {
  readonly looked: readonly Run[];
  readonly allowed: PassageSet | undefined;
}

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
  readonly #mask: number;
  readonly #table: number;
  /** How many codes differ in so many bits, and by so much weight. */
  readonly #bits: Histogram;
  readonly #weights: Histogram;
  readonly #totalWeight: number;
  #size = 0;

  /** @param codeBytes Of one code: a multiple of 32. */
  constructor(kernel: Kernel, codeBytes: number) {
    this.#kernel = kernel;
    this.#codeBytes = codeBytes;
    this.#query = kernel.allocate(codeBytes);
    this.#mask = kernel.allocate(maskBytes);
    this.#table = kernel.allocate(codeBytes * 256 * 2);
    this.#totalWeight = Math.min(mostWeight, codeBytes * 8 * meanWeight);
    this.#bits = histogramUpTo(codeBytes * 8, kernel);
    this.#weights = histogramUpTo(this.#totalWeight, kernel);
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
    // Runs are sealed in their order, and held in it.
    const looked = [...this.#runs.values()].slice(runs === undefined ? 0 : -runs);
    const search = { looked, allowed };
    this.#kernel.bytes.set(code, this.#query);
    this.#setTable(toWeights(vector, this.#totalWeight));
    const wanted = Math.max(weighed, count);
    const every = sparseness(wanted);
    const limit = this.#limit(search, wanted, every);
    const found = this.#pick(search, limit);
    // A sample that misled is made up for by measuring all, unless all was picked.
    const isSampled = every > 1 && limit < this.#codeBytes * 8;
    if (isSampled && found < Math.max(count, wanted / 2)) this.#pick(search, this.#limit(search, wanted, 1));
    return this.#listed(looked, this.#least(this.#weights, count));
  }

  /** In how few bits about `wanted` codes differ from the query's, as one group of them in so many tells. */
  #limit({ looked, allowed }: Search, wanted: number, every: number): number {
    if (wanted >= this.#size) return this.#codeBytes * 8;
    this.#clear(this.#bits);
    const histogram = this.#bits.address;
    for (const run of looked) {
      // Other groups of each run: what lies together was said together.
      const first = (run.number % every) * 32;
      const count = runLength - first;
      this.#kernel.measure({ ...this.#codesOf(run, allowed, first), count, every, histogram });
    }
    return this.#least(this.#bits, wanted / every);
  }

  /** Lists what lies within a limit of bits, and weighs it. @returns how many */
  #pick({ looked, allowed }: Search, limit: number): number {
    this.#clear(this.#weights);
    const [groups, table, histogram] = [this.#codeBytes / 32, this.#table, this.#weights.address];
    let found = 0;
    for (const run of looked) {
      const { codes, slots, weights } = run;
      const count = this.#kernel.pick({ ...this.#codesOf(run, allowed, 0), count: runLength, limit, slots });
      this.#kernel.weigh({ codes, slots, count, groups, table, weights, histogram });
      run.picked = count;
      found += count;
    }
    return found;
  }

  /** From one of a run's codes on. */
  #codesOf({ number, codes, held }: Run, allowed: PassageSet | undefined, first: number) {
    const mask = allowed === undefined ? held : this.#both(held, allowed.ofRun(number));
    return {
      codes: codes + first * this.#codeBytes,
      groups: this.#codeBytes / 32,
      query: this.#query,
      mask: mask + first / 8,
    };
  }

  /** Passages that were picked and weigh no more than a limit. */
  #listed(looked: readonly Run[], limit: number): number[] {
    const { shorts } = this.#kernel;
    const found: number[] = [];
    for (const { number, slots, weights, picked } of looked) {
      const [first, slot, weight] = [number * runLength, slots >> 1, weights >> 1];
      for (let at = 0; at < picked; at += 1)
        if (shorts[weight + at]! <= limit) found.push(first + shorts[slot + at]!);
    }
    return found;
  }

  #clear({ address, length }: Histogram): void {
    this.#kernel.ints.fill(0, address / 4, address / 4 + length);
  }

  /** The lowest number than which `count` of those counted are no higher. */
  #least({ address, length }: Histogram, count: number): number {
    let within = 0;
    for (let number = 0; number < length; number += 1) {
      within += this.#kernel.ints[address / 4 + number]!;
      if (within >= count) return number;
    }
    return length - 1;
  }

  /** For each byte of a code and each value that it may have: what the bits weigh in which it goes against the query. */
  #setTable(weights: Int32Array): void {
    const table = new Uint16Array(this.#kernel.bytes.buffer, this.#table, this.#codeBytes * 256);
    for (let byte = 0; byte < this.#codeBytes; byte += 1)
      fillRow(table.subarray(byte * 256, (byte + 1) * 256), weights.subarray(byte * 8, (byte + 1) * 8));
  }

  #both(held: number, allowed: Uint8Array): number {
    const { bytes } = this.#kernel;
    for (let at = 0; at < maskBytes; at += 1) bytes[this.#mask + at] = bytes[held + at]! & (allowed[at] ?? 0);
    return this.#mask;
  }

  /** The codes come first: the kernel reads on for 1,024 bytes after them. */
  #allocate(number: number): Run {
    const codes = this.#kernel.allocate(runLength * this.#codeBytes);
    const held = this.#kernel.allocate(maskBytes);
    const slots = this.#kernel.allocate(runLength * 2);
    const weights = this.#kernel.allocate(runLength * 2);
    const run = { number, codes, held, slots, weights, picked: 0 };
    this.#runs.set(number, run);
    return run;
  }
}

function histogramUpTo(highest: number, kernel: Kernel): Histogram {
  const length = highest + 1;
  return { address: kernel.allocate(length * 4), length };
}

/** One group of codes in how many makes a sample in which enough are as near as those that are wanted: a power of 2. */
function sparseness(wanted: number): number {
  return Math.min(mostSparse, 2 ** Math.floor(Math.log2(Math.max(1, wanted / enoughSampled))));
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
