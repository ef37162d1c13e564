/**
 * The signed bytes of vectors, read a page at a time and held side by side in memory, where the kernel scores them. Reading a page of 32 vectors takes
 * some 5 µs; scoring a vector that is held, a hundredth of that. A question over a million stretches of real talk looks into some 900 pages.
 *
 * All stores that a process has open hold {@link budgetBytes} together: every vector of a million passages of 256 dimensions. Above it the pages that
 * were read first make room; each store keeps at least {@link leastBytes}. A small store takes no more than its vectors: of 1,000 passages of 256 dimensions
 * 256 KB, and 2.3 KB to score them with.
 */
import type { Kernel } from "../kernel/kernel.js";
import { lengthOf, strideOf, toInt16 } from "./quantise.js";

/** Passages of one page. */
export const pageLength = 32;

/** The page that a passage belongs to. */
export function pageOf(passage: number): number {
  return Math.floor(passage / pageLength);
}

const budgetBytes = 256 * 1024 * 1024;
const leastBytes = 4 * 1024 * 1024;
/** Vectors that the kernel is told to score in one call: enough that the call costs nothing, and few enough to stay in the nearest cache meanwhile. */
const atOnce = 128;
/** What the open stores of this process hold now: it is the process that runs out of memory, not a store. */
let heldBytes = 0;

/** Reads a page: 32 vectors of `strideOf(dimensions)` bytes, zeros where there is none. */
export type ReadPage = (page: number) => Uint8Array | undefined;

export class VectorPages {
  readonly #kernel: Kernel;
  readonly #stride: number;
  readonly #read: ReadPage;
  readonly #query: number;
  readonly #addresses: number;
  readonly #out: number;
  /** Zeros, for a passage that has no vector. */
  readonly #nothing: number;
  readonly #first: number;
  #queryLength = 0;
  /** Where each page lies, counted from 1; 0 where it is not held. */
  #places = new Int32Array(64);
  /** Which page lies in each place; -1 in a free one. */
  readonly #pages: number[] = [];
  readonly #free: number[] = [];
  #hand = 0;

  /** @param kernel Of its own: places lie side by side. */
  constructor(kernel: Kernel, dimensions: number, read: ReadPage) {
    this.#kernel = kernel;
    this.#stride = strideOf(dimensions);
    this.#read = read;
    this.#query = kernel.allocate(this.#stride * 2);
    this.#addresses = kernel.allocate(atOnce * 4);
    this.#out = kernel.allocate(atOnce * 8);
    this.#nothing = kernel.allocate(this.#stride);
    this.#first = kernel.allocate(0);
  }

  /** Sets the vector that others are compared with from here on. */
  aim(vector: Float32Array): void {
    const numbers = toInt16(vector);
    this.#kernel.bytes.set(new Uint8Array(numbers.buffer), this.#query);
    this.#queryLength = lengthOf(numbers);
  }

  /** Cosines of passages' vectors with the one aimed at, in their order, -1 to 1; `NaN` for a passage that has none. */
  cosines(passages: readonly number[]): Float64Array {
    const cosines = new Float64Array(passages.length);
    for (let from = 0; from < passages.length; ) {
      const count = this.#locate(passages, from);
      const [addresses, query, out] = [this.#addresses, this.#query, this.#out];
      this.#kernel.products({ addresses, count, stride: this.#stride, query, out });
      for (let at = 0; at < count; at += 1) cosines[from + at] = this.#cosineAt(at);
      from += count;
    }
    return cosines;
  }

  /** Writes a vector into its page, where that is held; without one, zeros. */
  put(passage: number, vector?: Uint8Array): void {
    const place = this.#places[pageOf(passage)] ?? 0;
    if (place === 0) return;
    const at = this.#addressOf(place) + (passage % pageLength) * this.#stride;
    this.#kernel.bytes.fill(0, at, at + this.#stride);
    if (vector !== undefined) this.#kernel.bytes.set(vector, at);
  }

  /** Drops and overwrites a page: it is read again when it is next needed. */
  drop(page: number): void {
    const place = this.#places[page] ?? 0;
    if (place === 0) return;
    const address = this.#addressOf(place);
    this.#kernel.bytes.fill(0, address, address + this.#pageBytes);
    this.#places[page] = 0;
    this.#pages[place - 1] = -1;
    this.#free.push(place);
  }

  /** Drops and overwrites every page. */
  clear(): void {
    for (const page of this.#pages) if (page >= 0) this.drop(page);
  }

  /** Gives back its share of the budget; nothing may be asked afterwards. */
  close(): void {
    heldBytes -= this.#pages.length * this.#pageBytes;
    this.#pages.length = 0;
    this.#places.fill(0);
  }

  get #pageBytes(): number {
    return pageLength * this.#stride;
  }

  /**
   * Tells the kernel where vectors lie, from a passage on: as many as are scored at once, but none after a page that has to be read, which may take the
   * place of a page before it.
   *
   * @returns how many, one at least
   */
  #locate(passages: readonly number[], from: number): number {
    const page = pageOf(passages[from]!);
    if ((this.#places[page] ?? 0) === 0) this.#hold(page);
    const [{ ints }, places, stride] = [this.#kernel, this.#places, this.#stride];
    const until = Math.min(passages.length, from + atOnce);
    let at = from;
    for (; at < until; at += 1) {
      const passage = passages[at]!;
      const place = places[pageOf(passage)] ?? 0;
      if (place === 0 && at > from) break;
      ints[this.#addresses / 4 + at - from] =
        place === 0 ? this.#nothing : this.#addressOf(place) + (passage % pageLength) * stride;
    }
    return at - from;
  }

  #cosineAt(at: number): number {
    const { ints } = this.#kernel;
    const square = ints[this.#out / 4 + 2 * at + 1]!;
    if (square === 0) return Number.NaN;
    const lengths = Math.sqrt(square) * this.#queryLength;
    return lengths > 0 ? Math.max(-1, Math.min(1, ints[this.#out / 4 + 2 * at]! / lengths)) : 0;
  }

  #addressOf(place: number): number {
    return this.#first + (place - 1) * this.#pageBytes;
  }

  /** Reads a page, where there is one. */
  #hold(page: number): void {
    const bytes = this.#read(page);
    if (bytes === undefined) return;
    const place = this.#free.pop() ?? this.#newPlace() ?? this.#oldestPlace();
    if (page >= this.#places.length) this.#widen(page);
    this.#pages[place - 1] = page;
    this.#places[page] = place;
    this.#kernel.bytes.set(bytes, this.#addressOf(place));
  }

  #newPlace(): number | undefined {
    const isWithin = this.#pages.length * this.#pageBytes < leastBytes;
    if (!isWithin && heldBytes + this.#pageBytes > budgetBytes) return undefined;
    heldBytes += this.#pageBytes;
    this.#kernel.allocate(this.#pageBytes);
    return this.#pages.push(-1);
  }

  /** Places are taken in turn, so the one in hand was read longest ago. */
  #oldestPlace(): number {
    const place = (this.#hand % this.#pages.length) + 1;
    this.#hand = place;
    this.#places[this.#pages[place - 1]!] = 0;
    return place;
  }

  #widen(page: number): void {
    const wider = new Int32Array(2 ** Math.ceil(Math.log2(page + 1)));
    wider.set(this.#places);
    this.#places = wider;
  }
}
