/**
 * A reading thread, seen from the process: a worker with a memory limit that reads one file at a
 * time. It is killed when it takes too long or its caller stops.
 */
import { Worker } from "node:worker_threads";
import type { FileSource } from "../reader.js";
import type { FromThread, ToThread } from "./messages.js";

/**
 * Megabytes of a thread's heap: twice what the largest accepted file of any format takes. The limit
 * is the last resort, because the runtime ends only the thread when a small allocation exceeds it,
 * but the whole process when a large one does. What protects the process are the bounds of each
 * format.
 */
const heapMb = 1024;
const youngHeapMb = 48;
const stackMb = 4;

/** The thread has ended: out of memory, out of time, or for another reason. */
interface Death {
  readonly kind: "died";
  readonly reason: "memory" | "time" | "other";
  readonly cause?: unknown;
}

/** What a thread answers: that it is ready, sections, or why there are none. */
export type ThreadAnswer = Exclude<FromThread, { kind: "want" }> | Death;

/** A worker thread that reads one file at a time. */
export class ReadingThread {
  readonly #worker: Worker;
  /** Called with the next message. */
  #settle: ((answer: FromThread | Death) => void) | undefined;
  #death: Death | undefined;

  /**
   * Starts the thread.
   *
   * @param memoryMb Limit of its heap.
   * @throws {Error} if this process cannot start threads
   */
  constructor(memoryMb = heapMb) {
    // Written so that a bundler recognises the program and includes it.
    this.#worker = new Worker(new URL("./thread.js", import.meta.url), {
      name: "keepsake reader",
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        maxYoungGenerationSizeMb: youngHeapMb,
        stackSizeMb: stackMb,
      },
    });
    this.#worker.on("message", (message: FromThread) => this.#receive(message));
    this.#worker.on("error", (cause: NodeJS.ErrnoException) =>
      this.#die({
        kind: "died",
        reason: cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "other",
        cause,
      }),
    );
    this.#worker.on("exit", () => this.#die({ kind: "died", reason: "other" }));
  }

  /** Whether the thread has ended. */
  get isDead(): boolean {
    return this.#death !== undefined;
  }

  /** Whether the thread keeps the process alive: while it reads a file, not while it is idle. */
  keepsProcess(keeps: boolean): void {
    if (keeps) this.#worker.ref();
    else this.#worker.unref();
  }

  /** Waits for the thread's first message, once its program is loaded. */
  async begun(timeoutMs: number): Promise<ThreadAnswer> {
    const answer = await this.#answer(timeoutMs);
    return answer.kind === "want" ? { kind: "died", reason: "other" } : answer;
  }

  /**
   * Sends a message and waits for the answer. Meanwhile it sends the bytes of the file that the
   * thread asks for.
   *
   * @param timeoutMs The thread is killed after this time.
   * @throws what reading the file's bytes throws
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

  /** Ends the thread at once. */
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

  #receive(message: FromThread): void {
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

/** The bytes of a file, sent to a thread on request. */
export class ByteFeed {
  readonly #file: FileSource;
  #chunks: AsyncIterator<Uint8Array> | undefined;

  constructor(file: FileSource) {
    this.#file = file;
  }

  /** Returns the next chunk (the first one if `fromStart`), or `null` after the last. */
  async next(fromStart: boolean): Promise<Uint8Array<ArrayBuffer> | null> {
    if (fromStart || this.#chunks === undefined) {
      await this.close();
      this.#chunks = this.#file.chunks()[Symbol.asyncIterator]();
    }
    const { done, value } = await this.#chunks.next();
    // A copy whose buffer is transferred: cloning a part of a buffer would clone all of it.
    return done === true ? null : new Uint8Array(value);
  }

  /** Ends the reading. */
  async close(): Promise<void> {
    await this.#chunks?.return?.();
    this.#chunks = undefined;
  }
}
