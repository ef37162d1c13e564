/**
 * Copies a whole store. The bytes of the file are copied while others read and write. They are then
 * compared once more while nobody can change the file, and only what changed is written again. An
 * encrypted file is copied as it is. The copy is checked before it gets its final name, so a file
 * with that name is complete. No existing file is overwritten. An interrupted copy is in
 * `PATH.part`, and the next call continues it.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { MemoryError } from "../../../contract/errors.js";
import type { Backup } from "../../../contract/maintenance/whole-store.js";
import type { BackupOptions } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { assertKind, keyFailure } from "../database/driver.js";
import { invalid, namedFailure } from "../database/failures.js";
import type { Driver, SqlDatabase } from "../database/sql-database.js";
import { logBytes, truncateLog } from "../erasure/log-frames.js";
import { assertWhole, copyBytes, storeTables, syncFile, syncFolder } from "./copied-file.js";
import { FileUse } from "./file-use.js";
import { unlessUnreadable } from "./unreadable.js";

const ownerOnly = 0o600;

/**
 * Copies a store to a new file.
 *
 * @throws {MemoryError} `invalid_input` if the path exists or its folder does not; `corrupt`,
 * `disk_full`, `read_only`; `busy` if other connections never allow the log to be written back
 */
export function backUp(connection: Connection, path: string, options: BackupOptions): Promise<Backup> {
  const action = "back up the store";
  const { database, driver, file } = connection;
  return copied(path, { ...options, action, driver, from: file }, async (part) => {
    if (file === undefined || connection.readonly) return copyAsReader({ database, file, part }, options);
    const copying = { ...options, from: file.descriptor("r"), to: part.descriptor };
    await copyBytes({ ...copying, onProgress: undefined }, fstatSync(copying.from).size);
    const reader = await freeze(connection, action);
    try {
      await copyBytes(copying, fstatSync(copying.from).size);
    } finally {
      reader.close();
    }
  });
}

/** Which backup to restore, and how to open it. */
export interface RestoreParts extends BackupOptions {
  readonly driver: Driver;
}

/**
 * Copies a backup to the path of a new store.
 *
 * @throws {MemoryError} `invalid_input` if the path exists, or the backup does not; `wrong_key`;
 * `corrupt` if the backup is damaged or is not a store
 */
export async function restore(from: string, path: string, options: RestoreParts): Promise<Backup> {
  const action = "restore the store";
  const { driver } = options;
  if (!existsSync(from)) throw invalid(action, "from", "must name a backup that exists");
  const file = new FileUse(resolve(from));
  const opening = { driver, file, action };
  let database: SqlDatabase | undefined;
  try {
    assertKind(opening);
    database = driver.open(resolve(from), { readonly: true });
    const source = database;
    source.prepare("select count(*) from sqlite_schema").get();
    return await copied(path, { ...options, action, driver, from: file }, (part) =>
      copyAsReader({ database: source, file, part }, options),
    );
  } catch (error) {
    throw namedFailure(keyFailure(error, opening), action, 0);
  } finally {
    database?.close();
    file.release();
  }
}

/** An unfinished copy. */
interface Part {
  readonly path: string;
  readonly descriptor: number;
}

/** How to copy and to check a copy. */
interface Copying extends Pick<BackupOptions, "signal"> {
  readonly action: string;
  readonly driver: Driver;
  /** The file that is copied, if there is one. */
  readonly from: FileUse | undefined;
}

type Fill = (part: Part) => Promise<void>;

async function copied(to: string, copying: Copying, fill: Fill): Promise<Backup> {
  const { action } = copying;
  const path = resolve(to);
  if (existsSync(path)) throw invalid(action, "path", "must name a file that does not exist yet");
  if (!existsSync(dirname(path))) throw invalid(action, "path", "must lie in a folder that exists");
  const part = `${path}.part`;
  try {
    const records = await filled(part, copying, fill);
    syncFile(part);
    renameSync(part, path);
    chmodSync(path, ownerOnly);
    syncFolder(path);
    return { path, bytes: statSync(path).size, records };
  } catch (error) {
    const failure = namedFailure(error, action, 0);
    if (MemoryError.is(failure) && !goesOn.has(failure.code)) discard(part);
    throw failure;
  }
}

