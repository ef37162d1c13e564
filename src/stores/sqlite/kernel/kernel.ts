/**
 * The arithmetic of the vector index, over a memory of its own. `make-kernel` creates the fast
 * implementation in WebAssembly, `plain-kernel` is the fallback in JavaScript. Both compute with
 * integers, so their results are the same bit for bit.
 *
 * This folder is tuned for speed: sqlite-vec, or a loop over all vectors, would find as much.
 *
 *   file                 costs                               buys, at 256 dimensions
 *   kernel.wat           345 lines, 2,000 bytes assembled    ten times the speed of JavaScript
 *   vector-block-cache   256 MB a process at most            a cosine in 0.05 µs, not 5
 *   code-segments        36 bytes a passage                  100,000 passages in under 1 ms, not 56
 *   second-thread        a thread from 262,144 passages on   half the time of a search of a million
 *
 * `npm run bench:growth` shows all of them. Waiting for the second thread ends after 100 ms
 * (`scan-table`).
 *
 * The caller lays out the memory: `allocate` returns the next free range, which is never moved or
 * freed while the kernel lives.
 */

/** Arithmetic over a memory of its own. Addresses are byte offsets into it. */
export interface Kernel {
  /** All of the memory. The view is valid until the next `allocate`. */
  readonly bytes: Uint8Array;
  /** The same memory as 16-bit numbers. */
  readonly shorts: Uint16Array;
  /** The same memory as 32-bit numbers. */
  readonly ints: Int32Array;
  /** What another thread needs to scan in the same memory; `undefined` if that is not possible. */
  readonly shared: Shared | undefined;

  /**
   * Allocates bytes, which are zero. @returns their address, a multiple of 64, so that a vector or
   * code at it spans as few cache lines as possible
   */
  allocate(bytes: number): number;

  /**
   * Counts codes by their Hamming distance from the query's code, and adds the counts to a
   * histogram. Counts only a sample: one group of 32 codes in each `every` groups, and of this
   * group the codes whose bit in the mask is set.
   */
  measure(codes: Codes & { readonly every: number; readonly histogram: number }): void;

  /**
   * Fills the table that `scan` rescores codes with: for each byte of a code and each of its 256
   * values, the sum of the weights of the bits that differ from the query, as 16-bit numbers. A
   * positive weight expects a bit that is set, a negative one a bit that is not.
   *
   * @param weights address of one 32-bit number per bit of a code; their absolute values add up to
   * at most 65,535
   */
  tabulate(weights: number, bytes: number, table: number): void;

  /**
   * Takes one segment of a table after the other until none is left. In each segment, selects the
   * codes whose bit in the mask is set and whose Hamming distance is within the limit, computes
   * their scores, and adds the scores to a histogram. The memory must extend 1,024 bytes beyond the
   * codes of each segment.
   *
   * @param table address of numbers laid out as in {@link scanHead} and {@link scanSegment}
   */
  scan(table: number, histogram: number): void;

  /**
   * For each vector of `stride` signed bytes (a multiple of 16), writes two 32-bit numbers to
   * `out`: its inner product with a query of as many 16-bit numbers, and the square of its length.
   */
  products(vectors: {
    /** Address of the vectors' addresses, as 32-bit numbers. */
    readonly addresses: number;
    readonly count: number;
    readonly stride: number;
    readonly query: number;
    readonly out: number;
  }): void;
}

/** What a second thread creates the same kernel from. Both objects can be posted to it. */
export interface Shared {
  readonly module: object;
  readonly memory: object;
}

/** Indexes of the 32-bit numbers at the head of a scan table. */
export const scanHead = {
  /**
   * The segment to take next, and the number of segments that are done. All scanning threads update
   * both.
   */
  next: 0,
  done: 1,
  /** Number of segments. */
  segments: 2,
  /**
   * Codes per segment: a multiple of 32, at most 65,536. `groups`: the length of a code, in units
   * of 32 bytes.
   */
  codes: 3,
  groups: 4,
  /** Address of the query's code. */
  query: 5,
  /** Address of the table that `tabulate` fills. */
  table: 6,
  /** The largest Hamming distance of a selected code. */
  limit: 7,
} as const;

/**
 * Indexes of the 32-bit numbers of each segment, after the head: addresses, and the result of the
 * scan.
 */
export const scanSegment = {
  codes: 0,
  /** One bit per code. */
  mask: 1,
  /** The selected codes, ascending, and their scores: 16-bit numbers. */
  slots: 2,
  scores: 3,
  /** Number of selected codes. */
  selected: 4,
} as const;

/** How many numbers the head has, and each segment. */
export const scanStride = 8;

/** 1-bit codes, and the code that they are compared with. */
export interface Codes {
  readonly codes: number;
  /** A multiple of 32, at most 65,536. */
  readonly count: number;
  /** Length of a code, in units of 32 bytes. */
  readonly groups: number;
  readonly query: number;
  /** One bit per code. */
  readonly mask: number;
}

/** Size of a cache line. */
const lineBytes = 64;
/** Address 0 is reserved. */
export const firstAddress = lineBytes;

/** Returns the address of the next allocation. */
export function addressAfter(address: number, bytes: number): number {
  return address + Math.ceil(bytes / lineBytes) * lineBytes;
}
