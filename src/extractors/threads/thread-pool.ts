/**
 * The threads of a process that extract, and the requests that wait for them. Threads start with
 * the first requests and end when they have had none for some seconds.
 */
import { untilAborted } from "../../async/deadline.js";
import { ExtractionThread, hasProgram } from "./extraction-thread.js";
import type { Job } from "./job.js";

/** Milliseconds that idle threads are kept: starting one takes some 0.5 s of processor time. */
const idleMs = 5000;

/** Threads that share the requests of all callers. */
export class ThreadPool {
  readonly #program: string | undefined;
  readonly #threads = new Set<ExtractionThread>();
  readonly #waiting: Job[] = [];
  #canStart: boolean;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** @param program Path of the threads' program. @default the bundled one */
  constructor(program?: string) {
    this.#program = program;
    this.#canStart = hasProgram(program);
  }

  /** Whether threads can be started, as far as is known. */
  get canStart(): boolean {
    return this.#canStart;
  }

  /** Number of threads that run. */
  get size(): number {
    return this.#threads.size;
  }

  /** Adds a job for the next thread that is free, and starts threads if there are too few. */
  add(job: Job, workers: number): void {
    this.#waiting.push(job);
    while (this.#canStart && this.#threads.size < workers) this.#start();
    this.#sendWaiting();
  }

  /** Takes back a job that no thread has. @returns whether it was waiting */
  takeBack(job: Job): boolean {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    return at >= 0;
  }

  /** Takes back the last job of an owner; `undefined` if threads have all of them. */
  takeLast(owner: object): Job | undefined {
    const at = this.#waiting.findLastIndex((job) => job.owner === owner);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  /**
   * Waits for a job that a thread has. The process stays alive meanwhile.
   *
   * @throws the signal's reason, as soon as it fires
   */
  async wait(job: Job, signal: AbortSignal | undefined): Promise<void> {
    const thread = [...this.#threads].find((one) => one.has(job));
    await thread?.keepingProcess(() => untilAborted(job.settled, signal));
  }

  /** Ends all threads. The next job starts others. */
  end(): void {
    this.#end([...this.#threads]);
  }

  #start(): void {
    try {
      const thread: ExtractionThread = new ExtractionThread({
        program: this.#program,
        onFree: () => this.#sendWaiting(),
        onEnd: () => this.#ended(thread),
      });
      this.#threads.add(thread);
    } catch {
      // Threads may be forbidden (`--permission`). The callers then extract alone.
      this.#canStart = false;
    }
  }

  /** A thread that ends by itself is not replaced, because the next one would end too. */
  #ended(thread: ExtractionThread): void {
    if (this.#threads.delete(thread)) this.#canStart = false;
  }

  #sendWaiting(): void {
    for (const thread of this.#threads)
      while (thread.isFree && this.#waiting.length > 0) thread.send(this.#waiting.shift()!);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#endIdle(), idleMs).unref();
  }

  #endIdle(): void {
    this.#end([...this.#threads].filter(({ isIdle }) => isIdle));
  }

  #end(threads: readonly ExtractionThread[]): void {
    for (const thread of threads) {
      this.#threads.delete(thread);
      thread.end();
    }
  }
}
