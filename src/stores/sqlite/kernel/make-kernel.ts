/**
 * The kernel in WebAssembly with SIMD. What it costs: `kernel.wat`, 2,000 bytes assembled. What it buys at a million passages of 256 dimensions:
 * `npm run bench:growth` says. Its memory is shared, so that a second thread can scan in it.
 */
import { addressAfter, firstAddress, type Kernel, type Shared } from "./kernel.js";
import { kernelBase64 } from "./kernel-module.js";
import { PlainKernel } from "./plain-kernel.js";

/** What is used of the platform's WebAssembly, for which the types of Node have no values. */
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
/** 4 GiB, all that addresses of 32 bits reach; what is not grown into takes no memory. */
const mostPages = 65_536;

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
    this.#memory = new platform.Memory({ initial: 1, maximum: mostPages, shared: true });
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
