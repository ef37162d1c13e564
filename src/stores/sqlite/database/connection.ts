/**
 * One connection to one file: cached statements, and two kinds of transaction. A read sees one
 * state of the store. A write takes the lock first (`BEGIN IMMEDIATE`). It never starts as a read,
 * because SQLite would then refuse the lock at once, whatever the timeout.
 *
 * SQLite's own busy handler would sleep and block the event loop. So once the store is open, the
 * connection's busy timeout is 0, and this class waits between attempts. Work inside a transaction
 * is synchronous: no other call of this process can run in between. `settled` waits for the disk
 * after the commit, so that others can continue meanwhile and several commits share one wait.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { nextTurn } from "../../../async/next-turn.js";
import { MemoryError } from "../../../contract/errors.js";
import type { FileMap } from "../database-file/file-map.js";
import type { FileUse } from "../database-file/file-use.js";
import { LogFile, SharedSync } from "../database-file/log-sync.js";
import { unlessUnreadable, unlessUnreadableAtOnce } from "../database-file/unreadable.js";
import { hasDamagedRows } from "./damaged-rows.js";
import { damagedRows, isBusy, namedFailure, readOnly } from "./failures.js";
import { assertSupported } from "./schema-version.js";
import type { Driver, SqlDatabase, SqlStatement } from "./sql-database.js";
import { Statements } from "./statements.js";

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

/** Longest pause between two attempts to get the lock. */
const longestPauseMs = 25;

/** A connection to a store's file. */
export class Connection {
  readonly database: SqlDatabase;
  readonly driver: Driver;
  readonly path: string | null;
  readonly readonly: boolean;
  readonly busyTimeoutMs: number;
  /** True if sqlite-vec is loaded. Without it, `vec0` tables can only be read. */
  readonly hasVec0: boolean;
  /** The file, for code that reads or writes it without SQLite. */
  readonly file: FileUse | undefined;
  readonly #log: LogFile | undefined;
  readonly #sync: SharedSync | undefined;
  readonly #map: FileMap | undefined;
  readonly #statements: Statements;
  #closed = false;
  #writing = false;
  /**
   * The snapshot, or the write in several steps, that is in progress. All other calls wait for its
   * end.
   */
  #underWay: Promise<void> | undefined;

