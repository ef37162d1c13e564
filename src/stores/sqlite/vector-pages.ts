/**
 * The signed bytes of vectors, read a page at a time and held side by side in memory, where the kernel scores them. Reading a page of 32 vectors takes
 * some 5 µs; scoring a vector that is held, a tenth of one.
 *
 * All stores that a process has open hold {@link budgetBytes} together: every vector of a million passages of 256 dimensions. Above it the pages that
 * were read first make room; each store keeps at least {@link leastBytes}.
 */
import type { Kernel } from "./kernel.js";
import { lengthOf, strideOf, toInt16 } from "./quantise.js";

/** Passages of one page. */
export const pageLength = 32;

/** The page that a passage belongs to. */
export function pageOf(passage: number): number {
  return Math.floor(passage / pageLength);
}

const budgetBytes = 256 * 1024 * 1024;
const leastBytes = 4 * 1024 * 1024;
/** What the open stores of this process hold now: it is the process that runs out of memory, not a store. */
let heldBytes = 0;

/** Reads a page: 32 vectors of `strideOf(dimensions)` bytes, zeros where there is none. */
export type ReadPage = (page: number) => Uint8Array | undefined;

export class VectorPages {
  readonly #kernel: Kernel;
  readonly #stride: number;
  readonly #read: ReadPage;
  readonly #query: number;
  readonly #out: number;
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
    this.#out = kernel.allocate(pageLength * 8);
    this.#first = kernel.allocate(0);
  }

  /** Sets the vector that others are compared with from here on. */
  aim(vector: Float32Array): void {
    const numbers = toInt16(vector);
    this.#kernel.bytes.set(new Uint8Array(numbers.buffer), this.#query);
    this.#queryLength = lengthOf(numbers);
  }

  /** Cosine of a passage's vector with the one aimed at, -1 to 1; `NaN` where the passage has none. */
  cosine(passage: number): number {
    const address = this.#address(pageOf(passage));
    if (address === 0) return Number.NaN;
    this.#products(address + (passage % pageLength) * this.#stride, 1);
    return this.#cosineAt(0);
  }

  /** Calls `each` with every passage of a page that has a vector. */
  scan(page: number, each: (passage: number, cosine: number) => void): void {
    const address = this.#address(page);
    if (address === 0) return;
    this.#products(address, pageLength);
    for (let at = 0; at < pageLength; at += 1) {
      const cosine = this.#cosineAt(at);
      if (!Number.isNaN(cosine)) each(page * pageLength + at, cosine);
    }
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

  #products(vectors: number, count: number): void {
    this.#kernel.products(vectors, { count, stride: this.#stride, query: this.#query, out: this.#out });
  }

  #cosineAt(at: number): number {
    const { ints } = this.#kernel;
    const square = ints[this.#out / 4 + 2 * at + 1]!;
    if (square === 0) return Number.NaN;
    const lengths = Math.sqrt(square) * this.#queryLength;
    return lengths > 0 ? Math.max(-1, Math.min(1, ints[this.#out / 4 + 2 * at]! / lengths)) : 0;
  }

  /** Address of a page, read where it is not held; 0 where there is no such page. */
  #address(page: number): number {
    const place = this.#places[page] || this.#hold(page);
    return place === 0 ? 0 : this.#addressOf(place);
  }

  #addressOf(place: number): number {
    return this.#first + (place - 1) * this.#pageBytes;
  }

  #hold(page: number): number {
    const bytes = this.#read(page);
    if (bytes === undefined) return 0;
    const place = this.#free.pop() ?? this.#newPlace() ?? this.#oldestPlace();
    if (page >= this.#places.length) this.#widen(page);
    this.#pages[place - 1] = page;
    this.#places[page] = place;
    this.#kernel.bytes.set(bytes, this.#addressOf(place));
    return place;
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
