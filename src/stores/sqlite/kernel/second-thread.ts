/**
 * A second thread, which scans codes together with the searching thread.
 *
 * Benefit: a search of a million passages reads 32 MB of codes. Two processors read them in half
 * the time of one (`npm run bench:growth`). Cost: one thread per process, shared by all stores,
 * started by the first search of 262,144 passages or more. It does not keep the process alive.
 * While it starts, or if it cannot be started (for lack of permission), the searching thread scans
 * alone, with the same results.
 *
 * The program is a string, so that bundlers cannot lose its file. It runs the scan of the kernel.
 */
import { Worker } from "node:worker_threads";
import type { Kernel, Shared } from "./kernel.js";

const program = `
const scans = new Map();
require("node:worker_threads").parentPort.on("message", ({ id, shared, table, histogram }) => {
  if (shared !== undefined)
    scans.set(id, new WebAssembly.Instance(shared.module, { keepsake: { memory: shared.memory } }).exports.scan);
  if (table === undefined) scans.delete(id);
  else scans.get(id)(table, histogram);
});
`;

/**
 * A message to the thread. With a table, it means that the thread shall scan in the memory with
 * this `id`, which the first such message contains; without a table, that it shall forget the
 * memory.
 */
interface Message {
  readonly id: number;
  readonly shared?: Shared;
  readonly table?: number;
  readonly histogram?: number;
}

/** `null` if it cannot be started. */
let thread: Worker | null | undefined;
let lastId = 0;

function start(): Worker | null {
  try {
    // This process's options (loaders, profilers) do not apply to this thread.
    const worker = new Worker(program, { eval: true, execArgv: [], name: "keepsake" });
    worker.unref();
    worker.once("error", () => {
      thread = null;
    });
    return worker;
  } catch {
    // Threads may be forbidden (`--permission`). The searching thread then scans alone.
    return null;
  }
}

/** The second thread, for the memory of one kernel. */
export class SecondThread {
  readonly #shared: Shared | undefined;
  #id: number | undefined;

  constructor({ shared }: Kernel) {
    this.#shared = shared;
  }

  /**
   * Requests the thread to scan a table too. If the thread starts late, nothing is left to scan.
   */
  scan(table: number, histogram: number): void {
    if (this.#shared === undefined) return;
    if (thread === undefined) thread = start();
    if (this.#id === undefined) {
      lastId += 1;
      this.#id = lastId;
      this.#post({ id: this.#id, shared: this.#shared, table, histogram });
    } else this.#post({ id: this.#id, table, histogram });
  }

  /** Makes the thread forget the memory. */
  close(): void {
    if (this.#id !== undefined) this.#post({ id: this.#id });
    this.#id = undefined;
  }

  /** Stops the thread, for every store in the process. */
  stop(): void {
    void thread?.terminate();
    thread = null;
  }

  #post(message: Message): void {
    thread?.postMessage(message);
  }
}
