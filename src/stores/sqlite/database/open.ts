/** Opens a store's file: how durable, how private, and which error when it cannot be. */
import { accessSync, closeSync, constants, existsSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type Database from "better-sqlite3";
import { MemoryError } from "../../../contract/errors.js";
import { metadataMatcher } from "../filters/metadata-filter.js";
import { loadVec0 } from "../vectors/vec0-extension.js";
import { Connection } from "./connection.js";
import { assertKind, type Driver, keyFailure, plainDriver } from "./driver.js";
import { corrupt, invalid, ioFailed, namedFailure, readOnly } from "./failures.js";
import { FileMap } from "./file-map.js";
import { FileUse } from "./file-use.js";
import { migrate, supportedSchema } from "./migrations.js";
import { makePrivate } from "./private-file.js";
import { openReadOnly } from "./read-only-file.js";

export interface OpenOptions {
  /** Of the file, or `:memory:`. */
  readonly path: string;
  readonly clock: () => Date;
  /**
   * `full` waits for the disk after each commit; `normal` may lose the last commits in a power cut, never in a crash of the process.
   *
   * @default "full"
   */
  readonly durability?: "full" | "normal" | undefined;
  /** How long a write waits for another process's lock. @default 5000 */
  readonly busyTimeoutMs?: number | undefined;
  /** @default false; a file without write permission is opened for reading whatever is said here */
  readonly readonly?: boolean | undefined;
  /**
   * Where vectors are stored: `vec0` in a table of sqlite-vec, if this machine can load it; `pages`
   * in plain tables. An existing file is converted.
   *
   * @default "vec0"
   */
  readonly vectorLayout?: "vec0" | "pages" | undefined;
  /** What opens the file: without encryption unless it says otherwise. @default {@link plainDriver} */
  readonly driver?: Driver | undefined;
  /** Other settings than {@link fileSettings}, for measuring them. */
  readonly settings?: Partial<FileSettings> | undefined;
}

/** How SQLite holds and writes back a store's file. `benchmarks/settings` measures what else it could be. */
export interface FileSettings {
  /** Pages that a connection holds a copy of, at most. */
  readonly cacheBytes: number;
  /** Size from which a file is mapped: see `file-map`. */
  readonly mappedFromBytes: number;
  /** Pages of the log after which a commit writes it back. */
  readonly checkpointPages: number;
}

export const fileSettings: FileSettings = {
  // Small: the operating system holds the file too, and copying a page from it costs a microsecond or two.
  cacheBytes: 256 * 1024,
  // What is mapped need not be copied, but counts to the memory of each process: a store of 1,000 records is not, one of 10,000 is.
  mappedFromBytes: 4 * 1024 * 1024,
  checkpointPages: 1000,
};

const defaultBusyTimeoutMs = 5000;

/** "keep" in ASCII: marks the file as a keepsake store. */
const applicationId = 0x6b656570;
const ownerOnly = 0o600;

/**
 * Opens the file, making it where there is none (mode 0600), and brings its tables up to date.
 *
 * @throws {MemoryError} `invalid_input`, `wrong_key`, `corrupt`, `newer_schema`, `read_only`, `busy`, `disk_full`
 */
export function openConnection(options: OpenOptions): Connection {
  const path = options.path === ":memory:" ? null : resolve(options.path);
  try {
    if (path === null) return connected({ path, readonly: false, options });
    const readonly = prepareFile(path, options.readonly ?? false);
    const file = new FileUse(path);
    try {
      return openFile({ path, readonly, options, file });
    } catch (error) {
      file.release();
      throw error;
    }
  } catch (error) {
    throw namedFailure(error, "open the store", options.busyTimeoutMs ?? defaultBusyTimeoutMs);
  }
}

interface Opening {
  readonly path: string | null;
  readonly readonly: boolean;
  readonly options: OpenOptions;
  /** Absent for a store in memory. */
  readonly file?: FileUse;
}

function openFile(opening: Opening & { readonly file: FileUse }): Connection {
  const { file, options } = opening;
  const opened = { file, driver: options.driver ?? plainDriver, action: "open the store" };
  assertKind(opened);
  try {
    return connected(opening);
  } catch (error) {
    throw keyFailure(error, opened);
  }
}

function connected(opening: Opening): Connection {
  const { path, readonly, file, options } = opening;
  const { driver = plainDriver, busyTimeoutMs = defaultBusyTimeoutMs, durability = "full" } = options;
  const database = openDatabase(opening);
  try {
    configure(database, { ...fileSettings, ...options.settings });
    // Asked before anything is set that would be written to the file: it may be another program's.
    const taken = checkSchema(database, readonly);
    // A log that is made for a file that has lost its name would be taken for another file's.
    if (file?.isInPlace === false) throw ioFailed("open the store", "the file was replaced meanwhile");
    if (!readonly) prepareToWrite(database);
    if (taken < supportedSchema) bringUpToDate(database, readonly, options.clock());
    const map = file && mapOf(database, file, opening);
    const hasVec0 = !readonly && options.vectorLayout !== "pages" && loadVec0(database);
    return new Connection({
      database,
      driver,
      path,
      readonly,
      busyTimeoutMs,
      durability,
      file,
      map,
      hasVec0,
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

function openDatabase({ path, readonly, options }: Opening): Database.Database {
  const { driver = plainDriver, busyTimeoutMs: timeout = defaultBusyTimeoutMs } = options;
  if (path === null) return plainDriver.open(":memory:");
  return readonly ? openReadOnly(path, timeout, driver) : driver.open(path, { timeout });
}

/** The pages of an encrypted file are decrypted one by one, so nothing is gained by mapping it. */
function mapOf(database: Database.Database, { inode }: FileUse, { path, options }: Opening): FileMap {
  const { driver = plainDriver, settings } = options;
  const { mappedFromBytes } = { ...fileSettings, ...settings };
  const fromBytes = driver.encrypts ? Number.POSITIVE_INFINITY : mappedFromBytes;
  return new FileMap(database, { path: path!, inode, fromBytes });
}

/** Makes the file private before SQLite writes to it: the log and shared memory take over its mode. Answers whether it can only be read. */
function prepareFile(path: string, readonly: boolean): boolean {
  if (!existsSync(path)) {
    if (!existsSync(dirname(path)))
      throw invalid("open the store", "path", "must lie in a folder that exists");
    if (readonly) throw invalid("open the store", "path", "must name a file that exists, to be read only");
    closeSync(openSync(path, "a", ownerOnly));
    return false;
  }
  const stat = statSync(path);
  if (!stat.isFile()) throw invalid("open the store", "path", "must name a file");
  if (readonly || (stat.mode & 0o222) === 0 || !isWritable(path)) return true;
  makePrivate(path);
  return false;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    // The one thing asked is whether it can be written; the reason why not makes no difference.
    return false;
  }
}

function configure(database: Database.Database, { cacheBytes, checkpointPages }: FileSettings): void {
  database.function("metadata_matches", { deterministic: true }, metadataMatcher());
  database.pragma("foreign_keys = on");
  // Sorting must not spill content into temporary files.
  database.pragma("temp_store = memory");
  // Negative: in KiB instead of pages.
  database.pragma(`cache_size = ${-Math.ceil(cacheBytes / 1024)}`);
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
}

function prepareToWrite(database: Database.Database): void {
  // Freed content is overwritten with zeros, at no cost that could be measured.
  database.pragma("secure_delete = on");
  database.pragma("journal_mode = wal");
  // A commit does not wait for the disk; whoever must, waits for it after the commit: see `log-sync`.
  database.pragma("synchronous = normal");
}

function bringUpToDate(database: Database.Database, readonly: boolean, at: Date): void {
  if (readonly) throw readOnly("bring the store's tables up to date");
  const inTurn = database.transaction(() => {
    // Another process may have made the tables while this one waited for the lock.
    const taken = checkSchema(database, readonly);
    database.pragma(`application_id = ${applicationId}`);
    migrate(database, taken, { at });
  });
  inTurn.immediate();
}

function checkSchema(database: Database.Database, readonly: boolean): number {
  const found = Number(database.pragma("user_version", { simple: true }));
  const owner = Number(database.pragma("application_id", { simple: true }));
  const tables = Number(database.prepare("select count(*) from sqlite_schema").pluck().get());
  if (owner !== applicationId && (tables > 0 || readonly))
    throw corrupt("open the store", "it was written by another program");
  if (found > supportedSchema)
    throw new MemoryError(
      "newer_schema",
      `Cannot open the store: its schema must be at most ${supportedSchema}, got ${found}; a newer keepsake wrote it`,
      { data: { found, supported: supportedSchema } },
    );
  return found;
}
