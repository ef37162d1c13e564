/**
 * The tagger's arithmetic in WebAssembly with SIMD, and in JavaScript on machines without it. Both
 * have the same result to the bit. It costs 1,100 bytes of assembled `multiply.wat`, and computes
 * eight times four sums at once instead of one.
 */
import { multiplyBase64 } from "./multiply-module.js";

/** Multiplies matrices in one memory. Addresses are indices of `floats`. */
export interface Multiplier {
  /** Valid until the next `reserve`. */
  readonly floats: Float32Array;
  /** Grows the memory to at least this many floats. The content stays. */
  reserve(floats: number): void;
  /** y[rows][outputs] += x[rows][inputs] · w[inputs][outputs]; `outputs` is a multiple of 16. */
  multiply(product: Product): void;
  /**
   * states[t] += max(0, b + states[t - reach] · w₀ + states[t] · w₁ + states[t + reach] · w₂), for
   * each row t from `from`. Products with rows that do not exist, and with states that are 0, are
   * left out.
   */
  convolve(convolution: Convolution): void;
}

/** The addresses and sizes of one product. */
export interface Product {
  readonly x: number;
  readonly w: number;
  readonly y: number;
  readonly rows: number;
  readonly inputs: number;
  readonly outputs: number;
}

/** The addresses and sizes of one convolution. */
export interface Convolution {
  /** `rows` × `width`. */
  readonly states: number;
  /** 3 × `width` × `width`. */
  readonly w: number;
  /** `width`. */
  readonly b: number;
  /** Free space for `rows` × (2 × `width` + 26) floats. */
  readonly free: number;
  readonly rows: number;
  /** The first row that changes. */
  readonly from: number;
  /** A multiple of 24. */
  readonly width: number;
  readonly reach: number;
}

/** The part of WebAssembly that is used here; the types of Node do not have it. */
interface Platform {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number }) => PlatformMemory;
  readonly Instance: new (
    module: object,
    imports: { keepsake: { memory: PlatformMemory } },
  ) => { readonly exports: Readonly<Record<"multiply" | "convolve", Compute>> };
}

type Compute = (...numbers: number[]) => void;

interface PlatformMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const floatsPerPage = 16_384;

/** Creates the SIMD multiplier if the machine supports it, and otherwise the plain one. */
export function makeMultiplier(): Multiplier {
  const platform = Reflect.get(globalThis, "WebAssembly") as Platform | undefined;
  const bytes = Buffer.from(multiplyBase64, "base64");
  return platform?.validate(bytes) === true ? new SimdMultiplier(platform, bytes) : new PlainMultiplier();
}

class SimdMultiplier implements Multiplier {
  readonly #memory: PlatformMemory;
  readonly #multiply: Compute;
  readonly #convolve: Compute;
  floats: Float32Array;

  constructor(platform: Platform, bytes: Uint8Array) {
    this.#memory = new platform.Memory({ initial: 1 });
    const { exports } = new platform.Instance(new platform.Module(bytes), {
      keepsake: { memory: this.#memory },
    });
    this.#multiply = exports.multiply;
    this.#convolve = exports.convolve;
    this.floats = new Float32Array(this.#memory.buffer);
  }

  reserve(floats: number): void {
    const missing = floats - this.floats.length;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / floatsPerPage));
    this.floats = new Float32Array(this.#memory.buffer);
  }

  multiply({ x, w, y, rows, inputs, outputs }: Product): void {
    if (rows > 0) this.#multiply(4 * x, 4 * w, 4 * y, rows, inputs, outputs);
  }

  convolve({ states, w, b, free, rows, from, width, reach }: Convolution): void {
    if (from < rows) this.#convolve(4 * states, 4 * w, 4 * b, 4 * free, rows, from, width, reach);
  }
}

/** The multiplier for machines without SIMD. */
export class PlainMultiplier implements Multiplier {
  floats = new Float32Array(floatsPerPage);

  reserve(floats: number): void {
    if (floats <= this.floats.length) return;
    const larger = new Float32Array(floats);
    larger.set(this.floats);
    this.floats = larger;
  }

  multiply({ x, w, y, rows, inputs, outputs }: Product): void {
    const { floats } = this;
    for (let row = 0; row < rows; row++)
      for (let input = 0; input < inputs; input++) {
        const value = floats[x + row * inputs + input]!;
        const from = w + input * outputs;
        const to = y + row * outputs;
        for (let at = 0; at < outputs; at++)
          floats[to + at] = Math.fround(floats[to + at]! + Math.fround(value * floats[from + at]!));
      }
  }

  convolve({ states, w, b, rows, from, width, reach }: Convolution): void {
    const { floats } = this;
    const old = floats.slice(states, states + rows * width);
    for (let row = from; row < rows; row++) {
      const sums = floats.slice(b, b + width);
      for (let tap = 0; tap < 3; tap++) {
        const source = row + (tap - 1) * reach;
        if (source < 0 || source >= rows) continue;
        const state = old.subarray(source * width, (source + 1) * width);
        addProduct(sums, state, floats.subarray(w + tap * width * width, w + (tap + 1) * width * width));
      }
      for (let at = 0; at < width; at++)
        floats[states + row * width + at] = old[row * width + at]! + Math.max(0, sums[at]!);
    }
  }
}

/** sums += state · w, without the states that are 0. */
function addProduct(sums: Float32Array, state: Float32Array, w: Float32Array): void {
  const width = sums.length;
  for (let input = 0; input < state.length; input++) {
    const value = state[input]!;
    if (value === 0) continue;
    for (let at = 0; at < width; at++)
      sums[at] = Math.fround(sums[at]! + Math.fround(value * w[input * width + at]!));
  }
}