  constructor(options: ConnectionOptions) {
    this.database = options.database;
    this.#statements = new Statements(options.database);
    this.driver = options.driver;
    this.path = options.path;
    this.readonly = options.readonly;
    this.busyTimeoutMs = options.busyTimeoutMs;
    this.hasVec0 = options.hasVec0;
    this.file = options.file;
    this.#map = options.map;
    if (options.path === null || options.durability === "normal") return;
    this.#log = new LogFile(options.path);
    this.#sync = new SharedSync(this.#log.sync);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** True during a write. It may be rolled back, so do not cache what is read now. */
  get writing(): boolean {
    return this.#writing;
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
    return this.#underWay !== undefined;
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
    return this.column<[], number>("pragma data_version").get() ?? 0;
  }

  /** Returns a text that changes with every write, of this connection or another one. */
  state(): string {
    return `${this.dataVersion()} ${this.column<[], number>("select total_changes()").get()}`;
  }

  /** Runs `work` on one state of the store. @throws {MemoryError} `closed`, `corrupt`, `busy` */
  read<Result>(action: string, work: () => Result): Promise<Result> {
    return this.#patiently(action, () => {
      this.#mustBeInPlace(action);
      return this.#within("begin", action, work);
    });
  }

  /**
   * Runs `work`, which may wait between its reads, on one state of the store. All other calls that
   * need this connection wait for its end.
   */
  async snapshot<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
    let ended = () => {};
    await this.#patiently(action, () => {
      this.#mustBeInPlace(action);
      this.#begin("begin", action);
      this.#underWay = new Promise((resolve) => {
        ended = resolve;
      });
    });
    try {
      const result = await work();
      this.statement("commit").run();
      return result;
    } catch (error) {
      // Ending a read that failed may fail too. All other calls are waiting for its end.
      if (this.database.inTransaction) this.statement("rollback").run();
      throw await this.failure(error, action);
    } finally {
      this.#underWay = undefined;
      ended();
    }
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
    const result = await this.#patiently(action, () => {
      this.#mustBeWritable(action);
      this.#mustBeInPlace(action);
      const result = this.#within("begin immediate", action, work);
      this.#sync?.committed();
      committed?.(result);
      return result;
    });
    // Outside the part that is retried: a commit must not be repeated.
    if (!this.#closed) this.#map?.committed();
    return result;
  }

  /**
   * Like `commit`, in steps. At each `yield`, other tasks of this process get a turn, except those
   * that need this connection. No other process can write meanwhile.
   */
  async commitInSteps<Result>(
    action: string,
    work: () => Generator<undefined, Result>,
    committed?: (result: Result) => void,
  ): Promise<Result> {
    let ended = () => {};
    await this.#patiently(action, () => {
      this.#mustBeWritable(action);
      this.#begin("begin immediate", action);
      this.#underWay = new Promise((resolve) => {
        ended = resolve;
      });
    });
    try {
      const result = await this.#inSteps(work());
      this.#sync?.committed();
      committed?.(result);
      this.#map?.committed();
      return result;
    } catch (error) {
      throw await this.failure(error, action);
    } finally {
      this.#underWay = undefined;
      ended();
    }
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
    if (this.readonly || this.#underWay !== undefined) return false;
    try {
      this.#mustBeInPlace(action);
      this.#within("begin immediate", action, work);
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw unlessUnreadableAtOnce(namedFailure(error, action, 0), { file: this.file, action });
    }
  }

  /** Runs `work` under the write lock during opening, when SQLite itself waits for the lock. */
  writeAtOnce<Result>(work: () => Result): Result {
    return this.#within("begin immediate", "open the store", work);
  }

  /** Marks the store as open. From now on this class waits for locks, between attempts. */
  opened(): void {
    this.database.pragma("busy_timeout = 0");
  }

  /** Calls `attempt` until it returns true, the timeout has passed, or the store was closed. */
  async until(attempt: () => boolean): Promise<boolean> {
    let deadline: number | undefined;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      // In this function, not in a function of its own: several calls wait for the same write, and
      // the first to continue may begin another one.
      while (this.#underWay !== undefined) await this.#underWay;
      if (this.#closed) return false;
      if (attempt()) return true;
      deadline ??= performance.now() + this.busyTimeoutMs;
      if (performance.now() >= deadline) return false;
      await sleep(pauseMs);
    }
  }

  /** Waits for the snapshot, or the write in several steps, that is in progress, if any. */
  async idle(): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay;
  }

  /** Returns the error to throw for a failure of SQLite or of the disk. */
  failure(error: unknown, action: string): Promise<unknown> {
    const isOfRow = (error instanceof TypeError || error instanceof RangeError) && this.#hasDamagedRows();
    const named = isOfRow ? damagedRows(action, error) : namedFailure(error, action, this.busyTimeoutMs);
    return unlessUnreadable(named, { file: this.file, action });
  }

  #hasDamagedRows(): boolean {
    try {
      return !this.#closed && hasDamagedRows(this.database);
    } catch {
      // The caller gets the first error.
      return false;
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.idle();
    this.#statements.clear();
    try {
      this.database.close();
    } finally {
      this.file?.release();
      await this.#log?.close();
    }
  }

  async #patiently<Result>(action: string, attempt: () => Result): Promise<Result> {
    let outcome: { readonly result: Result } | undefined;
    let failure: unknown;
    await this.until(() => {
      try {
        outcome = { result: attempt() };
        return true;
      } catch (error) {
        failure = error;
        return !isBusy(error);
      }
    });
    if (outcome !== undefined) return outcome.result;
    this.#mustBeOpen(action);
    throw await this.failure(failure, action);
  }

  /** Runs and commits the steps of a transaction that has begun. Rolls back if one fails. */
  async #inSteps<Result>(steps: Generator<undefined, Result>): Promise<Result> {
    try {
      for (;;) {
        const step = this.#step(steps);
        if (step.done === true) {
          this.statement("commit").run();
          return step.value;
        }
        await nextTurn();
      }
    } catch (error) {
      if (this.database.inTransaction) this.statement("rollback").run();
      throw error;
    }
  }

  #step<Result>(steps: Generator<undefined, Result>): IteratorResult<undefined, Result> {
    this.#writing = true;
    try {
      return steps.next();
    } finally {
      this.#writing = false;
    }
  }

  /**
   * Begins a transaction, and fixes its state of the store. Another process may have changed the
   * tables meanwhile, or replaced the file under its write lock: what is written to a file without
   * a name is lost.
   */
  #begin(begin: "begin" | "begin immediate", action: string): void {
    this.statement(begin).run();
    try {
      assertSupported(this.column<[], number>("pragma user_version").get() ?? 0, action);
      if (begin === "begin immediate") {
        this.#mustBeInPlace(action);
        this.#map?.checkLog(action);
      }
    } catch (error) {
      if (this.database.inTransaction) this.statement("rollback").run();
      throw error;
    }
  }

  #within<Result>(begin: "begin" | "begin immediate", action: string, work: () => Result): Result {
    this.#begin(begin, action);
    this.#writing = begin === "begin immediate";
    try {
      const result = work();
      this.statement("commit").run();
      return result;
    } catch (error) {
      if (this.database.inTransaction) this.statement("rollback").run();
      throw error;
    } finally {
      this.#writing = false;
    }
  }

  #mustBeInPlace(action: string): void {
    if (!this.#closed) this.#map?.check(action);
  }

  #mustBeWritable(action: string): void {
    if (this.readonly) throw readOnly(action);
  }

  #mustBeOpen(action: string): void {
    if (this.#closed)
      throw new MemoryError("closed", `Cannot ${action}: the store must be open, and was closed`, {});
  }
}
