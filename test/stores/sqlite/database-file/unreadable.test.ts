/** A disk that does not read a store's file is distinguished from a damaged file. */
import { closeSync, openSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { corrupt, namedFailure } from "../../../../src/stores/sqlite/database/failures.js";
import type { FileUse } from "../../../../src/stores/sqlite/database-file/file-use.js";
import {
  unlessUnreadable,
  unlessUnreadableAtOnce,
} from "../../../../src/stores/sqlite/database-file/unreadable.js";
import { temporaryFile } from "../../../temporary-file.js";

const damage = (code: string) =>
  namedFailure(new Database.SqliteError("database disk image is malformed", code), "recall", 0);
const descriptors: number[] = [];
afterAll(() => descriptors.forEach(closeSync));

function fileAt(path: string): FileUse {
  const descriptor = openSync(path, "r");
  descriptors.push(descriptor);
  return { path, descriptor: () => descriptor } as unknown as FileUse;
}

// Linux reports EIO for the first bytes of a process's memory, as for a bad sector of a disk.
describe.runIf(process.platform === "linux")("a file that the disk cannot read", () => {
  it("is io_failed, and the message says what to do", async () => {
    const failed = { file: fileAt("/proc/self/mem"), action: "recall" };
    const expected = {
      code: "io_failed",
      message: expect.stringMatching(/^Cannot recall: the disk must be able to read.*EIO.*restore a backup/),
      cause: { code: "EIO" },
    };
    const error = damage("SQLITE_CORRUPT");
    expect(await unlessUnreadable(error, failed)).toMatchObject(expected);
    expect(unlessUnreadableAtOnce(error, failed)).toMatchObject(expected);
  });

  it("is io_failed if SQLite's integrity check says it in words", async () => {
    const failed = { file: fileAt("/proc/self/mem"), action: "back up the store" };
    const error = corrupt("back up the store", "SQLite says about the copy: unable to get the page");
    expect(await unlessUnreadable(error, failed)).toMatchObject({ code: "io_failed" });
  });

  it("is io_failed if sqlite-vec fails, which says no reason", async () => {
    const failed = { file: fileAt("/proc/self/mem"), action: "recall" };
    const error = new Database.SqliteError("Could not open vectors blob for main.a.1", "SQLITE_ERROR");
    const named = namedFailure(error, "recall", 0);
    expect(await unlessUnreadable(named, failed)).toMatchObject({ code: "io_failed" });
  });

  it("is disk_full if sqlite-vec fails where no space is free", async () => {
    // The file system of processes has none.
    const { descriptor } = fileAt("/proc/self/status");
    const failed = { file: { path: "/proc/store.db", descriptor }, action: "remember" };
    const error = new Database.SqliteError("Internal sqlite-vec error: no", "SQLITE_ERROR");
    const named = namedFailure(error, "remember", 0);
    expect(await unlessUnreadable(named, failed)).toMatchObject({ code: "disk_full", cause: error });
    const damaged = damage("SQLITE_CORRUPT");
    expect(await unlessUnreadable(damaged, failed)).toBe(damaged);
  });

  it("is corrupt if SQLite says which part of the file is damaged", async () => {
    const failed = { file: fileAt("/proc/self/mem"), action: "recall" };
    const error = damage("SQLITE_CORRUPT_INDEX");
    expect(await unlessUnreadable(error, failed)).toBe(error);
  });
});

it("a file that the disk can read is corrupt, with and without a log", async () => {
  const path = temporaryFile("store.db");
  writeFileSync(path, Buffer.alloc(3 * 1024 * 1024));
  const failed = { file: fileAt(path), action: "recall" };
  const error = damage("SQLITE_CORRUPT");
  expect(await unlessUnreadable(error, failed)).toBe(error);
  writeFileSync(`${path}-wal`, "log");
  const both = [unlessUnreadable(error, failed), unlessUnreadable(error, failed)];
  expect(await Promise.all(both)).toEqual([error, error]);
  expect(unlessUnreadableAtOnce(error, failed)).toBe(error);
});
