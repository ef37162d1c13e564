/** Opens a file that must not be written to. */
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { type Driver, plainDriver } from "../database/driver.js";
import { sqliteCode } from "../database/failures.js";

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

/** Opens a copy of a file in memory, for reading. */
export function openCopy(path: string): Database.Database {
  const bytes = readFileSync(path);
  for (const index of journalBytes) bytes[index] = withoutLog;
  return new Database(bytes, { readonly: true });
}

function isFolderError(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === "SQLITE_READONLY_DIRECTORY" || code === "SQLITE_CANTOPEN";
}
