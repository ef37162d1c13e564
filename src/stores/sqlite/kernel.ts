/**
 * The arithmetic of the vector index over one memory: WebAssembly with SIMD, or the same in JavaScript where a machine has none. Both count in
 * whole numbers, so they give the same results to the bit. What the first costs: `kernel.wat`, 1,600 bytes assembled. What it buys at a million
 * passages of 256 dimensions: `npm run bench:growth` says.
 *
 * Memory is laid out by who asks for it: `allocate` gives the next free stretch, which is never moved nor given back while the kernel lives.
 */
import { kernelBase64 } from "./kernel-module.js";

/** Arithmetic over a memory of its own. Addresses are byte offsets into it. */
export interface Kernel {
  /** All of the memory. A view is valid until the next `allocate`. */
  readonly bytes: Uint8Array;
  /** The same as 16-bit numbers. */
  readonly shorts: Uint16Array;
  /** The same as 32-bit numbers. */
  readonly ints: Int32Array;

  /** @returns the address of so many bytes, which are zero. It is a multiple of 64, so that a vector or a code there spans no more cache lines than it must. */
  allocate(bytes: number): number;

  /** How many codes whose bit in the mask is on lie at each Hamming distance from the query's, added to the histogram: of one group of 32 in `every`. */
  measure(codes: Codes & { readonly every: number; readonly histogram: number }): void;

  /**
   * Which codes whose bit in the mask is on lie within a Hamming distance, ascending, as 16-bit numbers at `slots`. The memory must go on for 1,024 bytes after
   * the codes.
   *
   * @returns how many
   */
  pick(codes: Codes & { readonly limit: number; readonly slots: number }): number;

  /**
   * What the listed codes weigh, as 16-bit numbers at `weights`: the sum of what a table says of each byte of the code. How many weigh so much is added to
   * the histogram.
   */
  weigh(listed: {
    readonly codes: number;
    /** As `pick` lists them, and how many. */
    readonly slots: number;
    readonly count: number;
    readonly groups: number;
    /** For each byte of a code and each of the 256 values that it may have, a 16-bit number. No sum takes more than 16 bits. */
    readonly table: number;
    readonly weights: number;
    readonly histogram: number;
  }): void;

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

/** 1-bit codes, and the one that they are compared with. */
interface Codes {
  readonly codes: number;
  /** A multiple of 32, 65,536 at most. */
  readonly count: number;
  /** Length of a code in 32 bytes. */
  readonly groups: number;
  readonly query: number;
  /** A bit a code. */
  readonly mask: number;
}

/** What is used of the platform's WebAssembly, for which the types of Node have no values. */
interface Platform {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number }) => PlatformMemory;
  readonly Instance: new (
    module: object,
    imports: { keepsake: { memory: PlatformMemory } },
  ) => { readonly exports: Readonly<Record<"measure" | "pick" | "weigh" | "products", Numbers>> };
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
  readonly #pick: Numbers;
  readonly #weigh: Numbers;
  readonly #products: Numbers;
  bytes: Uint8Array;
  shorts: Uint16Array;
  ints: Int32Array;
  #next = firstAddress;

  constructor({ platform, module }: Compiled) {
    this.#memory = new platform.Memory({ initial: 1 });
    const { exports } = new platform.Instance(module, { keepsake: { memory: this.#memory } });
    this.#measure = exports.measure;
    this.#pick = exports.pick;
    this.#weigh = exports.weigh;
    this.#products = exports.products;
    this.bytes = new Uint8Array(this.#memory.buffer);
    this.shorts = new Uint16Array(this.#memory.buffer);
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
      this.shorts = new Uint16Array(this.#memory.buffer);
      this.ints = new Int32Array(this.#memory.buffer);
    }
    return address;
  }

  measure(sample: Parameters<Kernel["measure"]>[0]): void {
    const { codes, count, every, groups, query, mask, histogram } = sample;
    this.#measure(codes, count, every, groups, query, mask, histogram);
  }

  pick({ codes, count, groups, query, mask, limit, slots }: Parameters<Kernel["pick"]>[0]): number {
    return this.#pick(codes, count, groups, query, mask, limit, slots);
  }

  weigh(listed: Parameters<Kernel["weigh"]>[0]): void {
    const { codes, slots, count, groups, table, weights, histogram } = listed;
    this.#weigh(codes, slots, count, groups, table, weights, histogram);
  }

  products({ addresses, count, stride, query, out }: Parameters<Kernel["products"]>[0]): void {
    this.#products(addresses, count, stride, query, out);
  }
}

const firstBytes = 16_384;

/** The floor: some ten times slower than SIMD. */
export class PlainKernel implements Kernel {
  bytes = new Uint8Array(firstBytes);
  shorts = new Uint16Array(this.bytes.buffer);
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
      this.shorts = new Uint16Array(larger.buffer);
      this.ints = new Int32Array(larger.buffer);
    }
    return address;
  }

  measure(codes: Parameters<Kernel["measure"]>[0]): void {
    for (let slot = 0; slot < codes.count; slot += 1)
      if ((slot >> 5) % codes.every === 0 && this.#isOn(codes.mask, slot))
        this.ints[codes.histogram / 4 + this.#distance(codes, slot)]! += 1;
  }

  pick(codes: Parameters<Kernel["pick"]>[0]): number {
    let found = 0;
    for (let slot = 0; slot < codes.count; slot += 1)
      if (this.#isOn(codes.mask, slot) && this.#distance(codes, slot) <= codes.limit) {
        this.shorts[codes.slots / 2 + found] = slot;
        found += 1;
      }
    return found;
  }

  weigh(listed: Parameters<Kernel["weigh"]>[0]): void {
    const stride = listed.groups * 32;
    const table = new Uint16Array(this.bytes.buffer, listed.table, stride * 256);
    for (let at = 0; at < listed.count; at += 1) {
      const weight = this.#weight(listed.codes + this.shorts[listed.slots / 2 + at]! * stride, table);
      this.shorts[listed.weights / 2 + at] = weight;
      this.ints[listed.histogram / 4 + weight]! += 1;
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

  #isOn(mask: number, slot: number): boolean {
    return ((this.bytes[mask + (slot >> 3)]! >> (slot & 7)) & 1) === 1;
  }

  #weight(code: number, table: Uint16Array): number {
    let sum = 0;
    for (let byte = 0; byte < table.length / 256; byte += 1)
      sum += table[byte * 256 + this.bytes[code + byte]!]!;
    return sum;
  }

  /** Counts bits in parallel (Warren, Hacker's Delight, section 5-1). */
  #distance({ codes, groups, query }: Codes, slot: number): number {
    const words = groups * 8;
    const [code, asked] = [codes / 4 + slot * words, query / 4];
    let distance = 0;
    for (let word = 0; word < words; word += 1) {
      let bits = this.ints[code + word]! ^ this.ints[asked + word]!;
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