/**
 * Fills an unfinished copy and checks it. @returns the number of its records
 *
 * @throws {MemoryError} `io_failed` instead of `corrupt` if the disk cannot read the store or the
 * copy
 */
async function filled(path: string, { action, driver, from, signal }: Copying, fill: Fill): Promise<number> {
  removeLogs(path);
  const descriptor = openSync(path, existsSync(path) ? "r+" : "wx+", ownerOnly);
  try {
    await fill({ path, descriptor });
    signal?.throwIfAborted();
    return countedIfWhole(path, { action, driver });
  } catch (error) {
    const failure = await unlessUnreadable(namedFailure(error, action, 0), { file: from, action });
    throw await unlessUnreadable(failure, { file: { path, descriptor: () => descriptor }, action });
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Checks a copy. Apparent damage is checked twice, because SQLite reports a transient read error in
 * the same way. @returns the number of its records
 */
function countedIfWhole(path: string, { action, driver }: Pick<Copying, "action" | "driver">): number {
  const check = { action, driver, tables: storeTables };
  try {
    return assertWhole(path, check);
  } catch (error) {
    if (!MemoryError.is(namedFailure(error, action, 0), "corrupt")) throw error;
    return assertWhole(path, check);
  }
}

/** Failures after which the next call continues from what was copied. */
const goesOn: ReadonlySet<string> = new Set(["busy", "io_failed", "closed"]);

/**
 * Copies what a reader sees. If some of that is in the log, or if there is no file, SQLite writes
 * the whole copy at once.
 */
async function copyAsReader(
  {
    database,
    file,
    part,
  }: { readonly database: SqlDatabase; readonly file: FileUse | undefined; readonly part: Part },
  options: BackupOptions,
): Promise<void> {
  if (file !== undefined) {
    const isWhole = beginReading(database, file.path);
    try {
      const from = file.descriptor("r");
      if (isWhole) {
        await copyBytes({ ...options, from, to: part.descriptor }, fstatSync(from).size);
        return;
      }
    } finally {
      database.exec("commit");
    }
  }
  ftruncateSync(part.descriptor, 0);
  database.prepare("vacuum into ?").run(part.path);
}

/**
 * Begins a read; until it ends, nobody can write the log back. @returns true if everything that it
 * sees is in the file
 */
function beginReading(database: SqlDatabase, path: string): boolean {
  database.exec("begin");
  database.prepare("select count(*) from sqlite_schema").get();
  return logBytes(path) === 0;
}

/**
 * Writes the log back, and begins a read on a connection of its own while nobody writes. This read
 * uses only the file, so nothing is written to the file before it ends. Writes continue in the log.
 */
async function freeze(connection: Connection, action: string): Promise<SqlDatabase> {
  let reader: SqlDatabase | undefined;
  // A reader that stays open would keep the log from being truncated, and erasures from being
  // verified.
  const close = () => {
    reader?.close();
    reader = undefined;
  };
  const attempt = () => {
    if (!truncateLog(connection)) return false;
    let isWhole = false;
    connection.writeIfFree(action, () => {
      reader = connection.driver.open(connection.path!, { readonly: true });
      isWhole = beginReading(reader, connection.path!);
    });
    if (!isWhole) close();
    return isWhole;
  };
  try {
    if ((await connection.until(attempt)) && reader !== undefined) return reader;
  } catch (error) {
    close();
    throw error;
  }
  throw new MemoryError(
    "busy",
    `Cannot ${action}: others must let the log be written back within ${connection.busyTimeoutMs} ms, and did not`,
    { data: { timeoutMs: connection.busyTimeoutMs } },
  );
}

/**
 * Deletes an unfinished copy. If it cannot be deleted, the next copy overwrites it, so only the
 * first failure is reported.
 */
function discard(part: string): void {
  try {
    removeLogs(part);
    rmSync(part, { force: true });
  } catch {
    // The next copy starts with the file that is left.
  }
}

function removeLogs(path: string): void {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(`${path}${suffix}`, { force: true });
}
