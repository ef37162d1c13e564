/**
 * The arithmetic of the vector index over one memory: WebAssembly with SIMD, or the same in JavaScript where a machine has none. Both count in
 * whole numbers, so they give the same results to the bit. What the first costs: `kernel.wat`, 1,300 bytes assembled. What it buys at a million
 * passages of 256 dimensions: `npm run bench:growth` says.
 *
 * Memory is laid out by who asks for it: `allocate` gives the next free stretch, which is never moved nor given back while the kernel lives.
 */
import { kernelBase64 } from "./kernel-module.js";

/** Arithmetic over a memory of its own. Addresses are byte offsets into it. */
export interface Kernel {
  /** All of the memory. A view is valid until the next `allocate`. */
  readonly bytes: Uint8Array;
  /** The same as 32-bit numbers. */
  readonly ints: Int32Array;

  /** @returns the address of so many bytes, which are zero. It is a multiple of 64, so that a vector or a code there spans no more cache lines than it must. */
  allocate(bytes: number): number;

  /**
   * Hamming distances of 1-bit codes to the query's, as 16-bit numbers, and how many codes lie at each distance, added to the histogram. A code
   * whose bit in the mask is off is at distance 65,535 and not counted.
   */
  measure(run: {
    readonly codes: number;
    /** A multiple of 32. */
    readonly count: number;
    /** Length of a code in 32 bytes. */
    readonly groups: number;
    readonly query: number;
    readonly mask: number;
    readonly distances: number;
    readonly histogram: number;
  }): void;

  /**
   * Measures again the codes whose distance is within a limit: it becomes the sum of what a table says of each byte of the code. All others are at
   * distance 65,535 from here on, and not counted.
   */
  weigh(run: {
    readonly codes: number;
    /** A multiple of 8. */
    readonly count: number;
    readonly groups: number;
    readonly limit: number;
    /** For each byte of a code and each of the 256 values that it may have, a 16-bit number. No sum is more than 65,534. */
    readonly table: number;
    /** Room for `count` 32-bit numbers. */
    readonly slots: number;
    readonly distances: number;
    readonly histogram: number;
  }): void;

  /** Which of `count` distances (a multiple of 8) lie within a limit, ascending, as 32-bit numbers at `out`. @returns how many */
  collect(
    distances: number,
    { count, limit, out }: { readonly count: number; readonly limit: number; readonly out: number },
  ): number;

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

/** What is used of the platform's WebAssembly, for which the types of Node have no values. */
interface Platform {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number }) => PlatformMemory;
  readonly Instance: new (
    module: object,
    imports: { keepsake: { memory: PlatformMemory } },
  ) => { readonly exports: Readonly<Record<"measure" | "collect" | "weigh" | "products", Numbers>> };
}

interface PlatformMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

type Numbers = (...numbers: number[]) => number;

/** A kernel with an empty memory: the fast one, where the machine has it. */
export function makeKernel(): Kernel {
  simd ??= compile();
  return simd === null ? new PlainKernel() : new SimdKernel(simd);
}

interface Compiled {
  readonly platform: Platform;
  readonly module: object;
}

/** Compiled once a process; `null` where there is no WebAssembly or no SIMD. */
let simd: Compiled | null | undefined;

function compile(): Compiled | null {
  const platform = Reflect.get(globalThis, "WebAssembly") as Platform | undefined;
  const bytes = Buffer.from(kernelBase64, "base64");
  if (platform?.validate(bytes) !== true) return null;
  return { platform, module: new platform.Module(bytes) };
}

const pageBytes = 65_536;
/** Bytes that processors read at once. */
const lineBytes = 64;
/** Address 0 is no address. */
const firstAddress = lineBytes;

class SimdKernel implements Kernel {
  readonly #memory: PlatformMemory;
  readonly #measure: Numbers;
  readonly #collect: Numbers;
  readonly #weigh: Numbers;
  readonly #products: Numbers;
  bytes: Uint8Array;
  ints: Int32Array;
  #next = firstAddress;

