/**
 * A second thread of this process, which scans codes beside the one that asks: a search of a million passages reads 32 MB of them, and one processor does not
 * read as fast as memory gives. There is one for all stores, started at the first search that is large enough, and it keeps no process alive. Where none can be
 * started (a permission is missing), or before it is awake, whoever asks scans alone: what is found is the same.
 *
 * The program is a text, so that no bundler can lose its file. What it runs is the kernel.
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

/** What the thread is told: to scan in a memory, which comes with the first message of its number, or else to let go of it. */
interface Message {
  readonly id: number;
  readonly shared?: Shared;
  readonly table?: number;
  readonly histogram?: number;
}

/** `null` where none can be started. */
let thread: Worker | null | undefined;
let lastId = 0;

function start(): Worker | null {
  try {
    // Of the options that this process was started with none is for it: not a loader, and not a profiler.
    const worker = new Worker(program, { eval: true, execArgv: [], name: "keepsake" });
    worker.unref();
    worker.once("error", () => {
      thread = null;
    });
    return worker;
  } catch {
    // Threads may be forbidden (`--permission`): every search is then scanned by who asks.
    return null;
  }
}

/** The second thread, as one kernel's memory is known to it. */
export class SecondThread {
  readonly #shared: Shared | undefined;
  #id: number | undefined;

  constructor({ shared }: Kernel) {
    this.#shared = shared;
  }

  /** Asks it to scan a table too. It may come late, and find nothing left to do. */
  scan(table: number, histogram: number): void {
    if (this.#shared === undefined) return;
    if (thread === undefined) thread = start();
    if (this.#id === undefined) {
      lastId += 1;
      this.#id = lastId;
      this.#tell({ id: this.#id, shared: this.#shared, table, histogram });
    } else this.#tell({ id: this.#id, table, histogram });
  }

  /** Lets it forget the memory. */
  close(): void {
    if (this.#id !== undefined) this.#tell({ id: this.#id });
    this.#id = undefined;
  }

  /** Does without it from here on, for every store. */
  lose(): void {
    void thread?.terminate();
    thread = null;
  }

  #tell(message: Message): void {
    thread?.postMessage(message);
  }
}
