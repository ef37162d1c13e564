/** Opens a store's file: its durability, its permissions, and the errors if it cannot be opened. */
import { accessSync, closeSync, constants, existsSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { containsKey, nameKey } from "../../shared/names.js";
import { FileMap } from "../database-file/file-map.js";
import { FileUse } from "../database-file/file-use.js";
import { makePrivate } from "../database-file/private-file.js";
import { openReadOnly } from "../database-file/read-only-file.js";
import { unlessUnreadableAtOnce } from "../database-file/unreadable.js";
import { metadataMatcher } from "../filters/metadata-filter.js";
import { migrate, supportedSchema } from "../schema/migrations.js";
import { assertSupported } from "../schema/schema-version.js";
import { loadVec0 } from "../vectors/vec0-extension.js";
import { Connection } from "./connection.js";
import { assertKind, keyFailure } from "./driver.js";
import { corrupt, invalid, ioFailed, namedFailure, readOnly } from "./failures.js";
import { plainDriver } from "./plain-drivers.js";
import type { Driver, SqlDatabase } from "./sql-database.js";

/** Where a store's file is, and how to open it. */
export interface OpenOptions {
  /** The path of the file, or `:memory:`. */
  readonly path: string;
  readonly clock: () => Date;
  /**
   * `full` waits for the disk after each commit. `normal` may lose the last commits in a power cut,
   * never in a crash of the process.
   *
   * @default "full"
   */
  readonly durability?: "full" | "normal" | undefined;
  /** How long a write waits for another process's lock. @default 5000 */
  readonly busyTimeoutMs?: number | undefined;
  /** A file without write permission is always opened for reading. @default false */
  readonly readonly?: boolean | undefined;
  /**
   * Where vectors are stored: `vec0` in a table of sqlite-vec, if this machine can load it; `pages`
   * in plain tables. An existing file is converted.
   *
   * @default "vec0"
   */
  readonly vectorLayout?: "vec0" | "pages" | undefined;
  /** Opens the file. @default {@link plainDriver}, which does not encrypt */
  readonly driver?: Driver | undefined;
  /** Settings that replace those of {@link fileSettings}, to measure them. */
  readonly settings?: Partial<FileSettings> | undefined;
}

/**
 * How SQLite caches a store's file and writes it back. `benchmarks/settings` measures alternatives.
 */
export interface FileSettings {
  /** Maximum size of a connection's page cache, in bytes. */
  readonly cacheBytes: number;
  /** Size from which a file is mapped: see `file-map`. */
  readonly mappedFromBytes: number;
  /** If the log has at least this many pages, a commit writes it back. */
  readonly checkpointPages: number;
}

/** The settings of every store. */
export const fileSettings: FileSettings = {
  // Small, because the operating system caches the file too, and copying a page from it takes 1 to
  // 2 µs.
  cacheBytes: 256 * 1024,
  // Mapped pages need not be copied, but count towards the memory of each process. A store of 1,000
  // records is not mapped, one of 10,000 is.
  mappedFromBytes: 4 * 1024 * 1024,
  checkpointPages: 1000,
};

const defaultBusyTimeoutMs = 5000;

/** "keep" in ASCII: marks the file as a keepsake store. */
const applicationId = 0x6b656570;
const ownerOnly = 0o600;

/**
 * Opens the file, creates it if it does not exist (mode 0600), and migrates its tables.
 *
 * @throws {MemoryError} `invalid_input`, `wrong_key`, `corrupt`, `newer_schema`, `read_only`,
 * `busy`, `disk_full`
 */
export function openConnection(options: OpenOptions): Connection {
  const path = options.path === ":memory:" ? null : resolve(options.path);
  const action = "open the store";
  try {
    if (path === null) return connected({ path, readonly: false, options });
    const readonly = prepareFile(path, options.readonly ?? false);
    const file = new FileUse(path);
    try {
      return openFile({ path, readonly, options, file });
    } catch (error) {
      const named = namedFailure(error, action, options.busyTimeoutMs ?? defaultBusyTimeoutMs);
      const failure = unlessUnreadableAtOnce(named, { file, action });
      file.release();
      throw failure;
    }
  } catch (error) {
    throw namedFailure(error, action, options.busyTimeoutMs ?? defaultBusyTimeoutMs);
  }
}

interface StoreToOpen {
  readonly path: string | null;
  readonly readonly: boolean;
  readonly options: OpenOptions;
  /** Absent for a store in memory. */
  readonly file?: FileUse;
}

function openFile(opening: StoreToOpen & { readonly file: FileUse }): Connection {
  const { file, options } = opening;
  const opened = { file, driver: options.driver ?? plainDriver, action: "open the store" };
  assertKind(opened);
  try {
    return connected(opening);
  } catch (error) {
    throw keyFailure(error, opened);
  }
}

function connected(opening: StoreToOpen): Connection {
  const { path, readonly, file, options } = opening;
  const { driver = plainDriver, busyTimeoutMs = defaultBusyTimeoutMs, durability = "full" } = options;
  const database = openDatabase(opening);
  try {
    configure(database, { ...fileSettings, ...options.settings });
    // Checked before any setting that would be written to the file, because the file may be another
    // program's.
    const taken = checkSchema(database, readonly);
    // A log that is created for a file without a name would be taken for another file's log.
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

function openDatabase({ path, readonly, options }: StoreToOpen): SqlDatabase {
  const { driver = plainDriver, busyTimeoutMs: timeout = defaultBusyTimeoutMs } = options;
  if (path === null) return (driver.encrypts ? plainDriver : driver).open(":memory:");
  return readonly ? openReadOnly(path, timeout, driver) : driver.open(path, { timeout });
}

/**
 * The pages of an encrypted file are decrypted one by one, so mapping the file into memory would
 * save nothing.
 */
function mapOf(database: SqlDatabase, { inode }: FileUse, { path, options }: StoreToOpen): FileMap {
  const { driver = plainDriver, settings } = options;
  const { mappedFromBytes } = { ...fileSettings, ...settings };
  const fromBytes = driver.encrypts ? Number.POSITIVE_INFINITY : mappedFromBytes;
  return new FileMap(database, { path: path!, inode, fromBytes });
}

/**
 * Makes the file private before SQLite writes to it: the log and the shared memory get the same
 * mode. @returns true if the file can only be read
 */
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
    // Only whether the file can be written to matters here, not the reason.
    return false;
  }
}

function configure(database: SqlDatabase, { cacheBytes, checkpointPages }: FileSettings): void {
  database.function("metadata_matches", { deterministic: true }, metadataMatcher());
  database.function("name_key", { deterministic: true }, (name) => nameKey(String(name ?? "")));
  database.function("contains_text", { deterministic: true }, (text, key) =>
    Number(containsKey(String(text), String(key))),
  );
  database.pragma("foreign_keys = on");
  // Sorting must not write content to temporary files.
  database.pragma("temp_store = memory");
  // A negative number is in KiB instead of pages.
  database.pragma(`cache_size = ${-Math.ceil(cacheBytes / 1024)}`);
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
}

function prepareToWrite(database: SqlDatabase): void {
  // Zeroes what a deletion frees, at no cost that could be measured.
  database.pragma("secure_delete = on");
  database.pragma("journal_mode = wal");
  // A commit does not wait for the disk. A caller that needs durability waits after the commit: see
  // `log-sync`.
  database.pragma("synchronous = normal");
}

function bringUpToDate(database: SqlDatabase, readonly: boolean, at: Date): void {
  if (readonly) throw readOnly("bring the store's tables up to date");
  const inTurn = database.transaction(() => {
    // Another process may have created the tables while this one waited for the lock.
    const taken = checkSchema(database, readonly);
    database.pragma(`application_id = ${applicationId}`);
    migrate(database, taken, { at });
  });
  inTurn.immediate();
}

function checkSchema(database: SqlDatabase, readonly: boolean): number {
  const found = Number(database.pragma("user_version", { simple: true }));
  const owner = Number(database.pragma("application_id", { simple: true }));
  const tables = Number(database.prepare("select count(*) from sqlite_schema").pluck().get());
  if (owner !== applicationId && (tables > 0 || readonly))
    throw corrupt("open the store", "it was written by another program");
  assertSupported(found, "open the store");
  return found;
}
