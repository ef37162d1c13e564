/**
 * Reads a file in a thread of its own, so that a bad file harms no other call. A thread has a
 * memory limit and a deadline, and is killed past either. Idle threads are kept for a while,
 * because starting one takes some 50 ms. If the process cannot start threads, or a bundler did not
 * include the thread's program, files are read in the process, within the same bounds of size,
 * depth and expansion.
 */
import { Slots } from "../../async/slots.js";
import { MemoryError } from "../../contract/errors.js";
import { type Format, formatReader } from "../format.js";
import type { FileSource, Section } from "../reader.js";
import { counted, unreadable } from "../unreadable.js";
import type { Failure, ToThread } from "./messages.js";
import { ByteFeed, ReadingThread, type ThreadAnswer } from "./reading-thread.js";

/**
 * Maximum threads that have a file open, also while the caller embeds what they read. Further files
 * wait for one.
 */
const maxThreads = 8;
/** At most three of them read at the same moment. */
const working = new Slots(3);
/** Milliseconds that an idle thread is kept for the next file. */
const idleMs = 5000;
/** Milliseconds that a thread has to load its program. */
const startMs = 30_000;
/**
 * Milliseconds that reading any file may take: ten times what the largest books take. Waiting for
 * the caller is not counted.
 */
const baseMs = 20_000;
/** Milliseconds added for each MiB of the file. */
const msPerMebi = 2000;

const idle: ReadingThread[] = [];
const waiting: (() => void)[] = [];
let started = 0;
/** Set once it is known that this process can start no thread. */
let isWithoutThreads = false;

/** Options of {@link readApart}. */
interface ApartOptions {
  readonly format: Format;
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds that reading may take.
   *
   * @default by the file's size
   */
  readonly timeMs?: number;
}

/**
 * Yields the sections of a file, read in a thread.
 *
 * @throws {MemoryError} what the format's reader throws; `unreadable_file` if reading takes more
 * memory or time than one file may
 */
