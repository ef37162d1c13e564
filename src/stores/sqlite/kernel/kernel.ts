/**
 * The arithmetic of the vector index over one memory. `make-kernel` makes the fast one, `plain-kernel` is the floor; both count in whole numbers, so they
 * give the same results to the bit.
 *
 * Memory is laid out by who asks for it: `allocate` gives the next free stretch, which is never moved nor given back while the kernel lives.
 */

/** Arithmetic over a memory of its own. Addresses are byte offsets into it. */
export interface Kernel {
  /** All of the memory. A view is valid until the next `allocate`. */
  readonly bytes: Uint8Array;
  /** The same as 16-bit numbers. */
  readonly shorts: Uint16Array;
  /** The same as 32-bit numbers. */
  readonly ints: Int32Array;
  /** What another thread needs to scan in the same memory; `undefined` where it cannot. */
  readonly shared: Shared | undefined;

  /** @returns the address of so many bytes, which are zero. It is a multiple of 64, so that a vector or a code there spans no more cache lines than it must. */
  allocate(bytes: number): number;

  /** How many codes whose bit in the mask is on lie at each Hamming distance from the query's, added to the histogram: of one group of 32 in `every`. */
  measure(codes: Codes & { readonly every: number; readonly histogram: number }): void;

  /**
   * Makes the table that codes are weighed by: for each byte of a code and each of the 256 values that it may have, the sum of what the bits weigh in which
   * it goes against the query, as 16-bit numbers. A weight above 0 asks for a bit that is set, one below 0 for one that is not.
   *
   * @param weights The address of as many 32-bit numbers as a code has bits, whose absolute values add up to 65,535 at most
   */
  tabulate(weights: number, bytes: number, table: number): void;

  /**
   * Takes the runs of a table one after the other, until none is left: lists the codes whose bit in the mask is on and that lie within a Hamming distance, and
   * weighs them. How many weigh so much is added to the histogram. The memory must go on for 1,024 bytes after the codes of each run.
   *
   * @param table The address of numbers laid out as {@link scanHead} and {@link scanRun} say
   */
  scan(table: number, histogram: number): void;

  /**
   * Of each vector of `stride` signed bytes (a multiple of 16): its inner product with the query of as many 16-bit numbers, and the square of its
   * length, as two 32-bit numbers at `out`.
   */
  products(vectors: {
    /** Of their addresses, as 32-bit numbers. */
    readonly addresses: number;
    readonly count: number;
    readonly stride: number;
    readonly query: number;
    readonly out: number;
  }): void;
}

/** How a second thread comes by the same kernel: both are cloned as they are. */
export interface Shared {
  readonly module: object;
  readonly memory: object;
}

/** 32-bit numbers at the head of a table of runs to scan, by their place. */
export const scanHead = {
  /** The run that is taken next, and how many are done: counted by every thread that scans. */
  next: 0,
  done: 1,
  /** Runs. */
  runs: 2,
  /** Codes of a run, a multiple of 32, 65,536 at most; the length of one in 32 bytes. */
  codes: 3,
  groups: 4,
  /** The address of the query's code. */
  query: 5,
  /** The address of what `tabulate` made. */
  table: 6,
  /** The farthest that a code may lie from the query's. */
  limit: 7,
} as const;

/** 32-bit numbers of each run after the head, by their place: addresses, and what a scan tells. */
export const scanRun = {
  codes: 0,
  /** A bit a code. */
  mask: 1,
  /** Which codes are picked, ascending, and what each weighs: 16-bit numbers. */
  slots: 2,
  weights: 3,
  /** How many. */
  picked: 4,
} as const;

/** Numbers of the head, and of each run. */
export const scanStride = 8;

/** 1-bit codes, and the one that they are compared with. */
export interface Codes {
  readonly codes: number;
  /** A multiple of 32, 65,536 at most. */
  readonly count: number;
  /** Length of a code in 32 bytes. */
  readonly groups: number;
  readonly query: number;
  /** A bit a code. */
  readonly mask: number;
}

/** Bytes that processors read at once: what is allocated begins with a line. */
const lineBytes = 64;
/** Address 0 is no address. */
export const firstAddress = lineBytes;

/** Where what is allocated next begins. */
export function addressAfter(address: number, bytes: number): number {
  return address + Math.ceil(bytes / lineBytes) * lineBytes;
}
