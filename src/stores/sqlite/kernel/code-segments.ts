/**
 * The 1-bit codes of all passages, in memory, in segments of 8,192. A search scans all of them. A
 * passage's number is its position, so no list of numbers is needed.
 *
 * A scan has two stages. First it selects the codes with the smallest Hamming distance from the
 * query's code, up to a limit that is estimated from a sample of the codes. The distance ignores
 * the size of the query's components. So the selected codes are then rescored, while they are in
 * the processor's caches: each bit that differs from the query adds the query's component. (This is
 * the idea of RaBitQ, Gao and Long, SIGMOD 2024, without its rotation and its factor per code,
 * which improved nothing for the bundled embedder's vectors.)
 *
 * Cost: 32 bytes and one bit per passage of 256 dimensions, 4 more bytes for each selected passage,
 * and 52 KB per search, 84 KB with a second thread. Selecting takes some 2 ns per code, rescoring
 * 10 ns. Benefit: with distance alone, a search would need four to eight times as many codes to
 * include the same number of true neighbours, so far fewer vectors are read from the file (`npm run
 * bench:growth`).
 */

import { toWeights } from "../../formats/quantise.js";
import { type PassageSet, segmentLength, segmentOf } from "../filters/passage-set.js";
import type { Kernel } from "./kernel.js";
import { ScanTable, type SegmentAddresses } from "./scan-table.js";

interface Segment extends Omit<SegmentAddresses, "mask"> {
  readonly number: number;
  /** Address of a bit mask: which passages have a code. */
  readonly present: number;
  /**
   * Address of a bit mask: which of these passages are allowed. Allocated by the first search with
   * a filter.
   */
  allowed?: number;
}

/** The query that the codes are compared with. */
export interface Query {
  readonly vector: Float32Array;
  /** Code of the vector. */
  readonly code: Uint8Array;
}

/** Limits of a scan. */
export interface ScanOptions {
  /** How many of the codes with the smallest distance are rescored, approximately. */
  readonly rescored: number;
  readonly allowed?: PassageSet | undefined;
  /** Scan only this many of the newest segments, at least one. Absent: all. */
  readonly segments?: number | undefined;
}

/** A segment, with the mask of the passages to scan. */
type SegmentToScan = Segment & SegmentAddresses;

const maskBytes = segmentLength / 8;
/**
 * Mean absolute weight of a dimension. At 256 dimensions, the rounding error of a sum of weights is
 * then a hundredth of its spread.
 */
const meanWeight = 32;
/** Maximum of all absolute weights together, so that sums fit into 16 bits. */
const maxTotalWeight = 65_535;
/**
 * Number of sampled codes within the limit. With this many, the number of selected codes is within
 * 5 % of the wanted number.
 */
const minSampled = 512;
/** At least one of this many groups of 32 codes is sampled: 128 codes per segment. */
const maxSparseness = 64;

/** The codes of one corpus in memory. */
export class CodeSegments {
  readonly #kernel: Kernel;
  readonly #codeBytes: number;
  readonly #segments = new Map<number, Segment>();
  readonly #query: number;
  readonly #weights: number;
  readonly #table: number;
  /** Address of a histogram: how many codes have each distance, as 32-bit numbers. */
  readonly #distances: number;
  readonly #scan: ScanTable;
  readonly #totalWeight: number;
  #size = 0;

