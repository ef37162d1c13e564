/**
 * One connection to one file: cached statements, and the two kinds of transaction. A read sees one state of the store. A write takes the
 * lock first (`BEGIN IMMEDIATE`) and never grows out of a read, which SQLite would refuse at once whatever the timeout.
 *
 * SQLite's own busy handler would sleep inside the process and stop its event loop, so once the store is open the connection's busy timeout is 0
 * and waiting is done here, between tries. Work inside a transaction is synchronous: no other call of this process can come between. The disk is waited
 * for after the commit, in `settled`, so that others can go on meanwhile and several commits share one wait.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type Database from "better-sqlite3";
import { nextTurn } from "../../../async/next-turn.js";
import { MemoryError } from "../../../contract/errors.js";
import type { Driver } from "./driver.js";
import { isBusy, namedFailure, readOnly } from "./failures.js";
import type { FileMap } from "./file-map.js";
import type { FileUse } from "./file-use.js";
import { LogFile, SharedSync } from "./log-sync.js";

export interface ConnectionOptions {
  readonly database: Database.Database;
  /** What opened it. */
  readonly driver: Driver;
  /** Absolute; `null` for a store in memory. */
  readonly path: string | null;
  readonly readonly: boolean;
  readonly busyTimeoutMs: number;
  readonly durability: "full" | "normal";
  /** Absent for a store in memory, as is the next one. */
  readonly file?: FileUse | undefined;
  readonly map?: FileMap | undefined;
  /** Whether sqlite-vec is loaded. */
  readonly hasVec0: boolean;
}

/** Longest pause between two tries for the lock. */
const longestPauseMs = 25;

export class Connection {
  readonly database: Database.Database;
  readonly driver: Driver;
  readonly path: string | null;
  readonly readonly: boolean;
  readonly busyTimeoutMs: number;
  /** Whether sqlite-vec is loaded: without it, `vec0` tables can only be read. */
  readonly hasVec0: boolean;
  /** The file, for what reads or writes it beside SQLite. */
  readonly file: FileUse | undefined;
  readonly #log: LogFile | undefined;
  readonly #sync: SharedSync | undefined;
  readonly #map: FileMap | undefined;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #columns = new Map<string, Database.Statement>();
  readonly #tuples = new Map<string, Database.Statement>();
  #closed = false;
  #writing = false;
  /** The snapshot, or the write in steps, that is under way: all else of this connection waits for its end. */
  #underWay: Promise<void> | undefined;

  constructor(options: ConnectionOptions) {
    this.database = options.database;
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

  /** Whether a write is under way, which may be rolled back: what is read now must not be cached. */
  get writing(): boolean {
    return this.#writing;
  }

  /** Whether the file is the one that was opened; a store in memory always is. */
  get isInPlace(): boolean {
    return this.#map?.isInPlace ?? true;
  }

  /** Whether a snapshot or a write in steps is under way: the log cannot be cut now. */
  get isUnderWay(): boolean {
    return this.#underWay !== undefined;
  }

  /** A prepared statement, made once for each text. */
  statement<Parameters extends unknown[] = unknown[], Row = unknown>(
    sql: string,
  ): Database.Statement<Parameters, Row> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement as Database.Statement<Parameters, Row>;
  }

