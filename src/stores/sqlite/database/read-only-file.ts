/** Opens a file that must not be written to. */
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { type Driver, plainDriver } from "./driver.js";
import { sqliteCode } from "./failures.js";

/** Header bytes that say which journal a file is written with: 2 is a write-ahead log, 1 is none (SQLite file format, section 1.3.3). */
const journalBytes = [18, 19];
const withoutLog = 1;

/**
 * A connection for reading. SQLite needs to write beside a file that has a write-ahead log, even to read it; where the folder forbids that, the file is read
 * whole into memory, as it was when its last writer closed it. One that is encrypted cannot be read so.
 */
export function openReadOnly(
  path: string,
  timeoutMs: number,
  driver: Driver = plainDriver,
): Database.Database {
  const database = driver.open(path, { readonly: true, timeout: timeoutMs });
  try {
    database.pragma("schema_version");
    return database;
  } catch (error) {
    database.close();
    if (driver.encrypts || !isFolderError(error)) throw error;
    return openCopy(path);
  }
}

/** A copy of a file in memory, for reading. */
export function openCopy(path: string): Database.Database {
  const bytes = readFileSync(path);
  for (const index of journalBytes) bytes[index] = withoutLog;
  return new Database(bytes, { readonly: true });
}

function isFolderError(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === "SQLITE_READONLY_DIRECTORY" || code === "SQLITE_CANTOPEN";
}
