/**
 * Reads a file in a thread of its own, so that what a file does to its reader it does to no other caller. A thread has a memory limit and a deadline, and is killed
 * past either; a few are kept for a while, because starting one takes some 50 ms. Where a process may start none, or a bundler left its program
 * behind, files are read in the process, inside the same bounds of size, depth and expansion.
 */
import { Slots } from "../../async/slots.js";
import { MemoryError } from "../../contract/errors.js";
import type { Format } from "../format.js";
import { formatReader } from "../format-readers.js";
import type { FileSource, Section } from "../reader.js";
import { counted, unreadable } from "../unreadable.js";
import type { Failure, ToThread } from "./messages.js";
import { ByteFeed, ReadingThread, type ThreadAnswer } from "./reading-thread.js";

/** Threads that have a file, also while the caller embeds what they read; further files wait for one. */
const maxThreads = 8;
/** Those of them that read at the same moment: the bound of what reading takes of the machine. */
const working = new Slots(3);
/** Milliseconds that a thread is kept for the next file. */
const idleMs = 5000;
/** Milliseconds that a thread has to load its program. */
const startMs = 30_000;
/** Milliseconds of reading that any file has, and each MiB of it: ten times what the largest books take. Waits for the caller are not counted. */
const baseMs = 20_000;
const msPerMebi = 2000;

const idle: ReadingThread[] = [];
const waiting: (() => void)[] = [];
let started = 0;
/** Set once none could be started: it does not become possible later. */
let isWithoutThreads = false;

interface ApartOptions {
  readonly format: Format;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that its reading may take. @default by its size */
  readonly timeMs?: number;
}

/**
 * The sections of a file of this format.
 *
 * @throws {MemoryError} what the format's reader throws; `unreadable_file` where it takes more memory or time than one file may
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
      // A thread whose reader refused the file is as good as before.
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

/** The time that a file's reading has left. */
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
  // What the thread sent is what a `MemoryError` there had.
  return new MemoryError(code as "unreadable_file", message, { data: data as undefined, cause });
}

/** A thread that waits for a file, or a new one; nothing where none can be started. */
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

async function begin(): Promise<ReadingThread | undefined> {
  started += 1;
  try {
    const thread = new ReadingThread();
    if ((await thread.begun(startMs)).kind === "ready") return thread;
    thread.kill();
  } catch {
    // Threads may be forbidden (`--permission`): files are then read by who asks.
  }
  started -= 1;
  isWithoutThreads = true;
  for (const wake of waiting.splice(0)) wake();
  return undefined;
}

/** Waits until a thread may be free. @throws the signal's reason */
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

/** Keeps a thread that has read its file to the end for the next one, and ends any other. */
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
