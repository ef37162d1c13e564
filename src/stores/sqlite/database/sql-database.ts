/**
 * What the store needs of a library for SQLite: the part of better-sqlite3's interface that is used
 * here. `node-sqlite` implements it on Node's own `node:sqlite`.
 */

/** What a statement changed. */
export interface RunResult {
  readonly changes: number;
  readonly lastInsertRowid: number | bigint;
}

/**
 * A prepared statement. The `code` of an SQLite error is SQLite's name for it, such as
 * `SQLITE_BUSY`.
 */
export interface SqlStatement<Parameters extends unknown[] = unknown[], Row = unknown> {
  run(...parameters: Parameters): RunResult;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  /** Makes each row its first column, from now on. @returns this statement */
  pluck(): this;
  /** Makes each row an array of its columns, from now on. @returns this statement */
  raw(): this;
}

/** A transaction that can be run. */
export interface SqlTransaction<Result> {
  /** Runs it with `BEGIN IMMEDIATE`. */
  immediate(): Result;
}

/** An open database. Blobs are returned as `Buffer`, integers as numbers. */
export interface SqlDatabase {
  readonly inTransaction: boolean;
  prepare<Parameters extends unknown[] = unknown[], Row = unknown>(
    sql: string,
  ): SqlStatement<Parameters, Row>;
  exec(sql: string): unknown;
  /** Runs a pragma. @returns its rows; with `simple`, the first column of the first row */
  pragma(text: string, options?: { readonly simple?: boolean }): unknown;
  transaction<Result>(work: () => Result): SqlTransaction<Result>;
  /** Adds an SQL function, with as many parameters as `work` declares. */
  function(
    name: string,
    options: { readonly deterministic: boolean },
    work: (...values: unknown[]) => unknown,
  ): unknown;
  /** Loads an extension of SQLite. */
  loadExtension(path: string): unknown;
  close(): unknown;
}

/** How a file is opened. */
export interface DriverOptions {
  /** @default false */
  readonly readonly?: boolean;
  /** How long SQLite itself waits for a lock, in milliseconds. @default 5000 */
  readonly timeout?: number;
}

/** Opens database files, either all with the same key or all without a key. */
export interface Driver {
  /** True if the files are encrypted. */
  readonly encrypts: boolean;
  /** Opens a file, or creates it. A wrong key is detected by the first read: see `keyFailure`. */
  open(path: string, options?: DriverOptions): SqlDatabase;
  /** Opens the bytes of a file that is not encrypted, in memory, for reading. */
  openBytes(bytes: Buffer): SqlDatabase;
  /**
   * Encrypts a file that this driver has opened with the key of another driver. Nobody else may use
   * the file, and it must have no log.
   */
  convert(database: SqlDatabase, to: Driver): void;
}
