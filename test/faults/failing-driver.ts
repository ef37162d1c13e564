/**
 * A driver whose n-th statement fails, as a disk that does not answer makes it. For systems on
 * which `benchmarks/faults` cannot fail calls themselves.
 */
import Database from "better-sqlite3";
import { plainDriver } from "../../src/stores/sqlite/database/plain-drivers.js";
import type { Driver, SqlDatabase, SqlStatement } from "../../src/stores/sqlite/database/sql-database.js";

const running = new Set(["run", "get", "all", "iterate"]);

export class FailingDriver implements Driver {
  readonly encrypts = false;
  /** Statements that ran since {@link arm}. */
  ran = 0;
  #failsAt = Number.POSITIVE_INFINITY;

  /** From now on the n-th statement fails, counted from 1; without a number none does. */
  arm(failsAt = Number.POSITIVE_INFINITY): void {
    this.ran = 0;
    this.#failsAt = failsAt;
  }

  open(...request: Parameters<Driver["open"]>): SqlDatabase {
    const database = plainDriver.open(...request);
    const prepare = database.prepare.bind(database);
    database.prepare = ((sql: string) => this.#watched(prepare(sql), sql)) as typeof database.prepare;
    return database;
  }

  openBytes(bytes: Buffer): SqlDatabase {
    return plainDriver.openBytes(bytes);
  }

  convert(): void {
    throw new TypeError("Cannot convert a file: this driver only fails");
  }

  #watched(statement: SqlStatement, sql: string): SqlStatement {
    // What ends a transaction must work: SQLite rolls back by itself where it does not.
    const isEnd = /^(?:rollback|commit)/.test(sql);
    const watched: SqlStatement = new Proxy(statement, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...values: unknown[]) => {
          if (running.has(String(name)) && !isEnd) this.#step();
          const answer: unknown = Reflect.apply(value, target, values);
          return answer === target ? watched : answer;
        };
      },
    });
    return watched;
  }

  #step(): void {
    this.ran += 1;
    if (this.ran === this.#failsAt) throw new Database.SqliteError("disk I/O error", "SQLITE_IOERR_READ");
  }
}
