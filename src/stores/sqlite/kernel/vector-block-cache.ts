/**
 * A cache of vectors in the kernel's memory, in blocks of 32, where the kernel computes cosines.
 * Reading a block from the file takes some 5 µs; a cosine of a cached vector takes a hundredth of
 * that. A question over a million passages reads some 900 blocks.
 *
 * Cost: all open stores of a process together cache at most {@link budgetBytes}, enough for all
 * vectors of a million passages of 256 dimensions. Above that, the oldest blocks are evicted, but
 * each store keeps at least {@link minBytes}. A small store takes only the memory of its vectors:
 * 256 KB for 1,000 passages of 256 dimensions, and 2.3 KB of work space. Benefit: see the times
 * above, and `npm run bench:growth`.
 */
import { lengthOf, strideOf, toInt16 } from "../../formats/quantise.js";
import type { Kernel } from "./kernel.js";

/** Number of vectors per block. */
export const blockLength = 32;

/** The block that a place, or a passage's number, belongs to. */
export function blockOf(place: number): number {
  return Math.floor(place / blockLength);
}

const budgetBytes = 256 * 1024 * 1024;
const minBytes = 4 * 1024 * 1024;
/**
 * Number of vectors per call of the kernel: enough to make the cost of the call negligible, and few
 * enough to stay in the first-level cache.
 */
const batchSize = 128;
/**
 * Bytes cached by all open stores of this process: the limit is on the process, not on each store.
 */
let cachedBytes = 0;

/**
 * Reads a block: 32 vectors of `strideOf(dimensions)` bytes, with zeros if there is none.
 */
export type ReadBlock = (block: number) => Uint8Array | undefined;

/** A cache of vectors in blocks. */
export class VectorBlockCache {
  readonly #kernel: Kernel;
  readonly #stride: number;
  readonly #read: ReadBlock;
  readonly #query: number;
  readonly #addresses: number;
  readonly #out: number;
  /** Address of a zero vector, if there is none. */
  readonly #zeros: number;
  readonly #first: number;
  #queryLength = 0;
  /** The slot of each block, from 1 on; 0 if it is not cached. */
  #slots = new Int32Array(64);
  /** The block in each slot; -1 in a free slot. */
  readonly #blocks: number[] = [];
  readonly #free: number[] = [];
  #lastEvicted = 0;

  /** @param kernel must have no other user, because slots are contiguous in its memory */
  constructor(kernel: Kernel, dimensions: number, read: ReadBlock) {
    this.#kernel = kernel;
    this.#stride = strideOf(dimensions);
    this.#read = read;
    this.#query = kernel.allocate(this.#stride * 2);
    this.#addresses = kernel.allocate(batchSize * 4);
    this.#out = kernel.allocate(batchSize * 8);
    this.#zeros = kernel.allocate(this.#stride);
    this.#first = kernel.allocate(0);
  }

  /** Sets the vector that the following calls of `cosines` compare with. */
  setQuery(vector: Float32Array): void {
    const numbers = toInt16(vector);
    this.#kernel.bytes.set(new Uint8Array(numbers.buffer), this.#query);
    this.#queryLength = lengthOf(numbers);
  }