  /** @param codeBytes size of one code, a multiple of 32 */
  constructor(kernel: Kernel, codeBytes: number) {
    this.#kernel = kernel;
    this.#codeBytes = codeBytes;
    this.#query = kernel.allocate(codeBytes);
    this.#weights = kernel.allocate(codeBytes * 8 * 4);
    this.#table = kernel.allocate(codeBytes * 256 * 2);
    this.#totalWeight = Math.min(maxTotalWeight, codeBytes * 8 * meanWeight);
    this.#distances = kernel.allocate((codeBytes * 8 + 1) * 4);
    this.#scan = new ScanTable(kernel, {
      codes: segmentLength,
      groups: codeBytes / 32,
      query: this.#query,
      table: this.#table,
      histogramLength: this.#totalWeight + 1,
    });
  }

  /** Number of passages that have a code. */
  get size(): number {
    return this.#size;
  }

  /**
   * Returns the bit mask of a segment's passages that have a code; `undefined` if the segment is
   * missing. Valid until the next `putSegment` or `putCode`.
   */
  present(segment: number): Uint8Array | undefined {
    const present = this.#segments.get(segment)?.present;
    return present === undefined ? undefined : this.#kernel.bytes.subarray(present, present + maskBytes);
  }

  /** Returns the numbers of the segments. */
  numbers(): IterableIterator<number> {
    return this.#segments.keys();
  }

  /** Stores the codes of a segment, replacing all that it had. */
  putSegment(
    segment: number,
    { present, codes }: { readonly present: Uint8Array; readonly codes: Uint8Array },
  ): void {
    const place = this.#segments.get(segment) ?? this.#allocate(segment);
    this.#size += countBits(present) - countBits(this.present(segment)!);
    this.#kernel.bytes.set(present, place.present);
    this.#kernel.bytes.set(codes, place.codes);
  }

  /** Stores the code of one passage. */
  putCode(passage: number, code: Uint8Array): void {
    const segment = this.#segments.get(segmentOf(passage)) ?? this.#allocate(segmentOf(passage));
    const slot = passage % segmentLength;
    const { bytes } = this.#kernel;
    const bit = 1 << (slot & 7);
    if ((bytes[segment.present + (slot >> 3)]! & bit) === 0) this.#size += 1;
    bytes[segment.present + (slot >> 3)]! |= bit;
    bytes.set(code, segment.codes + slot * this.#codeBytes);
  }

  /** Overwrites the codes of the segment with this number and of all later ones. */
  dropFrom(number: number): void {
    const empty = {
      present: new Uint8Array(maskBytes),
      codes: new Uint8Array(segmentLength * this.#codeBytes),
    };
    for (const segment of this.#segments.keys()) if (segment >= number) this.putSegment(segment, empty);
  }

  /** Overwrites the code of one passage. */
  forget(passage: number): void {
    const segment = this.#segments.get(segmentOf(passage));
    if (segment === undefined) return;
    const slot = passage % segmentLength;
    const { bytes } = this.#kernel;
    const bit = 1 << (slot & 7);
    if ((bytes[segment.present + (slot >> 3)]! & bit) !== 0) this.#size -= 1;
    bytes[segment.present + (slot >> 3)]! &= ~bit;
    bytes.fill(0, segment.codes + slot * this.#codeBytes, segment.codes + (slot + 1) * this.#codeBytes);
  }

  /**
   * Computes the scores of about `rescored` passages, those with the smallest distances. Returns
   * the numbers of the `count` passages with the best scores, or of fewer if there are fewer,
   * ascending. All passages with the same score as the last one are included.
   */
  closest({ code, vector }: Query, count: number, { rescored, allowed, segments }: ScanOptions): number[] {
    if (this.#segments.size === 0) return [];
    const scanned = this.#segmentsToScan(segments, allowed);
    this.#kernel.bytes.set(code, this.#query);
    this.#kernel.ints.set(toWeights(vector, this.#totalWeight), this.#weights / 4);
    this.#kernel.tabulate(this.#weights, this.#codeBytes, this.#table);
    const wanted = Math.max(rescored, count);
    const every = sparseness(wanted);
    const limit = this.#limit(scanned, wanted, every);
    const selected = this.#scan.scan(scanned, limit);
    // If the sample was not representative, measure all codes, unless all were selected anyway.
    const isMisled = every > 1 && limit < this.#codeBytes * 8 && sum(selected) < Math.max(count, wanted / 2);
    const enough = isMisled ? this.#scan.scan(scanned, this.#limit(scanned, wanted, 1)) : selected;
    return this.#list(scanned, enough, lowestReaching(this.#scan.histogram, count));
  }

  /** Releases memory in the other thread. No method may be called afterwards. */
  close(): void {
    this.#scan.close();
  }

  /** Segments are sealed in ascending order, so the Map has them in that order. */
  #segmentsToScan(segments: number | undefined, allowed: PassageSet | undefined): SegmentToScan[] {
    const newest = [...this.#segments.values()].slice(segments === undefined ? 0 : -segments);
    return newest.map((segment) => ({
      mask:
        allowed === undefined
          ? segment.present
          : this.#presentAndAllowed(segment, allowed.ofSegment(segment.number)),
      ...segment,
    }));
  }

  /**
   * Returns the distance that about `wanted` codes do not exceed. It is estimated from a sample:
   * one group of codes in each `every` groups.
   */
  #limit(scanned: readonly SegmentToScan[], wanted: number, every: number): number {
    if (wanted >= this.#size) return this.#codeBytes * 8;
    const bits = this.#kernel.ints.subarray(
      this.#distances / 4,
      this.#distances / 4 + this.#codeBytes * 8 + 1,
    );
    bits.fill(0);
    for (const { number, codes, mask } of scanned) {
      // Sample different groups in each segment, because passages near each other were said
      // together.
      const first = (number % every) * 32;
      this.#kernel.measure({
        codes: codes + first * this.#codeBytes,
        count: segmentLength - first,
        groups: this.#codeBytes / 32,
        query: this.#query,
        mask: mask + first / 8,
        every,
        histogram: this.#distances,
      });
    }
    return lowestReaching(bits, wanted / every);
  }

  /** Returns the selected passages whose score is at most `limit`. */
  #list(scanned: readonly SegmentToScan[], selected: Int32Array, limit: number): number[] {
    const { shorts } = this.#kernel;
    const found: number[] = [];
    for (const [segment, { number, slots, scores }] of scanned.entries()) {
      const [first, slot, score] = [number * segmentLength, slots >> 1, scores >> 1];
      for (let at = 0; at < selected[segment]!; at += 1)
        if (shorts[score + at]! <= limit) found.push(first + shorts[slot + at]!);
    }
    return found;
  }

  /**
   * @returns the address of a bit mask: passages of the segment that have a code and are allowed
   */
  #presentAndAllowed(segment: Segment, allowed: Uint8Array): number {
    segment.allowed ??= this.#kernel.allocate(maskBytes);
    const { bytes } = this.#kernel;
    for (let at = 0; at < maskBytes; at += 1)
      bytes[segment.allowed + at] = bytes[segment.present + at]! & (allowed[at] ?? 0);
    return segment.allowed;
  }

  /** Codes come first, because the kernel reads up to 1,024 bytes beyond them. */
  #allocate(number: number): Segment {
    const codes = this.#kernel.allocate(segmentLength * this.#codeBytes);
    const present = this.#kernel.allocate(maskBytes);
    const slots = this.#kernel.allocate(segmentLength * 2);
    const scores = this.#kernel.allocate(segmentLength * 2);
    const segment: Segment = { number, codes, present, slots, scores };
    this.#segments.set(number, segment);
    return segment;
  }
}

/** Returns the lowest number such that at least `count` of the counted items are not above it. */
function lowestReaching(histogram: Int32Array, count: number): number {
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

/**
 * Returns the largest power of 2, n, such that a sample of one group of codes in n still has enough
 * codes within the limit.
 */
function sparseness(wanted: number): number {
  return Math.min(maxSparseness, 2 ** Math.floor(Math.log2(Math.max(1, wanted / minSampled))));
}

function countBits(mask: Uint8Array): number {
  let count = 0;
  for (let byte of mask) for (; byte !== 0; byte &= byte - 1) count += 1;
  return count;
}
