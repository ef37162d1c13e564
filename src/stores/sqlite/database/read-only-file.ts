/** Opens a file that must not be written to. */
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";

/** Header bytes that say which journal a file is written with: 2 is a write-ahead log, 1 is none (SQLite file format, section 1.3.3). */
const journalBytes = [18, 19];
const withoutLog = 1;

/**
 * A connection for reading. SQLite needs to write beside a file that has a write-ahead log, even to read it; where the folder forbids that, the file is read
 * whole into memory, as it was when its last writer closed it.
 */
export function openReadOnly(path: string, timeoutMs: number): Database.Database {
  const database = new Database(path, { readonly: true, timeout: timeoutMs });
  try {
    database.pragma("schema_version");
    return database;
  } catch (error) {
    database.close();
    if (!isFolderError(error)) throw error;
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
  return (
    error instanceof Database.SqliteError &&
    (error.code === "SQLITE_READONLY_DIRECTORY" || error.code === "SQLITE_CANTOPEN")
  );
}
