/**
 * Copies of a whole store. The bytes of the file are copied while others go on reading and writing, and once more while nothing can change them: then only what changed
 * is written. An encrypted file is copied as it is. The copy is looked at before it gets its name, so that what has the name is whole. Nothing is ever overwritten. A copy
 * that was interrupted is `PATH.part`, and the next one goes on with it.
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
import type Database from "better-sqlite3";
import type { Backup } from "../../../contract/check.js";
import { MemoryError } from "../../../contract/errors.js";
import type { BackupOptions } from "../../store.js";
import { logBytes, truncateLog } from "../erasure/log-frames.js";
import type { Connection } from "./connection.js";
import { copyBytes } from "./copy-bytes.js";
import { assertKind, type Driver, keyFailure } from "./driver.js";
import { invalid, namedFailure } from "./failures.js";
import { FileUse } from "./file-use.js";
import { assertWhole, storeTables, syncFile, syncFolder } from "./whole-file.js";

const ownerOnly = 0o600;

/**
 * @throws {MemoryError} `invalid_input` where the path is taken or its folder is not there; `corrupt`, `disk_full`, `read_only`, `busy` where others never let the log
 * be written back
 */
export function backUp(connection: Connection, path: string, options: BackupOptions): Promise<Backup> {
  const action = "back up the store";
  const { database, driver, file } = connection;
  return copied(path, { ...options, action, driver }, async (part) => {
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

/** Where a backup is, and with what it is opened. */
export interface Restoring extends BackupOptions {
  readonly driver: Driver;
}

/**
 * Puts a backup in the place where a store shall be.
 *
 * @throws {MemoryError} `invalid_input` where the path is taken, or the backup is not there; `wrong_key`; `corrupt` where it is damaged, or no store
 */
export async function restore(from: string, path: string, options: Restoring): Promise<Backup> {
  const action = "restore the store";
  const { driver } = options;
  if (!existsSync(from)) throw invalid(action, "from", "must name a backup that exists");
  const file = new FileUse(resolve(from));
  const opening = { driver, file, action };
  let database: Database.Database | undefined;
  try {
    assertKind(opening);
    database = driver.open(resolve(from), { readonly: true });
    const source = database;
    source.prepare("select count(*) from sqlite_schema").get();
    return await copied(path, { ...options, action, driver }, (part) =>
      copyAsReader({ database: source, file, part }, options),
    );
  } catch (error) {
    throw namedFailure(keyFailure(error, opening), action, 0);
  } finally {
    database?.close();
    file.release();
  }
}

/** A copy that is being made. */
interface Part {
  readonly path: string;
  readonly descriptor: number;
}

async function copied(
  to: string,
  {
    action,
    driver,
    signal,
  }: Pick<BackupOptions, "signal"> & { readonly action: string; readonly driver: Driver },
  fill: (part: Part) => Promise<void>,
): Promise<Backup> {
  const path = resolve(to);
  if (existsSync(path)) throw invalid(action, "path", "must name a file that does not exist yet");
  if (!existsSync(dirname(path))) throw invalid(action, "path", "must lie in a folder that exists");
  const part = `${path}.part`;
  try {
    removeLogs(part);
    const descriptor = openSync(part, existsSync(part) ? "r+" : "wx+", ownerOnly);
    try {
      await fill({ path: part, descriptor });
    } finally {
      closeSync(descriptor);
    }
    signal?.throwIfAborted();
    const records = assertWhole(part, { action, driver, tables: storeTables });
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

/** Failures after which the next call goes on with what was copied. */
const goesOn: ReadonlySet<string> = new Set(["busy", "io_failed", "closed"]);

/** Copies what a reader sees. Where the log has some of it, or there is no file, SQLite writes the copy in one go. */
async function copyAsReader(
  {
    database,
    file,
    part,
  }: { readonly database: Database.Database; readonly file: FileUse | undefined; readonly part: Part },
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

/** Begins a read, until whose end nobody writes the log back. @returns whether all that it sees is in the file */
function beginReading(database: Database.Database, path: string): boolean {
  database.exec("begin");
  database.prepare("select count(*) from sqlite_schema").get();
  return logBytes(path) === 0;
}

/**
 * Writes the log back, and begins a read in a connection of its own while nobody writes: it reads the file alone, so nothing is written to the file before it ends. Writes go
 * on in the log.
 */
async function freeze(connection: Connection, action: string): Promise<Database.Database> {
  const readers: Database.Database[] = [];
  const isFrozen = await connection.until(() => {
    if (!truncateLog(connection)) return false;
    connection.writeIfFree(action, () => {
      const reader = connection.driver.open(connection.path!, { readonly: true });
      if (beginReading(reader, connection.path!)) readers.push(reader);
      else reader.close();
    });
    return readers.length > 0;
  });
  const [reader] = readers;
  if (isFrozen && reader !== undefined) return reader;
  throw new MemoryError(
    "busy",
    `Cannot ${action}: others must let the log be written back within ${connection.busyTimeoutMs} ms, and did not`,
    { data: { timeoutMs: connection.busyTimeoutMs } },
  );
}

/** What cannot be deleted now is written over by the next copy; why this one failed matters more. */
function discard(part: string): void {
  try {
    removeLogs(part);
    rmSync(part, { force: true });
  } catch {
    // The next copy starts with what is left.
  }
}

function removeLogs(path: string): void {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(`${path}${suffix}`, { force: true });
}
