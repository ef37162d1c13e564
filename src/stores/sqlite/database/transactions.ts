/**
 * The two kinds of transaction of a connection. A read sees one state of the store. A write takes
 * the lock first (`BEGIN IMMEDIATE`). It never starts as a read, because SQLite would then refuse
 * the lock at once, whatever the timeout. What fails is rolled back.
 */
import { nextTurn } from "../../../async/next-turn.js";
import type { FileMap } from "../database-file/file-map.js";
import { assertSupported } from "../schema/schema-version.js";
import type { SqlDatabase } from "./sql-database.js";
import type { Statements } from "./statements.js";

/** The statement that begins a transaction. */
export type Begin = "begin" | "begin immediate";

/** The parts of {@link Transactions}. */
export interface TransactionParts {
  readonly database: SqlDatabase;
  readonly statements: Statements;
  /** Absent for a store in memory. */
  readonly map: FileMap | undefined;
}

/** The transactions of one connection. */
export class Transactions {
  readonly #database: SqlDatabase;
  readonly #statements: Statements;
  readonly #map: FileMap | undefined;
  #writing = false;
  /** What was read once in the read transaction that is in progress; absent outside of one. */
  #read: Map<string, unknown> | undefined;

  constructor({ database, statements, map }: TransactionParts) {
    this.#database = database;
    this.#statements = statements;
    this.#map = map;
  }

  /** True during a write. */
  get writing(): boolean {
    return this.#writing;
  }

  /**
   * Returns what `read` returns, and calls it once for each key and read transaction: all reads in
   * one see the same state. Outside of a read transaction, it is called each time.
   */
  once<Value>(key: string, read: () => Value): Value {
    const known = this.#read;
    if (known === undefined) return read();
    if (!known.has(key)) known.set(key, read());
    return known.get(key) as Value;
  }

  /**
   * Begins a transaction, and fixes its state of the store. Another process may have changed the
   * tables meanwhile, or replaced the file under its write lock: what is written to a file without
   * a name is lost. @throws {MemoryError} `newer_schema`, `io_failed`
   */
  begin(begin: Begin, action: string): void {
    this.#map?.check(action);
    this.#statements.statement(begin).run();
    try {
      const version = this.#statements.column<[], number>("pragma user_version").get() ?? 0;
      assertSupported(version, action);
      if (begin === "begin immediate") {
        this.#map?.check(action);
        this.#map?.checkLog(action);
      } else this.#read = new Map();
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Runs `work` in a transaction of its own. */
  run<Result>(begin: Begin, action: string, work: () => Result): Result {
    this.begin(begin, action);
    this.#writing = begin === "begin immediate";
    try {
      const result = work();
      this.#statements.statement("commit").run();
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#writing = false;
      this.#read = undefined;
    }
  }

  /** Runs `work` in the transaction that has begun, and ends it. */
  async complete<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      this.#statements.statement("commit").run();
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#read = undefined;
    }
  }

  /** Runs the steps of a write that has begun. Other tasks of this process get turns between them. */
  async inSteps<Result>(steps: Generator<undefined, Result>): Promise<Result> {
    for (;;) {
      const step = this.#step(steps);
      if (step.done === true) return step.value;
      await nextTurn();
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

  /** A failure may have ended the transaction, or the whole connection. */
  #rollBack(): void {
    if (this.#database.inTransaction) this.#statements.statement("rollback").run();
  }
}
