/**
 * One reading thread, seen from the process: a worker with a memory limit that reads one file at a time, and is killed when it takes too long or its caller goes.
 */
import { Worker } from "node:worker_threads";
import type { FileSource } from "../reader.js";
import type { FromThread, ToThread } from "./messages.js";

/**
 * Megabytes of a thread's heap. The largest files of any format that its bounds admit take half of it: a runtime ends a thread at its limit only between small
 * allocations, and with a large one the whole process, so the limit is the last resort and the bounds of the formats are what holds.
 */
const heapMb = 1024;
const youngHeapMb = 48;
const stackMb = 4;

/** The thread is gone: out of memory, out of time, or for a reason of the runtime. */
interface Death {
  readonly kind: "died";
  readonly reason: "memory" | "time" | "other";
  readonly cause?: unknown;
}

/** What a thread answers: that it is ready, sections, or why there are none. */
export type ThreadAnswer = Exclude<FromThread, { kind: "want" }> | Death;

export class ReadingThread {
  readonly #worker: Worker;
  /** Who waits for the next message. */
  #settle: ((answer: FromThread | Death) => void) | undefined;
  #death: Death | undefined;

  /** @param memoryMb Of its heap. @throws {Error} where this process may start none */
  constructor(memoryMb = heapMb) {
    // Written so that a bundler sees the program and brings it along.
    this.#worker = new Worker(new URL("./thread.js", import.meta.url), {
      name: "keepsake reader",
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        maxYoungGenerationSizeMb: youngHeapMb,
        stackSizeMb: stackMb,
      },
    });
    this.#worker.on("message", (message: FromThread) => this.#hear(message));
    this.#worker.on("error", (cause: NodeJS.ErrnoException) =>
      this.#die({
        kind: "died",
        reason: cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "other",
        cause,
      }),
    );
    this.#worker.on("exit", () => this.#die({ kind: "died", reason: "other" }));
  }

  get isDead(): boolean {
    return this.#death !== undefined;
  }

  /** Whether the process stays alive for it: while a file is read, not while it waits for one. */
  keepsProcess(does: boolean): void {
    if (does) this.#worker.ref();
    else this.#worker.unref();
  }

  /** The thread's first message, once its program is loaded. */
  async begun(timeoutMs: number): Promise<ThreadAnswer> {
    const answer = await this.#answer(timeoutMs);
    return answer.kind === "want" ? { kind: "died", reason: "other" } : answer;
  }

  /**
   * Sends a message and waits for its answer, for so long at most; bytes of the file that the thread asks for meanwhile are given to it.
   *
   * @throws what the file's own reading throws
   */
  async ask(message: ToThread, feed: ByteFeed, timeoutMs: number): Promise<ThreadAnswer> {
    const end = performance.now() + timeoutMs;
    let next = message;
    for (;;) {
      const answered = this.#answer(Math.max(1, end - performance.now()));
      this.#worker.postMessage(next, next.kind === "bytes" && next.bytes !== null ? [next.bytes.buffer] : []);
      const answer = await answered;
      if (answer.kind !== "want") return answer;
      next = { kind: "bytes", bytes: await feed.next(answer.fromStart) };
    }
  }

  /** Ends the thread, whatever it does. */
  kill(): void {
    this.#die({ kind: "died", reason: "other" });
    void this.#worker.terminate();
  }

  #answer(timeoutMs: number): Promise<FromThread | Death> {
    if (this.#death !== undefined) return Promise.resolve(this.#death);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#die({ kind: "died", reason: "time" });
        void this.#worker.terminate();
      }, timeoutMs);
      this.#settle = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
    });
  }

  #hear(message: FromThread): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(message);
  }

  #die(death: Death): void {
    this.#death ??= death;
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(this.#death);
  }
}

/** The bytes of a file, as a thread asks for them. */
export class ByteFeed {
  readonly #file: FileSource;
  #chunks: AsyncIterator<Uint8Array> | undefined;

  constructor(file: FileSource) {
    this.#file = file;
  }

  /** The next chunk, the first one where it is to be read from its start; `null` after the last. */
  async next(fromStart: boolean): Promise<Uint8Array<ArrayBuffer> | null> {
    if (fromStart || this.#chunks === undefined) {
      await this.close();
      this.#chunks = this.#file.chunks()[Symbol.asyncIterator]();
    }
    const { done, value } = await this.#chunks.next();
    // A copy, which is handed over: cloning a part of a buffer clones all of it.
    return done === true ? null : new Uint8Array(value);
  }

  async close(): Promise<void> {
    await this.#chunks?.return?.();
    this.#chunks = undefined;
  }
}
