/**
 * Which pages the write-ahead log holds (SQLite file format, section 4). SQLite starts the log anew with another salt, so that two looks at it with the same salt
 * say: every page that was changed between them is in it. Nothing is locked on the log itself, which may be opened and closed here.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { Connection } from "../database/connection.js";

const headerBytes = 32;
const frameHeaderBytes = 24;
/** A log that grew further, under a reader that pins it, is not read: the whole file is looked at instead. */
const longestRead = 16 * 1024 * 1024;

/** What a log says. */
export interface LogFrames {
  /** Names this beginning of the log. */
  readonly salt: string;
  /** Pages that were written since. */
  readonly pages: ReadonlySet<number>;
}

/** Bytes in the log of a store; 0 where it has none. */
export function logBytes(path: string): number {
  return statSync(logOf(path), { throwIfNoEntry: false })?.size ?? 0;
}

/** The log of a store; `undefined` where it is empty or long. */
export function readLog(path: string): LogFrames | undefined {
  const bytes = logBytes(path);
  if (bytes < headerBytes || bytes > longestRead) return undefined;
  const log = contents(logOf(path));
  if (log.length < headerBytes) return undefined;
  const salt = log.subarray(16, 24);
  const step = frameHeaderBytes + log.readUInt32BE(8);
  const pages = new Set<number>();
  for (let at = headerBytes; at + step <= log.length; at += step)
    // What follows the last frame is left of an earlier beginning, with another salt.
    if (log.subarray(at + 8, at + 16).equals(salt)) pages.add(log.readUInt32BE(at));
    else break;
  return { salt: salt.toString("hex"), pages };
}

/** Writes the log back and cuts it to nothing, if no other connection reads an older state or writes. @returns whether it did */
export function truncateLog(connection: Connection): boolean {
  if (connection.path === null) return true;
  if (connection.isUnderWay) return false;
  const [result] = connection.database.pragma("wal_checkpoint(truncate)") as { busy: number }[];
  return result?.busy === 0;
}

function contents(path: string): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(fstatSync(descriptor).size);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

function logOf(path: string): string {
  return `${path}-wal`;
}