  /**
   * Returns the cosines of the vectors at some places with the query, in order, -1 to 1; `NaN` if
   * there is none. The block of a place is place / 32.
   */
  cosines(places: ArrayLike<number>): Float64Array {
    const cosines = new Float64Array(places.length);
    const [addresses, query, out] = [this.#addresses, this.#query, this.#out];
    for (let from = 0; from < places.length; ) {
      const count = this.#locate(places, from);
      this.#kernel.products({ addresses, count, stride: this.#stride, query, out });
      const products = this.#kernel.ints.subarray(out / 4, out / 4 + 2 * count);
      for (let at = 0; at < count; at += 1)
        cosines[from + at] = this.#cosineOf(products[2 * at]!, products[2 * at + 1]!);
      from += count;
    }
    return cosines;
  }

  /** Overwrites the vector at a place, if its block is cached. */
  forget(place: number): void {
    const slot = this.#slots[blockOf(place)] ?? 0;
    if (slot === 0) return;
    const at = this.#addressOf(slot) + (place % blockLength) * this.#stride;
    this.#kernel.bytes.fill(0, at, at + this.#stride);
  }

  /** Evicts and overwrites a block. It is read again when needed. */
  drop(block: number): void {
    const slot = this.#slots[block] ?? 0;
    if (slot === 0) return;
    const address = this.#addressOf(slot);
    this.#kernel.bytes.fill(0, address, address + this.#blockBytes);
    this.#slots[block] = 0;
    this.#blocks[slot - 1] = -1;
    this.#free.push(slot);
  }

  /** Evicts and overwrites every block. */
  clear(): void {
    for (const block of this.#blocks) if (block >= 0) this.drop(block);
  }

  /** Returns the memory to the budget. No method may be called afterwards. */
  close(): void {
    cachedBytes -= this.#blocks.length * this.#blockBytes;
    this.#blocks.length = 0;
    this.#slots.fill(0);
  }

  get #blockBytes(): number {
    return blockLength * this.#stride;
  }

  /**
   * Passes the addresses of vectors to the kernel: at most a batch, and only up to the next block
   * that must be read, because reading it may evict an earlier block.
   *
   * @returns the number of vectors, at least one
   */
  #locate(places: ArrayLike<number>, from: number): number {
    const block = blockOf(places[from]!);
    if ((this.#slots[block] ?? 0) === 0) this.#load(block);
    const [slots, stride, count] = [this.#slots, this.#stride, Math.min(batchSize, places.length - from)];
    const addresses = this.#kernel.ints.subarray(this.#addresses / 4, this.#addresses / 4 + count);
    for (let at = 0; at < count; at += 1) {
      const place = places[from + at]!;
      const slot = slots[blockOf(place)] ?? 0;
      if (slot === 0 && at > 0) return at;
      addresses[at] = slot === 0 ? this.#zeros : this.#addressOf(slot) + (place % blockLength) * stride;
    }
    return count;
  }

  /** @param product the inner product with the query @param square that of the vector with itself */
  #cosineOf(product: number, square: number): number {
    if (square === 0) return Number.NaN;
    const lengths = Math.sqrt(square) * this.#queryLength;
    return lengths > 0 ? Math.max(-1, Math.min(1, product / lengths)) : 0;
  }

  #addressOf(slot: number): number {
    return this.#first + (slot - 1) * this.#blockBytes;
  }

  /** Reads a block into a slot, if the block exists. */
  #load(block: number): void {
    const bytes = this.#read(block);
    if (bytes === undefined) return;
    const slot = this.#free.pop() ?? this.#newSlot() ?? this.#oldestSlot();
    if (block >= this.#slots.length) this.#widen(block);
    this.#blocks[slot - 1] = block;
    this.#slots[block] = slot;
    this.#kernel.bytes.set(bytes, this.#addressOf(slot));
  }

  #newSlot(): number | undefined {
    const isWithin = this.#blocks.length * this.#blockBytes < minBytes;
    if (!isWithin && cachedBytes + this.#blockBytes > budgetBytes) return undefined;
    cachedBytes += this.#blockBytes;
    this.#kernel.allocate(this.#blockBytes);
    return this.#blocks.push(-1);
  }

  /** Slots are filled in turn, so the slot after the last evicted one has the oldest block. */
  #oldestSlot(): number {
    const slot = (this.#lastEvicted % this.#blocks.length) + 1;
    this.#lastEvicted = slot;
    this.#slots[this.#blocks[slot - 1]!] = 0;
    return slot;
  }

  #widen(block: number): void {
    const wider = new Int32Array(2 ** Math.ceil(Math.log2(block + 1)));
    wider.set(this.#slots);
    this.#slots = wider;
  }
}
