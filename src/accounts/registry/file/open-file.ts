/**
 * Opens the registry's file: private to its owner, in write-ahead mode, migrated to the current
 * schema.
 */
import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { MemoryError } from "../../../contract/errors.js";
import { assertKind, keyFailure } from "../../../stores/sqlite/database/driver.js";
import { sqliteCode } from "../../../stores/sqlite/database/failures.js";
import { plainDriver } from "../../../stores/sqlite/database/plain-drivers.js";
import type { Driver, SqlDatabase } from "../../../stores/sqlite/database/sql-database.js";
import { FileUse } from "../../../stores/sqlite/database-file/file-use.js";
import { makePrivate } from "../../../stores/sqlite/database-file/private-file.js";
import { migrateRegistry, supportedRegistry } from "./schema.js";

/** "keer" in ASCII: marks the file as a registry, so that a memory store is never taken for one. */
const applicationId = 0x6b656572;
const ownerOnly = 0o600;
/**
 * How long to wait for the write lock, in milliseconds. Writes are rare and take microseconds, so a
 * longer wait means that another process hangs.
 */
export const registryTimeoutMs = 5000;

/** The registry's file, opened. */
export interface RegistryFile {
  readonly database: SqlDatabase;
  /** Must be released when the database is closed. */
  readonly file: FileUse;
}

/** Options of {@link openRegistryFile}. */
interface OpenRegistryOptions {
  readonly create: boolean;
  readonly clock: () => Date;
  /** @default one that opens plain files */
  readonly driver?: Driver | undefined;
}

/**
 * Opens the registry's file, or creates it.
 *
 * @throws {MemoryError} `not_found`, `wrong_key`, `corrupt`, `newer_schema`, `busy`
 */
export function openRegistryFile(
  path: string,
  { create, clock, driver = plainDriver }: OpenRegistryOptions,
): RegistryFile {
  if (!existsSync(path)) {
    if (!create) throw noRegistry();
    // Created before SQLite writes to it, because the log and the shared memory inherit its mode.
    closeSync(openSync(path, "a", ownerOnly));
    chmodSync(path, ownerOnly);
  }
  const action = "open the registry";
  let file: FileUse | undefined;
  try {
    makePrivate(path);
    file = new FileUse(resolve(path));
    const opening = { driver, file, action };
    assertKind(opening);
    return { database: withKey(opening, () => opened(path, driver, clock)), file };
  } catch (error) {
    file?.release();
    throw registryFailure(error, action);
  }
}

/** Opens a database; throws `wrong_key` if a wrong key can be the cause of the error. */
function withKey(opening: Parameters<typeof keyFailure>[1], open: () => SqlDatabase): SqlDatabase {
  try {
    return open();
  } catch (error) {
    throw keyFailure(error, opening);
  }
}

function opened(path: string, driver: Driver, clock: () => Date): SqlDatabase {
  const database = driver.open(path, { timeout: registryTimeoutMs });
  try {
    database.pragma("temp_store = memory");
    // Checked before any setting is written to the file, which may belong to another program.
    const taken = checkRegistry(database);
    useLog(database);
    if (taken < supportedRegistry) bringUpToDate(database, clock().getTime());
    database.pragma("foreign_keys = on");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function useLog(database: SqlDatabase): void {
  // Freed bytes may be the wrapped key of a store that was forgotten.
  database.pragma("secure_delete = on");
  database.pragma("journal_mode = wal");
  database.pragma("synchronous = full");
}

/** Converts an error of SQLite into a `MemoryError`; returns any other value unchanged. */
export function registryFailure(error: unknown, action: string): unknown {
  const code = sqliteCode(error) ?? systemCode(error);
  if (code === undefined) return error;
  if (code.startsWith("SQLITE_BUSY"))
    return new MemoryError(
      "busy",
      `Cannot ${action}: another process must release the registry within ${registryTimeoutMs} ms`,
      {
        data: { timeoutMs: registryTimeoutMs },
        cause: error,
      },
    );
  if (code === "SQLITE_FULL")
    return new MemoryError("disk_full", `Cannot ${action}: the disk must have free space, and is full`, {
      cause: error,
    });
  if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT")) return noKeepsakeRegistry(error);
  if (!code.startsWith("SQLITE_") || /^SQLITE_(?:IOERR|CANTOPEN)/.test(code))
    return new MemoryError(
      "io_failed",
      `Cannot ${action}: the system must read and write the registry, and failed with ${code}`,
      { cause: error },
    );
  if (code.startsWith("SQLITE_READONLY"))
    return new MemoryError("read_only", `Cannot ${action}: the registry must be writable, and is not`, {
      cause: error,
    });
  return error;
}

/** The code of an error of the file system, such as `EISDIR`. */
function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : undefined;
}

/**
 * Migrates with foreign keys off, because a migration may make a table anew
 * (sqlite.org/lang_altertable.html).
 */
function bringUpToDate(database: SqlDatabase, atMs: number): void {
  database.pragma("foreign_keys = off");
  const locked = database.transaction(() => {
    // Another process may have created the tables while this one waited for the lock.
    const taken = checkRegistry(database);
    database.pragma(`application_id = ${applicationId}`);
    migrateRegistry(database, taken, atMs);
    if ((database.pragma("foreign_key_check") as unknown[]).length > 0) throw noKeepsakeRegistry();
  });
  locked.immediate();
}

function checkRegistry(database: SqlDatabase): number {
  const owner = Number(database.pragma("application_id", { simple: true }));
  const tables = Number(database.prepare("select count(*) from sqlite_schema").pluck().get());
  const found = Number(database.pragma("user_version", { simple: true }));
  if (owner !== applicationId && tables > 0) throw noKeepsakeRegistry();
  if (found > supportedRegistry)
    throw new MemoryError(
      "newer_schema",
      `Cannot open the registry: its schema must be at most ${supportedRegistry}, got ${found}; a newer keepsake wrote it`,
      { data: { found, supported: supportedRegistry } },
    );
  return found;
}

function noRegistry(): MemoryError<"not_found"> {
  return new MemoryError(
    "not_found",
    "Cannot open the registry: the data folder must contain one, and contains none. Create it with: keepsake stores create NAME",
    {
      data: { id: "registry" },
    },
  );
}

function noKeepsakeRegistry(cause?: unknown): MemoryError<"corrupt"> {
  return new MemoryError(
    "corrupt",
    "Cannot open the registry: the file must be an undamaged keepsake registry, and is not",
    { cause },
  );
}
