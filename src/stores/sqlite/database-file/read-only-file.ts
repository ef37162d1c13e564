/** Opens a file that must not be written to. */
import { readFileSync } from "node:fs";
import { sqliteCode } from "../database/failures.js";
import type { Driver, SqlDatabase } from "../database/sql-database.js";

/**
 * Header bytes with the journal mode of a file: 2 is a write-ahead log, 1 is none (SQLite file
 * format, section 1.3.3).
 */
const journalBytes = [18, 19];
const withoutLog = 1;

/**
 * Opens a connection for reading. To read a file with a write-ahead log, SQLite must write to its
 * folder. If the folder forbids that, the whole file is read into memory, in the state that its
 * last writer left when closing it. That is not possible for an encrypted file.
 */
export function openReadOnly(path: string, timeoutMs: number, driver: Driver): SqlDatabase {
  const database = driver.open(path, { readonly: true, timeout: timeoutMs });
  try {
    database.pragma("schema_version");
    return database;
  } catch (error) {
    database.close();
    if (driver.encrypts || !isFolderError(error)) throw error;
    return openCopy(path, driver);
  }
}

/** Opens a copy of a file in memory, for reading. */
export function openCopy(path: string, driver: Driver): SqlDatabase {
  const bytes = readFileSync(path);
  for (const index of journalBytes) bytes[index] = withoutLog;
  return driver.openBytes(bytes);
}

function isFolderError(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === "SQLITE_READONLY_DIRECTORY" || code === "SQLITE_CANTOPEN";
}
