/**
 * Translates SQLite's errors into keepsake's. Messages name the action and the rule, never content
 * or SQL.
 */
import { MemoryError } from "../../../contract/errors.js";

/** Returns true if SQLite reports that another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error)?.startsWith("SQLITE_BUSY") ?? false;
}

/**
 * Returns the `MemoryError` for a failure of SQLite or of the file system; any other error is
 * returned unchanged.
 */
export function namedFailure(error: unknown, action: string, busyTimeoutMs: number): unknown {
  if (error instanceof MemoryError) return error;
  const code = sqliteCode(error) ?? systemCode(error) ?? "";
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED"))
    return new MemoryError(
      "busy",
      `Cannot ${action}: another process must let go of the write lock within ${busyTimeoutMs} ms, and did not`,
      { data: { timeoutMs: busyTimeoutMs }, cause: error },
    );
  if (code.startsWith("SQLITE_READONLY") || code === "EACCES" || code === "EPERM" || code === "EROFS")
    return readOnly(action, error);
  if (code === "SQLITE_FULL" || code === "ENOSPC") return diskFull(action, error);
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB" || code === "SQLITE_IOERR_SHORT_READ")
    return corrupt(action, "the file is damaged, or is no SQLite database", error);
  if (error instanceof SchemaFailure) return corrupt(action, "its tables are not those of a store", error);
  if (isOfDamagedRow(error)) return corrupt(action, "what a row or an index says cannot be read", error);
  if (code.startsWith("SQLITE_IOERR") || code === "SQLITE_CANTOPEN" || failedCalls.has(code))
    return ioFailed(action, "the file must be readable and writable, and the system failed to do it", error);
  return error;
}

/**
 * Errors of the file system that may not occur again: too many open files, a disk that does not
 * respond.
 */
const failedCalls = new Set(["EMFILE", "ENFILE", "EIO", "EBUSY", "ETIMEDOUT", "ESTALE"]);

/** A statement that does not fit the tables of a file. The cause is SQLite's error. */
class SchemaFailure extends Error {
  constructor(cause: unknown) {
    super("the statement does not fit the tables", { cause });
  }
}

/** Errors about the text of a statement, not about the tables that it names. */
const ofText = /syntax error|too (?:many|large)|at most|overflow/;

/**
 * Returns the error to throw if a statement cannot be prepared. The text of every statement is
 * fixed, so it fits the tables unless the schema is damaged. A damaged definition of an FTS5 or
 * vec0 table fails with any of some 50 messages, without a code of its own.
 */
export function schemaFailure(error: unknown): unknown {
  const isOfSchema =
    sqliteCode(error) === "SQLITE_ERROR" && error instanceof Error && !ofText.test(error.message);
  return isOfSchema ? new SchemaFailure(error) : error;
}

/**
 * Returns true for errors about damaged rows that have no code of their own: from SQLite's JSON and
 * FTS5, from sqlite-vec, which reports every failure to read or write its tables in this way, and
 * from `JSON.parse` of a row's text.
 */
function isOfDamagedRow(error: unknown): boolean {
  if (error instanceof SyntaxError) return /JSON/.test(error.message);
  if (isOfVectors(error)) return true;
  return sqliteCode(error) === "SQLITE_ERROR" && error instanceof Error && damagedRow.test(error.message);
}

const damagedRow = /^(?:malformed JSON|fts5: |vtable constructor failed|no such (?:(?:fts5 )?table|column))/;
const ofVectors = /^(?:internal sqlite-vec error|could not |error (?:inserting|updating|deleting))/i;

/** Returns true for errors of sqlite-vec about its tables. They do not say what failed. */
export function isOfVectors(error: unknown): boolean {
  return sqliteCode(error) === "SQLITE_ERROR" && error instanceof Error && ofVectors.test(error.message);
}

/** Returns a `disk_full` error. */
export function diskFull(action: string, cause: unknown): MemoryError<"disk_full"> {
  return new MemoryError("disk_full", `Cannot ${action}: the disk must have free space, and is full`, {
    cause,
  });
}

/** Returns an `io_failed` error. */
export function ioFailed(action: string, state: string, cause?: unknown): MemoryError<"io_failed"> {
  return new MemoryError("io_failed", `Cannot ${action}: ${state}`, { cause });
}

/** Returns a `read_only` error. */
export function readOnly(action: string, cause?: unknown): MemoryError<"read_only"> {
  return new MemoryError(
    "read_only",
    `Cannot ${action}: the file must be writable, and was opened for reading only`,
    {
      cause,
    },
  );
}

/** Returns a `corrupt` error. */
export function corrupt(action: string, state: string, cause?: unknown): MemoryError<"corrupt"> {
  return new MemoryError("corrupt", `Cannot ${action}: the file must be a whole keepsake store; ${state}`, {
    cause,
  });
}

/** Returns a `corrupt` error for a failure to compute with the values of a row. */
export function damagedRows(action: string, cause: unknown): MemoryError<"corrupt"> {
  return corrupt(action, "a row has a value that no store has", cause);
}

/** Returns an `invalid_input` error about one field. */
export function invalid(action: string, field: string, rule: string): MemoryError<"invalid_input"> {
  const issues = [{ type: "custom", loc: [field], msg: rule }];
  return new MemoryError("invalid_input", `Cannot ${action}: ${field} ${rule}`, { data: { issues } });
}

/** Returns the code of an SQLite error. Both drivers have an error class of their own. */
export function sqliteCode(error: unknown): string | undefined {
  const code = systemCode(error);
  return code?.startsWith("SQLITE_") ? code : undefined;
}

function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
