/**
 * One connection to one file: its statements, its transactions, and the turns of the calls that use
 * it. Work inside a transaction is synchronous, except in a snapshot and in a write in steps: no
 * other call of this process can run in between. `settled` waits for the disk after the commit, so
 * that others can continue meanwhile and several commits share one wait.
 */
import { MemoryError } from "../../../contract/errors.js";
import type { FileMap } from "../database-file/file-map.js";
import type { FileUse } from "../database-file/file-use.js";
import { LogFile, SharedSync } from "../database-file/log-sync.js";
import { unlessUnreadable, unlessUnreadableAtOnce } from "../database-file/unreadable.js";
import { PassageSelection } from "../filters/passage-selection.js";
import { hasDamagedRows } from "./damaged-rows.js";
import { damagedRows, isBusy, namedFailure, readOnly } from "./failures.js";
import type { Driver, SqlDatabase, SqlStatement } from "./sql-database.js";
import { Statements } from "./statements.js";
import { type Begin, Transactions } from "./transactions.js";
import { Turns } from "./turns.js";

/** The parts of a connection. */
export interface ConnectionOptions {
  readonly database: SqlDatabase;
  /** The driver that opened it. */
  readonly driver: Driver;
  /** The absolute path; `null` for a store in memory. */
  readonly path: string | null;
  readonly readonly: boolean;
  readonly busyTimeoutMs: number;
  readonly durability: "full" | "normal";
  /** Absent for a store in memory, like `map`. */
  readonly file?: FileUse | undefined;
  readonly map?: FileMap | undefined;
  /** True if sqlite-vec is loaded. */
  readonly hasVec0: boolean;
}

/** A connection to a store's file. */
export class Connection {
  readonly database: SqlDatabase;
  readonly driver: Driver;
  readonly path: string | null;
  readonly readonly: boolean;
  readonly busyTimeoutMs: number;
  /** True if sqlite-vec is loaded. Without it, `vec0` tables can only be read. */
  readonly hasVec0: boolean;
  /** The passages that a query is limited to. */
  readonly selection: PassageSelection;
  /** The file, for code that reads or writes it without SQLite. */
  readonly file: FileUse | undefined;
  readonly #log: LogFile | undefined;
  readonly #sync: SharedSync | undefined;
  readonly #map: FileMap | undefined;
  readonly #statements: Statements;
  readonly #transactions: Transactions;
  readonly #turns: Turns;

  constructor(options: ConnectionOptions) {
    const { database, map } = options;
    this.database = database;
    this.selection = new PassageSelection(database);
    this.#statements = new Statements(database);
    this.#transactions = new Transactions({ database, statements: this.#statements, map });
    this.#turns = new Turns(options.busyTimeoutMs);
    this.driver = options.driver;
    this.path = options.path;
    this.readonly = options.readonly;
    this.busyTimeoutMs = options.busyTimeoutMs;
    this.hasVec0 = options.hasVec0;
    this.file = options.file;
    this.#map = map;
    if (options.path === null || options.durability === "normal") return;
    this.#log = new LogFile(options.path);
    this.#sync = new SharedSync(this.#log.sync);
  }

  get closed(): boolean {
    return this.#turns.closed;
  }

  /** True during a write. It may be rolled back, so do not cache what is read now. */
  get writing(): boolean {
    return this.#transactions.writing;
  }

  /** True if the file at the path is the one that was opened; always true for a store in memory. */
  get isInPlace(): boolean {
    return this.#map?.isInPlace ?? true;
  }

  /**
   * True while a snapshot, or a write in several steps, is in progress. The log cannot be truncated
   * then.
   */
  get isUnderWay(): boolean {
    return this.#turns.isOccupied;
  }

  /** Returns the prepared statement of an SQL text. */
  statement<Parameters extends unknown[] = unknown[], Row = unknown>(
    sql: string,
  ): SqlStatement<Parameters, Row> {
    return this.#statements.statement(sql);
  }

  /** Returns a prepared statement whose rows are their first column: see {@link Statements}. */
  column<Parameters extends unknown[], Value>(sql: string): SqlStatement<Parameters, Value> {
    return this.#statements.column(sql);
  }

  /** Returns a prepared statement whose rows are arrays: see {@link Statements}. */
  tuples<Parameters extends unknown[], Row extends unknown[]>(sql: string): SqlStatement<Parameters, Row> {
    return this.#statements.tuples(sql);
  }

  /** Returns a number that changes when another connection has written. */
  dataVersion(): number {
    return this.once("data_version", () => this.column<[], number>("pragma data_version").get() ?? 0);
  }

  /**
   * Returns what `read` returns, and calls it once for each key and read transaction. For single
   * rows that several parts of a recall read: a recall ran up to 50 such statements more.
   */
  once<Value>(key: string, read: () => Value): Value {
    return this.#transactions.once(key, read);
  }

  /** Returns a text that changes with every write, of this connection or another one. */
  state(): string {
    return `${this.dataVersion()} ${this.column<[], number>("select total_changes()").get()}`;
  }

  /** Runs `work` on one state of the store. @throws {MemoryError} `closed`, `corrupt`, `busy` */
  read<Result>(action: string, work: () => Result): Promise<Result> {
    return this.#inTurn(action, () => this.#transactions.run("begin", action, work));
  }

