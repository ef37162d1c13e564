/**
 * A reading process, seen from the process that started it: a child with a memory limit that reads
 * one file at a time. It is killed when it takes too long or its caller stops.
 *
 * It is not a thread, because the runtime cannot end a thread that exceeds its memory: one
 * allocation far above the limit, or moving young objects to the old generation at the limit, ends
 * the whole process.
 */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { ByteFeed } from "./byte-feed.js";
import type { FromReading, ToReading } from "./messages.js";

/** MiB of a process's heap: twice what the largest accepted file of any format takes. */
const heapMb = 1024;
/** MiB of its other memory: the runtime, code, stacks and the bytes of files. */
const otherMb = 512;
/**
 * MiB of one semi-space of the young generation. The young generation takes three times as much.
 */
const semiSpaceMb = 16;

/** The process has ended: out of memory, out of time, or for another reason. */
interface Death {
  readonly kind: "died";
  readonly reason: "memory" | "time" | "other";
  readonly cause: Error;
}

/** What a process answers: that it is ready, sections, or why there are none. */
export type Answer = Exclude<FromReading, { kind: "want" }> | Death;

/** Options of {@link ReadingProcess}, for tests. */
interface ProcessOptions {
  /** Limit of the heap in MiB. */
  readonly heapMb?: number;
  /** Limit of all other memory in MiB. */
  readonly otherMb?: number;
  /** Path of the program. */
  readonly program?: string;
}

/** A bundle in CommonJS has none. */
const here: string | undefined = import.meta.url;
/**
 * The program, in the form in which this file is: `.js` when built, `.ts` when run from the
 * sources. In a bundle no such file exists.
 */
const ownProgram = here?.startsWith("file:")
  ? fileURLToPath(new URL(`./reading-program${extname(here)}`, here))
  : "";

/**
 * Whether reading processes can be started here at all. They cannot in a bundle, which does not
 * contain their program, and in an executable other than Node (Electron, a single-executable app),
 * where a fork may start the app again.
 */
export function canFork(executable = process.execPath, program = ownProgram): boolean {
  return /^node(?:js)?[\d.]*(?:\.exe)?$/i.test(basename(executable)) && existsSync(program);
}

/** A child process that reads one file at a time. */
export class ReadingProcess {
  readonly #child: ChildProcess;
  readonly #limitBytes: number;
  /** Called with the next message. */
  #settle: ((answer: FromReading | Death) => void) | undefined;
  #death: Death | undefined;

  /**
   * Starts the process.
   *
   * @throws {Error} if this process must not start others, or the system cannot start one now. Some
   * such errors are the cause of the first answer instead.
   */
  constructor(options: ProcessOptions = {}) {
    const heap = options.heapMb ?? heapMb;
    this.#limitBytes = (heap + (options.otherMb ?? otherMb)) * 2 ** 20;
    const program = options.program ?? ownProgram;
    this.#child = fork(program, {
      execArgv: [
        // Loaders of the calling process, such as those for TypeScript, matter only for sources.
        // Its other options (debuggers, profilers) do not apply.
        ...(extname(program) === ".js" ? [] : process.execArgv),
        `--max-old-space-size=${heap}`,
        `--max-semi-space-size=${semiSpaceMb}`,
      ],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.on("message", (message: FromReading) => this.#receive(message));
    this.#child.on("error", (cause) => this.#die({ kind: "died", reason: "other", cause }));
    this.#child.on("exit", (code, signal) => this.#die(deathOf(code, signal)));
  }

  /** Whether the process has ended, or is about to end. */
  get isDead(): boolean {
    return this.#death !== undefined;
  }

  /** Whether it keeps the calling process alive: while it reads a file, not while it is idle. */
  keepsCaller(keeps: boolean): void {
    if (keeps) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  /**
   * Waits until the program is loaded.
   *
   * @throws {Error} why the process could not be started, or ended
   */
  async begun(timeoutMs: number): Promise<void> {
    const answered = this.#answer(timeoutMs);
    this.#send({ kind: "start", limitBytes: this.#limitBytes });
    const answer = await answered;
    if (answer.kind === "ready") return;
    this.kill();
    throw answer.kind === "died" ? answer.cause : new Error(`The process answered ${answer.kind}`);
  }

  /**
   * Sends a message and waits for the answer. Meanwhile it sends the bytes of the file that the
   * process asks for.
   *
   * @param timeoutMs The process is killed after this time.
   * @throws what reading the file's bytes throws
   */
  async ask(message: ToReading, feed: ByteFeed, timeoutMs: number): Promise<Answer> {
    const end = performance.now() + timeoutMs;
    let next = message;
    for (;;) {
      const answered = this.#answer(Math.max(1, end - performance.now()));
      this.#send(next);
      const answer = await answered;
      if (answer.kind !== "want") return answer;
      next = { kind: "bytes", bytes: await feed.next(answer.fromStart) };
    }
  }

  /** Ends the process at once. */
  kill(): void {
    this.#end("other", "The process was stopped");
  }

  /**
   * Sends a message. If it cannot be sent, the process has ended or was never started; the event
   * that follows says why.
   */
  #send(message: ToReading): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #answer(timeoutMs: number): Promise<FromReading | Death> {
    if (this.#death !== undefined) return Promise.resolve(this.#death);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#end("time", `The process did not answer within ${Math.round(timeoutMs)} ms`);
      }, timeoutMs);
      this.#settle = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
    });
  }

  #receive(message: FromReading): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(message);
  }

  #end(reason: "time" | "other", message: string): void {
    this.#die({ kind: "died", reason, cause: new Error(message) });
    this.#child.kill("SIGKILL");
  }

  #die(death: Death): void {
    this.#death ??= death;
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(this.#death);
  }
}

/**
 * Why a process ended by itself. The runtime aborts when its heap is full, and so does the guard
 * when all memory together exceeds the limit.
 */
function deathOf(code: number | null, signal: NodeJS.Signals | null): Death {
  return {
    kind: "died",
    reason: signal === "SIGABRT" || code === abortCode ? "memory" : "other",
    cause: new Error(`The process ended by ${signal ?? `itself, with code ${code}`}`),
  };
}

/** Exit code of an aborted process on Windows, which has no signals. */
const abortCode = 134;