export async function* readApart(
  file: FileSource,
  { format, signal, timeMs = timeFor(file) }: ApartOptions,
): AsyncGenerator<Section> {
  const thread = await freeThread(signal);
  if (thread === undefined) {
    yield* (await formatReader(format)).read(file, signal === undefined ? {} : { signal });
    return;
  }
  const feed = new ByteFeed(file);
  const stop = () => thread.kill();
  signal?.addEventListener("abort", stop);
  let isDone = false;
  try {
    const time = new ReadingTime(timeMs);
    const { name, mediaType, sizeBytes } = file;
    let message: ToThread = { kind: "read", format, file: { name, mediaType, sizeBytes } };
    while (!isDone) {
      const asked = message;
      const answer = await working.run(() => time.spend((leftMs) => thread.ask(asked, feed, leftMs)), signal);
      signal?.throwIfAborted();
      // A thread whose reader refused the file can be used again.
      isDone = answer.kind === "failed";
      const { sections, isLast } = sectionsOf(answer, file);
      isDone = isLast;
      yield* sections;
      message = { kind: "more" };
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    await feed.close();
    release(thread, isDone);
  }
}

function timeFor({ sizeBytes }: FileSource): number {
  return baseMs + (msPerMebi * sizeBytes) / 2 ** 20;
}

/** The time left for reading a file. */
class ReadingTime {
  #leftMs: number;

  constructor(timeMs: number) {
    this.#leftMs = timeMs;
  }

  async spend<Result>(work: (leftMs: number) => Promise<Result>): Promise<Result> {
    const start = performance.now();
    const result = await work(this.#leftMs);
    this.#leftMs -= performance.now() - start;
    return result;
  }
}

function sectionsOf(
  answer: ThreadAnswer,
  file: FileSource,
): Extract<ThreadAnswer, { readonly kind: "sections" }> {
  if (answer.kind === "sections") return answer;
  if (answer.kind === "failed") throw errorOf(answer.failure);
  const reason = answer.kind === "died" ? answer.reason : "other";
  const why = {
    memory: "needs more memory to be read than one file may take; split it",
    time: `takes longer to be read than a file of ${counted(file.sizeBytes)} bytes may take; split it`,
    other: "stopped its reader",
  }[reason];
  throw unreadable(file, why, answer.kind === "died" ? answer.cause : undefined);
}

function errorOf({ code, data, message, stack }: Failure): Error {
  const cause = Object.assign(new Error(message), { stack });
  if (code === undefined) return cause;
  // The thread sent the code and data of a `MemoryError`.
  return new MemoryError(code as "unreadable_file", message, { data: data as undefined, cause });
}

/** Returns an idle thread, or a new one; `undefined` if none can be started. */
async function freeThread(signal: AbortSignal | undefined): Promise<ReadingThread | undefined> {
  while (!isWithoutThreads) {
    const kept = idle.pop();
    if (kept !== undefined && !kept.isDead) {
      kept.keepsProcess(true);
      return kept;
    }
    if (kept !== undefined) started -= 1;
    else if (started < maxThreads) return begin();
    else await turn(signal);
  }
  return undefined;
}

/**
 * Starts a thread; `undefined` if this process can never start one.
 *
 * @throws {MemoryError} `io_failed` if the system cannot start another thread now. The process does
 * not read the file itself then, because it would drop the limits when the machine is exhausted.
 */
async function begin(): Promise<ReadingThread | undefined> {
  started += 1;
  const outcome = await startThread();
  if (outcome instanceof ReadingThread) return outcome;
  started -= 1;
  if (isTemporary(outcome)) {
    waiting.shift()?.();
    const message = "Cannot read the file: the system must be able to start a thread; try again later";
    throw new MemoryError("io_failed", message, { cause: outcome });
  }
  isWithoutThreads = true;
  for (const wake of waiting.splice(0)) wake();
  return undefined;
}

/** Returns a thread that has loaded its program, or the reason why there is none. */
async function startThread(): Promise<unknown> {
  try {
    const thread = new ReadingThread();
    const answer = await thread.begun(startMs);
    if (answer.kind === "ready") return thread;
    thread.kill();
    return answer.kind === "died" && answer.reason === "other" ? answer.cause : answer;
  } catch (cause) {
    return cause;
  }
}

/** Error codes of a temporary shortage. */
const temporaryCodes = new Set(["ERR_WORKER_INIT_FAILED", "EMFILE", "ENFILE", "ENOMEM", "EAGAIN"]);

/**
 * Whether a thread may start later. A missing program or forbidden threads (`--permission`) are
 * permanent.
 */
function isTemporary(reason: unknown): boolean {
  if (typeof reason !== "object" || reason === null) return false;
  if ("reason" in reason) return reason.reason === "time" || reason.reason === "memory";
  return "code" in reason && temporaryCodes.has(String(reason.code));
}

/**
 * Waits until a thread may be free.
 *
 * @throws the signal's reason
 */
async function turn(signal: AbortSignal | undefined): Promise<void> {
  let wake = () => {};
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  waiting.push(wake);
  signal?.addEventListener("abort", wake);
  await woken;
  signal?.removeEventListener("abort", wake);
  const place = waiting.indexOf(wake);
  if (place >= 0) waiting.splice(place, 1);
  signal?.throwIfAborted();
}

/** Keeps a thread that has read its file to the end for the next file; ends any other. */
function release(thread: ReadingThread, isDone: boolean): void {
  if (isDone && !thread.isDead) {
    thread.keepsProcess(false);
    idle.push(thread);
    setTimeout(() => retire(thread), idleMs).unref();
  } else {
    thread.kill();
    started -= 1;
  }
  waiting.shift()?.();
}

function retire(thread: ReadingThread): void {
  const place = idle.indexOf(thread);
  if (place < 0) return;
  idle.splice(place, 1);
  thread.kill();
  started -= 1;
}