  /**
   * Runs `work`, which may wait between its reads, on one state of the store. All other calls that
   * need this connection wait for its end.
   */
  snapshot<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
    return this.#occupied("begin", action, () => this.#transactions.complete(work));
  }

  /**
   * Runs `work` under the write lock. Everything that it writes is saved, or nothing is; it is
   * durable when this resolves. `committed` is called immediately after the commit, before any
   * other call of this process can run.
   *
   * @throws {MemoryError} like `read`, and `read_only`, `disk_full`
   */
  async write<Result>(
    action: string,
    work: () => Result,
    committed?: (result: Result) => void,
  ): Promise<Result> {
    const result = await this.commit(action, work, committed);
    await this.settled(action);
    return result;
  }

  /** Like `write`, but what was written survives a power cut only after the next `settled`. */
  async commit<Result>(
    action: string,
    work: () => Result,
    committed?: (result: Result) => void,
  ): Promise<Result> {
    const result = await this.#inTurn(action, () => {
      this.#mustBeWritable(action);
      const result = this.#transactions.run("begin immediate", action, work);
      this.#sync?.committed();
      committed?.(result);
      return result;
    });
    // Outside the part that is retried: a commit must not be repeated.
    if (!this.closed) this.#map?.committed();
    return result;
  }

  /**
   * Like `commit`, in steps. At each `yield`, other tasks of this process get a turn, except those
   * that need this connection. No other process can write meanwhile.
   */
  commitInSteps<Result>(
    action: string,
    work: () => Generator<undefined, Result>,
    committed?: (result: Result) => void,
  ): Promise<Result> {
    return this.#occupied("begin immediate", action, async () => {
      const result = await this.#transactions.complete(() => this.#transactions.inSteps(work()));
      this.#sync?.committed();
      committed?.(result);
      this.#map?.committed();
      return result;
    });
  }

  /**
   * Resolves when everything written before has the durability that the store was opened with.
   * @throws {MemoryError} `disk_full`
   */
  async settled(action: string): Promise<void> {
    try {
      await this.#sync?.settled();
    } catch (error) {
      throw await this.failure(error, action);
    }
  }

  /**
   * Runs `work` under the write lock if the lock is free now. Nobody waits for the disk: a power
   * cut may undo the whole commit, but never a part of it.
   *
   * @returns false if it did not run
   */
  writeIfFree(action: string, work: () => void): boolean {
    this.#mustBeOpen(action);
    if (this.readonly || this.isUnderWay) return false;
    try {
      this.#transactions.run("begin immediate", action, work);
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw unlessUnreadableAtOnce(namedFailure(error, action, 0), { file: this.file, action });
    }
  }

  /** Runs `work` under the write lock during opening, when SQLite itself waits for the lock. */
  writeAtOnce<Result>(work: () => Result): Result {
    return this.#transactions.run("begin immediate", "open the store", work);
  }

  /** Marks the store as open. From now on calls wait for locks between attempts: see {@link Turns}. */
  opened(): void {
    this.database.pragma("busy_timeout = 0");
  }

  /** Calls `attempt` until it returns true, the timeout has passed, or the store was closed. */
  until(attempt: () => boolean): Promise<boolean> {
    return this.#turns.until(attempt);
  }

  /** Waits for the snapshot, or the write in several steps, that is in progress, if any. */
  idle(): Promise<void> {
    return this.#turns.idle();
  }

  /** Returns the error to throw for a failure of SQLite or of the disk. */
  failure(error: unknown, action: string): Promise<unknown> {
    const isOfRow = (error instanceof TypeError || error instanceof RangeError) && this.#hasDamagedRows();
    const named = isOfRow ? damagedRows(action, error) : namedFailure(error, action, this.busyTimeoutMs);
    return unlessUnreadable(named, { file: this.file, action });
  }

  #hasDamagedRows(): boolean {
    try {
      return !this.closed && hasDamagedRows(this.database);
    } catch {
      // The caller gets the first error.
      return false;
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.#turns.close();
    await this.idle();
    this.#statements.clear();
    try {
      this.database.close();
    } finally {
      this.file?.release();
      await this.#log?.close();
    }
  }

  /** Calls `attempt` in a turn of its own, again while another process has the lock. */
  async #inTurn<Result>(action: string, attempt: () => Result): Promise<Result> {
    const outcome = await this.#turns.outcome(attempt);
    if (outcome !== undefined && "result" in outcome) return outcome.result;
    this.#mustBeOpen(action);
    throw await this.failure(outcome?.error, action);
  }

  /** Begins a transaction, and runs `work`, which ends it. All other calls wait meanwhile. */
  async #occupied<Result>(begin: Begin, action: string, work: () => Promise<Result>): Promise<Result> {
    const end = await this.#inTurn(action, () => {
      if (begin === "begin immediate") this.#mustBeWritable(action);
      this.#transactions.begin(begin, action);
      return this.#turns.occupy();
    });
    try {
      return await work();
    } catch (error) {
      throw await this.failure(error, action);
    } finally {
      end();
    }
  }

  #mustBeWritable(action: string): void {
    if (this.readonly) throw readOnly(action);
  }

  #mustBeOpen(action: string): void {
    if (this.closed)
      throw new MemoryError("closed", `Cannot ${action}: the store must be open, and was closed`, {});
  }
}
