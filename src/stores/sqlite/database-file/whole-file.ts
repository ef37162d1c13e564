/** Checks a whole database file, and syncs files to the disk. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { corrupt } from "../database/failures.js";
import type { Driver } from "../database/sql-database.js";

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
    // Windows does not open folders, and stores names without being asked to.
    if (["EISDIR", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return;
    throw error;
  }
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
