/**
 * The kernel in WebAssembly with SIMD. What it costs: `kernel.wat`, 2,000 bytes assembled. What it
 * buys: it is some ten times as fast as `plain-kernel`; `npm run bench:growth` shows searches of a
 * million passages. Its memory is shared, so that a second thread can scan it.
 */
import { addressAfter, firstAddress, type Kernel, type Shared } from "./kernel.js";
import { kernelBase64 } from "./kernel-module.js";
import { PlainKernel } from "./plain-kernel.js";

/** The part of WebAssembly that is used. Node's types have no values for it. */
interface Platform {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => PlatformMemory;
  readonly Instance: new (
    module: object,
    imports: { keepsake: { memory: PlatformMemory } },
  ) => { readonly exports: Readonly<Record<"measure" | "tabulate" | "scan" | "products", Numbers>> };
}

interface PlatformMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

type Numbers = (...numbers: number[]) => number;

/** Returns a kernel with an empty memory: the fast one if the machine supports it. */
export function makeKernel(): Kernel {
  simd ??= compile();
  return simd === null ? new PlainKernel() : new SimdKernel(simd);
}

interface Compiled {
  readonly platform: Platform;
  readonly module: object;
}

/** Compiled once per process; `null` if the machine has no WebAssembly or no SIMD. */
let simd: Compiled | null | undefined;

function compile(): Compiled | null {
  const platform = Reflect.get(globalThis, "WebAssembly") as Platform | undefined;
  const bytes = Buffer.from(kernelBase64, "base64");
  if (platform?.validate(bytes) !== true) return null;
  return { platform, module: new platform.Module(bytes) };
}

const pageBytes = 65_536;
/** 4 GiB, the limit of 32-bit addresses. The memory takes no space until it grows. */
const maxPages = 65_536;

class SimdKernel implements Kernel {
  readonly shared: Shared;
  readonly #memory: PlatformMemory;
  readonly #measure: Numbers;
  readonly #tabulate: Numbers;
  readonly #scan: Numbers;
  readonly #products: Numbers;
  bytes: Uint8Array;
  shorts: Uint16Array;
  ints: Int32Array;
  #next = firstAddress;

  constructor({ platform, module }: Compiled) {
    this.#memory = new platform.Memory({ initial: 1, maximum: maxPages, shared: true });
    this.shared = { module, memory: this.#memory };
    const { exports } = new platform.Instance(module, { keepsake: { memory: this.#memory } });
    this.#measure = exports.measure;
    this.#tabulate = exports.tabulate;
    this.#scan = exports.scan;
    this.#products = exports.products;
    this.bytes = new Uint8Array(this.#memory.buffer);
    this.shorts = new Uint16Array(this.#memory.buffer);
    this.ints = new Int32Array(this.#memory.buffer);
  }

  allocate(bytes: number): number {
    const address = this.#next;
    this.#next = addressAfter(address, bytes);
    const missing = this.#next - this.bytes.length;
    if (missing > 0) {
      // Each growth triggers the garbage collector. Growing by at least a quarter keeps growths
      // rare; memory that is not touched takes no space.
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

  tabulate(weights: number, bytes: number, table: number): void {
    this.#tabulate(weights, bytes, table);
  }

  scan(table: number, histogram: number): void {
    this.#scan(table, histogram);
  }

  products({ addresses, count, stride, query, out }: Parameters<Kernel["products"]>[0]): void {
    this.#products(addresses, count, stride, query, out);
  }
}
