/**
 * A thread that extracts, seen from the main thread. It does not keep the process alive, except
 * while a caller waits for its answer.
 */
import { existsSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Job } from "./job.js";
import type { FromThread, ToThread } from "./messages.js";

/**
 * Requests that a thread has at once. The main thread reads answers and sends further requests only
 * between two pieces of its own work, some 10 ms, in which a thread answers five requests.
 */
const mostJobs = 16;

/** A bundle in CommonJS has none. */
const here: string | undefined = import.meta.url;
/**
 * The program, in the form in which this file is: `.js` when built, `.ts` when run from the
 * sources. In a bundle no such file exists.
 */
const ownProgram = here?.startsWith("file:")
  ? fileURLToPath(new URL(`./extraction-program${extname(here)}`, here))
  : "";

/** Whether there is a program for a thread. There is none in a bundle. */
export function hasProgram(program = ownProgram): boolean {
  return existsSync(program);
}

/** Options of {@link ExtractionThread}. */
export interface ThreadOptions {
  /** Called when it can take further jobs: once it is loaded, and after each answer. */
  readonly onFree: () => void;
  /** Called once when it has ended, for instance because it could not be started. */
  readonly onEnd: () => void;
  /**
   * Path of the program.
   *
   * @default the program beside this file
   */
  readonly program?: string | undefined;
}

/** A thread that extracts requests. */
export class ExtractionThread {
  readonly #worker: Worker;
  readonly #onFree: () => void;
  readonly #jobs = new Map<number, Job>();
  #isReady = false;
  #lastId = 0;
  #waiting = 0;

  /** @throws {Error} if this process must not start threads */
  constructor({ onFree, onEnd, program = ownProgram }: ThreadOptions) {
    this.#onFree = onFree;
    this.#worker = new Worker(program, {
      name: "keepsake",
      // The process's options (profilers, debuggers) do not apply, but sources need its loaders.
      ...(extname(program) === ".js" ? { execArgv: [] } : {}),
    });
    this.#worker.on("message", (message: FromThread) => this.#receive(message));
    // An error is followed by the end of the thread, which is what counts.
    this.#worker.on("error", () => {});
    this.#worker.once("exit", () => {
      this.#isReady = false;
      for (const job of this.#jobs.values()) job.settle(null);
      this.#jobs.clear();
      onEnd();
    });
    // Last, because a listener for messages refers to the thread again.
    this.#worker.unref();
  }

  /** Whether it can take a further job. */
  get isFree(): boolean {
    return this.#isReady && this.#jobs.size < mostJobs;
  }

  /** Whether it is loaded and has no job. */
  get isIdle(): boolean {
    return this.#isReady && this.#jobs.size === 0;
  }

  has(job: Job): boolean {
    return [...this.#jobs.values()].includes(job);
  }

  /** Sends a job. It is settled when the thread has answered, or has ended. */
  send(job: Job): void {
    this.#lastId += 1;
    this.#jobs.set(this.#lastId, job);
    const message: ToThread = { id: this.#lastId, request: job.request, parts: job.parts };
    this.#worker.postMessage(message);
  }

  /** Keeps the process alive until the work is settled. */
  async keepingProcess<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    this.#worker.ref();
    try {
      return await work();
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#worker.unref();
    }
  }

  /** Ends the thread. Its jobs are settled without decisions. */
  end(): void {
    void this.#worker.terminate();
  }

  #receive(message: FromThread): void {
    if (message.kind === "ready") this.#isReady = true;
    else {
      this.#jobs.get(message.id)?.settle(message.extraction);
      this.#jobs.delete(message.id);
    }
    this.#onFree();
  }
}
