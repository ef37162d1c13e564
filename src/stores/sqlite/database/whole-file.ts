/** Looks at a whole database file, and waits until the disk has it. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { Driver } from "./driver.js";
import { corrupt } from "./failures.js";

/** Tables that a file must have to be what it shall be; the rows of the first are counted. */
export type Tables = readonly [string, ...string[]];

/** Tables of a store. */
export const storeTables: Tables = ["records", "meta", "audit"];

/** A file that is looked at. */
export interface Looking {
  readonly action: string;
  readonly driver: Driver;
  readonly tables: Tables;
}

/**
 * Looks at a file that nobody uses, and leaves it without a log.
 *
 * @returns how many rows the first table has
 * @throws {MemoryError} `corrupt`
 */
export function assertWhole(path: string, { action, driver, tables }: Looking): number {
  const database = driver.open(path);
  try {
    database.pragma("journal_mode = delete");
    const said = database.pragma("integrity_check(1)", { simple: true });
    if (said !== "ok") throw corrupt(action, `of the copy SQLite says: ${said}`);
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

/** Waits until the disk has a file. */
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
    // Windows opens no folders, and keeps names by itself.
    if (["EISDIR", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return;
    throw error;
  }
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
