/**
 * The runs that a search looks at, laid out for the kernel. A second thread takes runs off the same table where there are many; it takes one only between the
 * moment when a scan is opened and the moment when all its runs are taken, so that nothing is written that it reads.
 */
import { type Kernel, scanHead, scanRun, scanStride } from "../kernel/kernel.js";
import { SecondThread } from "../kernel/second-thread.js";

/** What all scans of a table have in common: addresses, and the sizes that the kernel is told. */
export interface ScanLayout {
  readonly codes: number;
  readonly groups: number;
  readonly query: number;
  readonly table: number;
  /** How often each weight occurs: the highest is one less than so many. */
  readonly weights: number;
}

/** Addresses of a run, as {@link scanRun} says. */
export interface ScannedRun {
  readonly codes: number;
  readonly mask: number;
  readonly slots: number;
  readonly weights: number;
}

/** Runs from which a second thread is asked: they take one some millisecond, and asking some 0.05. */
const sharedFrom = 32;
/** A number of a run that is never reached: nobody finds anything to do. */
const shut = 2 ** 30;
const firstRuns = 8;
/** A thread that is at one run for so long was lost. */
const patienceMs = 2000;

export class ScanTable {
  readonly #kernel: Kernel;
  readonly #layout: ScanLayout;
  readonly #second: SecondThread;
  /** Histograms of weights: of who asks, and of the second thread. */
  readonly #own: number;
  #theirs = 0;
  #address = 0;
  #room = 0;

  constructor(kernel: Kernel, layout: ScanLayout) {
    this.#kernel = kernel;
    this.#layout = layout;
    this.#second = new SecondThread(kernel);
    this.#own = kernel.allocate(layout.weights * 4);
  }

  /** How many codes within a limit weigh so much: 32-bit numbers. Valid until the next `allocate` of the kernel. */
  get histogram(): Int32Array {
    return this.#counts(this.#own);
  }

  /** Picks and weighs what lies within a limit of bits in each of the runs. @returns how many in each */
  scan(runs: readonly ScannedRun[], limit: number): Int32Array {
    const isShared = runs.length >= sharedFrom;
    if (isShared && this.#theirs === 0) this.#theirs = this.#kernel.allocate(this.#layout.weights * 4);
    this.#write(runs, limit);
    this.#counts(this.#own).fill(0);
    if (isShared) this.#counts(this.#theirs).fill(0);
    this.#setNext(0);
    if (isShared) this.#second.scan(this.#address, this.#theirs);
    this.#kernel.scan(this.#address, this.#own);
    const isWhole = this.#isDone(runs.length);
    this.#setNext(shut);
    if (!isWhole) {
      this.#second.lose();
      return this.scan(runs, limit);
    }
    if (isShared) this.#add();
    return Int32Array.from(runs, (_, at) => this.#kernel.ints[this.#place(at) + scanRun.picked]!);
  }

  close(): void {
    this.#second.close();
  }

  #counts(address: number): Int32Array {
    return this.#kernel.ints.subarray(address / 4, address / 4 + this.#layout.weights);
  }

  /** Where the numbers of a run begin. */
  #place(at: number): number {
    return this.#address / 4 + scanStride * (1 + at);
  }

  #write(runs: readonly ScannedRun[], limit: number): void {
    if (runs.length > this.#room) this.#widen(runs.length);
    const { ints } = this.#kernel;
    const head = this.#address / 4;
    ints[head + scanHead.done] = 0;
    ints[head + scanHead.runs] = runs.length;
    ints[head + scanHead.codes] = this.#layout.codes;
    ints[head + scanHead.groups] = this.#layout.groups;
    ints[head + scanHead.query] = this.#layout.query;
    ints[head + scanHead.table] = this.#layout.table;
    ints[head + scanHead.limit] = limit;
    for (const [at, run] of runs.entries()) {
      const place = this.#place(at);
      ints[place + scanRun.codes] = run.codes;
      ints[place + scanRun.mask] = run.mask;
      ints[place + scanRun.slots] = run.slots;
      ints[place + scanRun.weights] = run.weights;
    }
  }

  #widen(runs: number): void {
    this.#room = Math.max(firstRuns, 2 ** Math.ceil(Math.log2(runs)));
    this.#address = this.#kernel.allocate((this.#room + 1) * scanStride * 4);
  }

  #setNext(run: number): void {
    Atomics.store(this.#kernel.ints, this.#address / 4 + scanHead.next, run);
  }

  /** Waits for the run that the second thread may still be at: some 30 µs. @returns whether it came to an end */
  #isDone(runs: number): boolean {
    const { ints } = this.#kernel;
    const at = this.#address / 4 + scanHead.done;
    for (let done = Atomics.load(ints, at); done < runs; done = Atomics.load(ints, at))
      if (Atomics.wait(ints, at, done, patienceMs) === "timed-out") return false;
    return true;
  }

  #add(): void {
    const [own, theirs] = [this.#counts(this.#own), this.#counts(this.#theirs)];
    for (let weight = 0; weight < own.length; weight += 1) own[weight]! += theirs[weight]!;
  }
}
