/**
 * Finds out whether the disk refuses to read a store's file, or is full. SQLite reports a read
 * error of the disk (EIO) as damage, with the same code, and does not return the number of the
 * system's error. sqlite-vec reports every error of SQLite as one of its own. So after either, the
 * file and its log are read without SQLite. If they can be read, the bytes are damaged; if not, the
 * disk has failed.
 */
import { closeSync, openSync, read, readSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { nextTurn } from "../../../async/next-turn.js";
import { MemoryError } from "../../../contract/errors.js";
import { diskFull, ioFailed, isOfVectors, sqliteCode } from "../database/failures.js";
import type { FileUse } from "./file-use.js";

/** Number of bytes to read at once. */
const chunkBytes = 1024 * 1024;

/** System errors of a disk that cannot return its contents. */
const diskErrors = new Set(["EIO", "ENXIO", "ENODATA", "EREMOTEIO", "ETIMEDOUT"]);

/** A file, and a descriptor of it that its owner closes. */
export type ReadFile = Pick<FileUse, "path" | "descriptor">;

/** The files that are being read, so that calls that fail together read a file once. */
const reading = new WeakMap<ReadFile, Promise<unknown>>();

/** A call that failed on a file. */
export interface FailedCall {
  readonly file: ReadFile | undefined;
  readonly action: string;
}

/**
 * Returns the error of a failed call: `io_failed` instead of `corrupt` or `wrong_key` if the disk
 * cannot read the file or its log now, `disk_full` if it is full and sqlite-vec failed. An error
 * of the disk that does not occur again remains `corrupt`.
 */
export async function unlessUnreadable(named: unknown, { file, action }: FailedCall): Promise<unknown> {
  if (file === undefined || !mayBeUnreadable(named)) return named;
  const attempt = reading.get(file) ?? readWhole(file).finally(() => reading.delete(file));
  reading.set(file, attempt);
  const isFullDisk = isOfVectors(named.cause) && isFull(file);
  return unreadable(await attempt, action) ?? (isFullDisk ? diskFull(action, named.cause) : named);
}

/**
 * The synchronous form of {@link unlessUnreadable}, for the first read of a file that is opened.
 * It reads only the beginning of the file.
 */
export function unlessUnreadableAtOnce(named: unknown, { file, action }: FailedCall): unknown {
  if (file === undefined || !mayBeUnreadable(named)) return named;
  try {
    readSync(file.descriptor("r"), Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, 0);
    return named;
  } catch (error) {
    return unreadable(error, action) ?? named;
  }
}

/**
 * The codes that SQLite reports for both damage and a read error, without a further number. An
 * error without a cause is about what SQLite's integrity check returned as text.
 */
const ambiguous: ReadonlySet<unknown> = new Set(["SQLITE_CORRUPT", "SQLITE_NOTADB"]);

/** With less free space than this, in bytes, a write may have failed: some pages of the file. */
const fullBelow = 65_536;

function isFull({ path }: ReadFile): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < fullBelow;
  } catch {
    return false;
  }
}

function mayBeUnreadable(named: unknown): named is MemoryError {
  const isSuspect = MemoryError.is(named, "corrupt") || MemoryError.is(named, "wrong_key");
  if (!isSuspect) return false;
  const { cause } = named;
  return cause === undefined || ambiguous.has(sqliteCode(cause)) || isOfVectors(cause);
}

function unreadable(cause: unknown, action: string): unknown {
  if (!(cause instanceof Error) || !diskErrors.has((cause as NodeJS.ErrnoException).code ?? ""))
    return undefined;
  return ioFailed(
    action,
    `the disk must be able to read the file, and could not (${(cause as NodeJS.ErrnoException).code}); look at the system's log, and restore a backup to another disk if it does not recover`,
    cause,
  );
}

/** Returns the error of the first part of the file or of its log that cannot be read, if any. */
async function readWhole(file: ReadFile): Promise<unknown> {
  try {
    await readAll(file.descriptor("r"));
    const log = logOf(file);
    // SQLite has no lock on the log that closing a descriptor would release.
    if (log !== undefined) await readAll(log).finally(() => closeSync(log));
    return undefined;
  } catch (error) {
    return error;
  }
}

function logOf({ path }: ReadFile): number | undefined {
  try {
    return openSync(`${path}-wal`, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function readAll(descriptor: number): Promise<void> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (let position = 0; ; position += chunkBytes) {
    const count = await readAt(descriptor, chunk, position);
    if (count < chunkBytes) return;
    await nextTurn();
  }
}

function readAt(descriptor: number, into: Buffer, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, into, 0, into.length, position, (error, count) =>
      error === null ? resolve(count) : reject(error),
    );
  });
}
