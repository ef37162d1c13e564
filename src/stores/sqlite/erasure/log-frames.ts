/**
 * Reads which pages the write-ahead log has (SQLite file format, section 4). When SQLite restarts
 * the log, it changes the salt. If the log is read twice with the same salt, it contains every page
 * that was changed in between. SQLite has no lock on the log itself, so it may be opened and closed
 * here.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { Connection } from "../database/connection.js";

const headerBytes = 32;
const frameHeaderBytes = 24;
/**
 * A log that grew larger, while a reader kept it from being truncated, is not read. The whole file
 * is read instead.
 */
const maxReadBytes = 16 * 1024 * 1024;

/** The contents of a log. */
export interface LogFrames {
  /** Identifies this restart of the log. */
  readonly salt: string;
  /** Pages that were written since. */
  readonly pages: ReadonlySet<number>;
}

/** Returns the bytes in the log of a store; 0 if it has none. */
export function logBytes(path: string): number {
  return statSync(logOf(path), { throwIfNoEntry: false })?.size ?? 0;
}

/** Reads the log of a store; `undefined` if it is empty or too long. */
export function readLog(path: string): LogFrames | undefined {
  const bytes = logBytes(path);
  if (bytes < headerBytes || bytes > maxReadBytes) return undefined;
  const log = contents(logOf(path));
  if (log.length < headerBytes) return undefined;
  const salt = log.subarray(16, 24);
  const step = frameHeaderBytes + log.readUInt32BE(8);
  const pages = new Set<number>();
  for (let at = headerBytes; at + step <= log.length; at += step)
    // What follows the last frame remains from before the restart, with another salt.
    if (log.subarray(at + 8, at + 16).equals(salt)) pages.add(log.readUInt32BE(at));
    else break;
  return { salt: salt.toString("hex"), pages };
}

/**
 * Writes the log back and truncates it, if no other connection reads an older state or writes.
 * @returns false if another connection does
 */
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
