/**
 * A copy of a database file: copies its bytes, checks that it is whole, and syncs it to the disk.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, read, write } from "node:fs";
import { dirname } from "node:path";
import type { Progress } from "../../../contract/memory-service.js";
import { corrupt } from "../database/failures.js";
import type { Driver } from "../database/sql-database.js";

/** Number of bytes to copy before other tasks may run. */
const chunkBytes = 1024 * 1024;

/** What to copy. The caller closes the descriptors. */
export interface FileCopy {
  readonly from: number;
  readonly to: number;
  /** Called after each chunk, in bytes. */
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes `to` equal to `from`, which must be `length` bytes long at the end. @returns the number of
 * bytes written
 */
export async function copyBytes({ from, to, onProgress, signal }: FileCopy, length: number): Promise<number> {
  const [source, present] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)];
  let written = 0;
  for (let at = 0; at < length; ) {
    signal?.throwIfAborted();
    const [wanted, known] = await Promise.all([readAt(from, source, at), readAt(to, present, at)]);
    if (wanted.length === 0) break;
    if (!wanted.equals(known.subarray(0, wanted.length))) written += await writeAt(to, wanted, at);
    at += wanted.length;
    onProgress?.({ done: Math.min(at, length), total: length });
  }
  ftruncateSync(to, length);
  return written;
}

function readAt(descriptor: number, into: Buffer, position: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    read(descriptor, into, 0, into.length, position, (error, count) =>
      error === null ? resolve(into.subarray(0, count)) : reject(error),
    );
  });
}

async function writeAt(descriptor: number, bytes: Buffer, position: number): Promise<number> {
  for (let done = 0; done < bytes.length; )
    done += await new Promise<number>((resolve, reject) => {
      write(descriptor, bytes, done, bytes.length - done, position + done, (error, count) =>
        error === null ? resolve(count) : reject(error),
      );
    });
  return bytes.length;
}

/** The tables that a file must have. The rows of the first one are counted. */
export type Tables = readonly [string, ...string[]];

/** The tables of a store. */
export const storeTables: Tables = ["records", "meta", "audit"];

/** How to check a file. */
export interface WholeFileOptions {
  readonly action: string;
  readonly driver: Driver;
  readonly tables: Tables;
}

/**
 * Checks a file that nobody uses, and leaves it without a log.
 *
 * @returns the number of rows of the first table
 * @throws {MemoryError} `corrupt`
 */
export function assertWhole(path: string, { action, driver, tables }: WholeFileOptions): number {
  const database = driver.open(path);
  try {
    database.pragma("journal_mode = delete");
    const result = database.pragma("integrity_check(1)", { simple: true });
    if (result !== "ok") throw corrupt(action, `SQLite says about the copy: ${result}`);
    const present = database
      .prepare("select count(*) from sqlite_schema where name in (select value from json_each(?))")
      .pluck()
      .get(JSON.stringify(tables));
    if (present !== tables.length) throw corrupt(action, "it was written by another program");
    return database.prepare(`select count(*) from ${tables[0]}`).pluck().get() as number;
  } finally {
    database.close();
  }
}

/** Waits until the disk has the contents of a file. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until the disk has the name of a file. */
export function syncFolder(path: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(dirname(path), "r");
  } catch (error) {
    // Windows cannot open folders, and writes names to the disk by itself.
    if (["EISDIR", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return;
    throw error;
  }
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