  constructor({ platform, module }: Compiled) {
    this.#memory = new platform.Memory({ initial: 1 });
    const { exports } = new platform.Instance(module, { keepsake: { memory: this.#memory } });
    this.#measure = exports.measure;
    this.#collect = exports.collect;
    this.#weigh = exports.weigh;
    this.#products = exports.products;
    this.bytes = new Uint8Array(this.#memory.buffer);
    this.ints = new Int32Array(this.#memory.buffer);
  }

  allocate(bytes: number): number {
    const address = this.#next;
    this.#next += roundUp(bytes, lineBytes);
    const missing = this.#next - this.bytes.length;
    if (missing > 0) {
      // Each growth makes the garbage collector look: a quarter more at a time keeps them few, and what is not touched takes no room.
      this.#memory.grow(Math.ceil(Math.max(missing, this.bytes.length / 4) / pageBytes));
      this.bytes = new Uint8Array(this.#memory.buffer);
      this.ints = new Int32Array(this.#memory.buffer);
    }
    return address;
  }

  measure({
    codes,
    count,
    groups,
    query,
    mask,
    distances,
    histogram,
  }: Parameters<Kernel["measure"]>[0]): void {
    this.#measure(codes, count, groups, query, mask, distances, histogram);
  }

  collect(distances: number, { count, limit, out }: Parameters<Kernel["collect"]>[1]): number {
    return this.#collect(distances, count, limit, out);
  }

  weigh(run: Parameters<Kernel["weigh"]>[0]): void {
    const { codes, count, groups, limit, table, slots, distances, histogram } = run;
    this.#weigh(codes, count, groups, limit, table, slots, distances, histogram);
  }

  products({ addresses, count, stride, query, out }: Parameters<Kernel["products"]>[0]): void {
    this.#products(addresses, count, stride, query, out);
  }
}

const firstBytes = 16_384;

/** The floor: some ten times slower than SIMD. */
export class PlainKernel implements Kernel {
  bytes = new Uint8Array(firstBytes);
  ints = new Int32Array(this.bytes.buffer);
  #next = firstAddress;

  allocate(bytes: number): number {
    const address = this.#next;
    this.#next += roundUp(bytes, lineBytes);
    if (this.#next > this.bytes.length) {
      const larger = new Uint8Array(2 ** Math.ceil(Math.log2(this.#next)));
      larger.set(this.bytes);
      this.bytes.fill(0);
      this.bytes = larger;
      this.ints = new Int32Array(larger.buffer);
    }
    return address;
  }

  measure(run: Parameters<Kernel["measure"]>[0]): void {
    const distances = new Uint16Array(this.bytes.buffer, run.distances, run.count);
    const words = run.groups * 8;
    for (let slot = 0; slot < run.count; slot += 1) {
      const isWanted = (this.bytes[run.mask + (slot >> 3)]! >> (slot & 7)) & 1;
      distances[slot] = isWanted
        ? this.#distance(run.codes / 4 + slot * words, run.query / 4, words)
        : 65_535;
      if (isWanted) this.ints[run.histogram / 4 + distances[slot]!]! += 1;
    }
  }

  collect(distances: number, { count, limit, out }: Parameters<Kernel["collect"]>[1]): number {
    const measured = new Uint16Array(this.bytes.buffer, distances, count);
    let found = 0;
    for (let slot = 0; slot < count; slot += 1)
      if (measured[slot]! <= limit) {
        this.ints[out / 4 + found] = slot;
        found += 1;
      }
    return found;
  }

  weigh(run: Parameters<Kernel["weigh"]>[0]): void {
    const distances = new Uint16Array(this.bytes.buffer, run.distances, run.count);
    const stride = run.groups * 32;
    const table = new Uint16Array(this.bytes.buffer, run.table, stride * 256);
    for (let slot = 0; slot < run.count; slot += 1) {
      const isWanted = distances[slot]! <= run.limit;
      distances[slot] = isWanted ? this.#weight(run.codes + slot * stride, table) : 65_535;
      if (isWanted) this.ints[run.histogram / 4 + distances[slot]!]! += 1;
    }
  }

  products({ addresses, count, stride, query, out }: Parameters<Kernel["products"]>[0]): void {
    const asked = new Int16Array(this.bytes.buffer, query, stride);
    for (let at = 0; at < count; at += 1) {
      const vector = new Int8Array(this.bytes.buffer, this.ints[addresses / 4 + at]!, stride);
      let [product, square] = [0, 0];
      for (let index = 0; index < stride; index += 1) {
        const component = vector[index]!;
        product += component * asked[index]!;
        square += component * component;
      }
      this.ints[out / 4 + 2 * at] = product;
      this.ints[out / 4 + 2 * at + 1] = square;
    }
  }

  #weight(code: number, table: Uint16Array): number {
    let sum = 0;
    for (let byte = 0; byte < table.length / 256; byte += 1)
      sum += table[byte * 256 + this.bytes[code + byte]!]!;
    return sum;
  }

  /** Counts bits in parallel (Warren, Hacker's Delight, section 5-1). */
  #distance(code: number, query: number, words: number): number {
    let distance = 0;
    for (let word = 0; word < words; word += 1) {
      let bits = this.ints[code + word]! ^ this.ints[query + word]!;
      bits -= (bits >>> 1) & 0x55555555;
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    return distance;
  }
}

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}
