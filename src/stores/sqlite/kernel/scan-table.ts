/**
 * The table of segments that the kernel scans. For a large store, a second thread takes segments
 * from the same table. It may take one only between the start of a scan and the moment when all
 * segments are taken, so that this thread never writes what the second one reads.
 */
import { type Kernel, scanHead, scanSegment, scanStride } from "./kernel.js";
import { SecondThread } from "./second-thread.js";

/** Addresses and sizes that all scans of a table share. */
export interface ScanLayout {
  readonly codes: number;
  readonly groups: number;
  readonly query: number;
  readonly table: number;
  /** Length of a histogram of scores: the highest score plus one. */
  readonly histogramLength: number;
}

/** Addresses of a segment's arrays: see {@link scanSegment}. */
export interface SegmentAddresses {
  readonly codes: number;
  readonly mask: number;
  readonly slots: number;
  readonly scores: number;
}

/**
 * The second thread helps if there are at least this many segments. Scanning a segment takes about
 * a millisecond, posting a message 0.05 ms.
 */
const minShared = 32;
/** A segment number beyond any table: no thread finds a segment to scan. */
const closed = 2 ** 30;
const minCapacity = 8;
/**
 * Longest wait for the segment that the second thread is scanning, which takes about a millisecond.
 * After it, the thread is no longer used, and this thread scans alone. A processor that is busy
 * with other work may pause a thread for some tens of milliseconds.
 */
const maxWaitMs = 100;

/** A table of the segments of one search. */
export class ScanTable {
  readonly #kernel: Kernel;
  readonly #layout: ScanLayout;
  readonly #second: SecondThread;
  /** Addresses of the histograms of scores: of this thread, and of the second one. */
  readonly #ownHistogram: number;
  #secondHistogram = 0;
  #address = 0;
  #capacity = 0;

  constructor(kernel: Kernel, layout: ScanLayout) {
    this.#kernel = kernel;
    this.#layout = layout;
    this.#second = new SecondThread(kernel);
    this.#ownHistogram = kernel.allocate(layout.histogramLength * 4);
  }

  /**
   * How many selected codes have each score, as 32-bit numbers. Valid until the next `allocate` of
   * the kernel.
   */
  get histogram(): Int32Array {
    return this.#histogramAt(this.#ownHistogram);
  }

  /**
   * Selects and rescores the codes of each segment within a Hamming distance. @returns the number
   * of selected codes per segment
   */
  scan(segments: readonly SegmentAddresses[], limit: number): Int32Array {
    const isShared = segments.length >= minShared;
    if (isShared && this.#secondHistogram === 0)
      this.#secondHistogram = this.#kernel.allocate(this.#layout.histogramLength * 4);
    this.#write(segments, limit);
    this.#histogramAt(this.#ownHistogram).fill(0);
    if (isShared) this.#histogramAt(this.#secondHistogram).fill(0);
    this.#setNext(0);
    if (isShared) this.#second.scan(this.#address, this.#secondHistogram);
    this.#kernel.scan(this.#address, this.#ownHistogram);
    const isComplete = this.#waitUntilDone(segments.length);
    this.#setNext(closed);
    if (!isComplete) {
      this.#second.stop();
      // Until it has stopped, the thread may still write to its table and histogram: the next scan
      // uses new ones.
      this.#capacity = 0;
      this.#secondHistogram = 0;
      return this.scan(segments, limit);
    }
    if (isShared) this.#addHistograms();
    return Int32Array.from(segments, (_, at) => this.#kernel.ints[this.#indexOf(at) + scanSegment.selected]!);
  }

  close(): void {
    this.#second.close();
  }

  #histogramAt(address: number): Int32Array {
    return this.#kernel.ints.subarray(address / 4, address / 4 + this.#layout.histogramLength);
  }

  /** Index of the first number of a segment. */
  #indexOf(at: number): number {
    return this.#address / 4 + scanStride * (1 + at);
  }

  #write(segments: readonly SegmentAddresses[], limit: number): void {
    if (segments.length > this.#capacity) this.#widen(segments.length);
    const { ints } = this.#kernel;
    const head = this.#address / 4;
    ints[head + scanHead.done] = 0;
    ints[head + scanHead.segments] = segments.length;
    ints[head + scanHead.codes] = this.#layout.codes;
    ints[head + scanHead.groups] = this.#layout.groups;
    ints[head + scanHead.query] = this.#layout.query;
    ints[head + scanHead.table] = this.#layout.table;
    ints[head + scanHead.limit] = limit;
    for (const [at, segment] of segments.entries()) {
      const index = this.#indexOf(at);
      ints[index + scanSegment.codes] = segment.codes;
      ints[index + scanSegment.mask] = segment.mask;
      ints[index + scanSegment.slots] = segment.slots;
      ints[index + scanSegment.scores] = segment.scores;
    }
  }

  #widen(segments: number): void {
    this.#capacity = Math.max(minCapacity, 2 ** Math.ceil(Math.log2(segments)));
    this.#address = this.#kernel.allocate((this.#capacity + 1) * scanStride * 4);
  }

  #setNext(segment: number): void {
    Atomics.store(this.#kernel.ints, this.#address / 4 + scanHead.next, segment);
  }

  /**
   * Waits for the segment that the second thread may still be scanning, usually some 30 µs.
   * @returns false after `maxWaitMs`
   */
  #waitUntilDone(segments: number): boolean {
    const { ints } = this.#kernel;
    const at = this.#address / 4 + scanHead.done;
    for (let done = Atomics.load(ints, at); done < segments; done = Atomics.load(ints, at))
      if (Atomics.wait(ints, at, done, maxWaitMs) === "timed-out") return false;
    return true;
  }

  #addHistograms(): void {
    const [own, second] = [this.#histogramAt(this.#ownHistogram), this.#histogramAt(this.#secondHistogram)];
    for (let score = 0; score < own.length; score += 1) own[score]! += second[score]!;
  }
}
