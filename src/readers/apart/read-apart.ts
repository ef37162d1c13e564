/**
 * Reads a file in a process of its own, so that a bad file harms no other call. A process has a
 * memory limit and a deadline, and is killed when it exceeds either. Idle processes are kept for a
 * while, because starting one takes some 150 ms. If this process may not start others, or a bundler
 * did not include the program of a reading process, files are read here, within the same bounds of
 * size, depth and expansion.
 */
import { Slots } from "../../async/slots.js";
import { MemoryError } from "../../contract/errors.js";
import { type Format, formatReader } from "../format.js";
import type { FileSource, Section } from "../reader.js";
import { counted, unreadable } from "../reader.js";
import { ByteFeed } from "./byte-feed.js";
import type { Failure, ToReading } from "./messages.js";
import type { Answer, ReadingProcess } from "./reading-process.js";

/**
 * Maximum number of processes that have a file open, even while the caller embeds what they read.
 * Further files wait.
 */
const maxProcesses = 8;
/** At most three of them read at the same moment. */
const working = new Slots(3);
/** Milliseconds that an idle process is kept for the next file. */
const idleMs = 5000;
/** Milliseconds that a process has to load its program. */
const startMs = 30_000;
/**
 * Milliseconds that reading any file may take: ten times what the largest books take. Waiting for
 * the caller is not counted.
 */
const baseMs = 20_000;
/** Milliseconds added for each MiB of the file. */
const msPerMebi = 2000;

const idle: ReadingProcess[] = [];
const waiting: (() => void)[] = [];
let started = 0;
/** Set once it is known that this process can start no other. */
let isAlone = false;

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
 * Yields the sections of a file, read in another process.
 *
 * @throws {MemoryError} what the format's reader throws; `unreadable_file` if reading takes more
 * memory or time than one file may
 */
export async function* readApart(
  file: FileSource,
  { format, signal, timeMs = timeFor(file) }: ApartOptions,
): AsyncGenerator<Section> {
  const reading = await freeProcess(signal);
  if (reading === undefined) {
    yield* (await formatReader(format)).read(file, signal === undefined ? {} : { signal });
    return;
  }
  const feed = new ByteFeed(file);
  const stop = () => reading.kill();
  signal?.addEventListener("abort", stop);
  let isDone = false;
  try {
    const time = new ReadingTime(timeMs);
    const { name, mediaType, sizeBytes } = file;
    let message: ToReading = { kind: "read", format, file: { name, mediaType, sizeBytes } };
    while (!isDone) {
      const asked = message;
      const answer = await working.run(
        () => time.spend((leftMs) => reading.ask(asked, feed, leftMs)),
        signal,
      );
      signal?.throwIfAborted();
      // A process whose reader refused the file can be used again.
      isDone = answer.kind === "failed";
      const { sections, isLast } = sectionsOf(answer, file);
      isDone = isLast;
      yield* sections;
      message = { kind: "more" };
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    await feed.close();
    release(reading, isDone);
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

function sectionsOf(answer: Answer, file: FileSource): Extract<Answer, { readonly kind: "sections" }> {
  if (answer.kind === "sections") return answer;
  if (answer.kind === "failed") throw errorOf(answer.failure);
  const reason = answer.kind === "died" ? answer.reason : "other";
  const why = {
    memory: "needs more memory to be read than one file may take; split it",
    time: `takes longer to be read than a file of ${counted(file.sizeBytes)} bytes may take; split it`,
    other: "was not read to its end, because the process that read it has ended",
  }[reason];
  throw unreadable(file, why, answer.kind === "died" ? answer.cause : undefined);
}

function errorOf({ code, data, message, stack }: Failure): Error {
  const cause = Object.assign(new Error(message), { stack });
  if (code === undefined) return cause;
  // The process sent the code and data of a `MemoryError`.
  return new MemoryError(code as "unreadable_file", message, { data: data as undefined, cause });
}

/** Returns an idle process, or a new one; `undefined` if none can be started. */
async function freeProcess(signal: AbortSignal | undefined): Promise<ReadingProcess | undefined> {
  while (!isAlone) {
    const kept = idle.pop();
    if (kept !== undefined && !kept.isDead) {
      kept.keepsCaller(true);
      return kept;
    }
    if (kept !== undefined) started -= 1;
    else if (started < maxProcesses) return begin();
    else await turn(signal);
  }
  return undefined;
}

/**
 * Starts a process; `undefined` if this one can never start another.
 *
 * @throws {MemoryError} `io_failed` if the system cannot start another process now. The file is not
 * read here then, because that would drop the limits when the machine is exhausted.
 */
async function begin(): Promise<ReadingProcess | undefined> {
  started += 1;
  const { reading, cause } = await startProcess();
  if (reading !== undefined) return reading;
  started -= 1;
  if (cause !== undefined && !isForbidden(cause)) {
    waiting.shift()?.();
    const message = "Cannot read the file: the system must be able to start a process; try again later";
    throw new MemoryError("io_failed", message, { cause });
  }
  isAlone = true;
  for (const wake of waiting.splice(0)) wake();
  return undefined;
}

/** Returns a process that has loaded its program, or the reason why there is none. */
async function startProcess(): Promise<{ readonly reading?: ReadingProcess; readonly cause?: unknown }> {
  // Loaded when it is needed: to start processes, Node loads its modules for the network.
  const { canFork, ReadingProcess } = await import("./reading-process.js");
  if (!canFork()) return {};
  try {
    const reading = new ReadingProcess();
    await reading.begun(startMs);
    return { reading };
  } catch (cause) {
    return { cause };
  }
}

/**
 * Codes of permanent errors: processes are forbidden (`--permission`, a sandbox), or Node's
 * executable is no longer there.
 */
const forbiddenCodes = new Set(["ERR_ACCESS_DENIED", "EACCES", "EPERM", "ENOENT", "ENOSYS"]);

function isForbidden(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && forbiddenCodes.has(String(cause.code));
}

/**
 * Waits until a process may be free.
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

/** Keeps a process that has read its file to the end for the next file; ends any other. */
function release(reading: ReadingProcess, isDone: boolean): void {
  if (isDone && !reading.isDead) {
    reading.keepsCaller(false);
    idle.push(reading);
    setTimeout(() => retire(reading), idleMs).unref();
  } else {
    reading.kill();
    started -= 1;
  }
  waiting.shift()?.();
}

function retire(reading: ReadingProcess): void {
  const place = idle.indexOf(reading);
  if (place < 0) return;
  idle.splice(place, 1);
  reading.kill();
  started -= 1;
}