  /** A prepared statement that gives the first column of each row: half the cost of rows as objects where there are thousands. */
  column<Parameters extends unknown[], Value>(sql: string): Database.Statement<Parameters, Value> {
    let statement = this.#columns.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql).pluck();
      this.#columns.set(sql, statement);
    }
    return statement as Database.Statement<Parameters, Value>;
  }

  /** A prepared statement that gives rows as arrays, in the order of its columns: two thirds of the cost of wide rows as objects. */
  tuples<Parameters extends unknown[], Row extends unknown[]>(
    sql: string,
  ): Database.Statement<Parameters, Row> {
    let statement = this.#tuples.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql).raw();
      this.#tuples.set(sql, statement);
    }
    return statement as Database.Statement<Parameters, Row>;
  }

  /** A number that changes when another connection has written. */
  dataVersion(): number {
    return this.column<[], number>("pragma data_version").get() ?? 0;
  }

  /** A text that changes with every write, of this connection or another one. */
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
   * Runs `work`, which may wait between its reads, on one state of the store. Everything else that
   * needs this connection waits for its end.
   */
  async snapshot<Result>(action: string, work: () => Promise<Result>): Promise<Result> {
    let ended = () => {};
    await this.#patiently(action, () => {
      this.#mustBeInPlace(action);
      this.#beginRead();
      this.#underWay = new Promise((resolve) => {
        ended = resolve;
      });
    });
    try {
      const result = await work();
      this.statement("commit").run();
      return result;
    } catch (error) {
      // Ending a read that failed may fail too, and everything else waits for its end.
      if (this.database.inTransaction) this.statement("rollback").run();
      throw namedFailure(error, action, this.busyTimeoutMs);
    } finally {
      this.#underWay = undefined;
      ended();
    }
  }

  /**
   * Runs `work` under the write lock; what it wrote is kept whole or not at all, and durable when this resolves. `committed` is called at once after the
   * commit, before any other call of this process can come between.
   *
   * @throws {MemoryError} as `read`, and `read_only`, `disk_full`
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

  /** As `write`, but what it wrote is only sure to survive a power cut after the next `settled`. */
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
    // Outside what is tried again: what was committed is kept once.
    if (!this.#closed) this.#map?.committed();
    return result;
  }

  /**
   * As `commit`, in steps: others of this process have their turn at each `yield`, and those that need this connection wait. No other process writes meanwhile.
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
      throw namedFailure(error, action, this.busyTimeoutMs);
    } finally {
      this.#underWay = undefined;
      ended();
    }
  }

  /** Resolves once what was written before is durable, as far as the store was opened to be. @throws {MemoryError} `disk_full` */
  async settled(action: string): Promise<void> {
    try {
      await this.#sync?.settled();
    } catch (error) {
      throw namedFailure(error, action, this.busyTimeoutMs);
    }
  }

  /**
   * Runs `work` under the write lock if it is free now, and nobody waits for the disk: a commit that a power cut may undo, but never half.
   *
   * @returns whether it ran
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
      throw namedFailure(error, action, 0);
    }
  }

  /** Runs `work` under the write lock while the store is being opened, when nothing can be awaited yet: SQLite itself waits for the lock. */
  writeAtOnce<Result>(work: () => Result): Result {
    return this.#within("begin immediate", "open the store", work);
  }

  /** From here on waiting is done between tries. */
  opened(): void {
    this.database.pragma("busy_timeout = 0");
  }

  /** Calls `attempt` until it answers true, or until the busy timeout has passed or the store was closed. */
  async until(attempt: () => boolean): Promise<boolean> {
    let deadline: number | undefined;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      // In this function, not in one of its own: several calls wait for the same write, and the first to go on may begin another.
      while (this.#underWay !== undefined) await this.#underWay;
      if (this.#closed) return false;
      if (attempt()) return true;
      deadline ??= performance.now() + this.busyTimeoutMs;
      if (performance.now() >= deadline) return false;
      await sleep(pauseMs);
    }
  }

  /** Waits for the snapshot or the write in steps that is under way, if any. */
  async idle(): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.idle();
    this.#statements.clear();
    this.#columns.clear();
    this.#tuples.clear();
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
    throw namedFailure(failure, action, this.busyTimeoutMs);
  }

  /** Takes the steps of a transaction that has begun, and commits it, or rolls it back where one of them fails. */
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

  /** Begins a read, and takes its state of the store: what may have to wait for another process. */
  #beginRead(): void {
    this.statement("begin").run();
    try {
      this.column<[], number>("select 1 from meta limit 1").get();
    } catch (error) {
      if (this.database.inTransaction) this.statement("rollback").run();
      throw error;
    }
  }

  /**
   * Begins a transaction. A file that is replaced is replaced under its write lock, so who has the lock looks once more: what is written to a file without a name is
   * lost.
   */
  #begin(begin: "begin" | "begin immediate", action: string): void {
    this.statement(begin).run();
    if (begin === "begin") return;
    try {
      this.#mustBeInPlace(action);
    } catch (error) {
      this.statement("rollback").run();
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
