/**
 * Node's own SQLite behind the interface of {@link SqlDatabase}. Its names differ, its rows are
 * objects without a prototype, its blobs are plain `Uint8Array`s, and its errors have numbers.
 */
import { resolve } from "node:path";
import type { DriverOptions, RunResult, SqlDatabase, SqlStatement, SqlTransaction } from "./sql-database.js";

/** The part of `node:sqlite` that is used; `@types/node` of Node 20 does not have it. */
export interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options: NodeOpenOptions) => NodeDatabase;
  readonly StatementSync: { readonly prototype: object };
}

interface NodeOpenOptions {
  readonly readOnly?: boolean;
  readonly timeout?: number;
  readonly allowExtension?: boolean;
}

interface NodeDatabase {
  readonly isTransaction: boolean;
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  function(name: string, options: object, work: (...values: unknown[]) => unknown): void;
  /** Absent in Deno, where a database that was opened with extensions can load them at any time. */
  enableLoadExtension?(allow: boolean): void;
  loadExtension(path: string): void;
  close(): void;
  /** Since Node 24. */
  deserialize?(bytes: Uint8Array): void;
}

interface NodeStatement {
  run(...parameters: unknown[]): RunResult;
  get(...parameters: unknown[]): unknown[] | undefined;
  all(...parameters: unknown[]): unknown[][];
  iterate(...parameters: unknown[]): IterableIterator<unknown[]>;
  columns(): readonly { readonly name: string }[];
  setReturnArrays(enabled: boolean): void;
  setAllowUnknownNamedParameters(enabled: boolean): void;
}

/** SQLite's own default would not wait for a lock; this is better-sqlite3's. */
const defaultTimeoutMs = 5000;

/** A database that `node:sqlite` has opened. */
export class NodeSqliteDatabase implements SqlDatabase {
  readonly #database: NodeDatabase;
  #closed = false;

  constructor({ DatabaseSync }: NodeSqlite, path: string, options: DriverOptions = {}) {
    const { readonly = false, timeout = defaultTimeoutMs } = options;
    // A path that begins with "file:" would be taken for a URI.
    const at = path === ":memory:" ? path : resolve(path);
    const opening = { readOnly: readonly, timeout, allowExtension: true };
    this.#database = named(() => new DatabaseSync(at, opening));
    this.#database.enableLoadExtension?.(false);
  }

  /**
   * Opens the bytes of a file, in memory.
   *
   * @throws {Error} `SQLITE_CANTOPEN` before Node 24
   */
  static ofBytes(library: NodeSqlite, bytes: Buffer): NodeSqliteDatabase {
    const database = new NodeSqliteDatabase(library, ":memory:");
    try {
      database.#deserialize(bytes);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  prepare<Parameters extends unknown[] = unknown[], Row = unknown>(
    sql: string,
  ): SqlStatement<Parameters, Row> {
    return new NodeSqliteStatement<Parameters, Row>(named(() => this.#database.prepare(sql)));
  }

  exec(sql: string): void {
    named(() => this.#database.exec(sql));
  }

  pragma(text: string, { simple = false }: { readonly simple?: boolean } = {}): unknown {
    const statement = this.prepare(`pragma ${text}`);
    return simple ? statement.pluck().get() : statement.all();
  }

  transaction<Result>(work: () => Result): SqlTransaction<Result> {
    return {
      immediate: () => {
        this.exec("begin immediate");
        try {
          const result = work();
          this.exec("commit");
          return result;
        } catch (error) {
          // SQLite rolls back by itself after some errors.
          if (this.inTransaction) this.exec("rollback");
          throw error;
        }
      },
    };
  }

  function(
    name: string,
    options: { readonly deterministic: boolean },
    work: (...values: unknown[]) => unknown,
  ): void {
    this.#database.function(name, options, work);
  }

  loadExtension(path: string): void {
    this.#database.enableLoadExtension?.(true);
    try {
      named(() => this.#database.loadExtension(path));
    } finally {
      this.#database.enableLoadExtension?.(false);
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    named(() => this.#database.close());
  }

  #deserialize(bytes: Buffer): void {
    if (this.#database.deserialize === undefined)
      throw Object.assign(new Error("node:sqlite opens bytes since Node 24"), { code: "SQLITE_CANTOPEN" });
    named(() => this.#database.deserialize?.(bytes));
    this.exec("pragma query_only = on");
  }
}

/** A prepared statement of `node:sqlite`. */
class NodeSqliteStatement<Parameters extends unknown[], Row> implements SqlStatement<Parameters, Row> {
  readonly #statement: NodeStatement;
  #names: readonly string[] = [];
  #rowOf: (values: unknown[]) => unknown = (values) => this.#object(values);

  constructor(statement: NodeStatement) {
    this.#statement = statement;
    statement.setReturnArrays(true);
    // One object of parameters serves several statements.
    statement.setAllowUnknownNamedParameters(true);
  }

  run(...parameters: Parameters): RunResult {
    return named(() => this.#statement.run(...parameters));
  }

  get(...parameters: Parameters): Row | undefined {
    const values = named(() => this.#statement.get(...parameters));
    return values && this.#row(values);
  }

  all(...parameters: Parameters): Row[] {
    return named(() => this.#statement.all(...parameters)).map((values) => this.#row(values));
  }

  *iterate(...parameters: Parameters): IterableIterator<Row> {
    const rows = named(() => this.#statement.iterate(...parameters));
    try {
      for (let next = named(() => rows.next()); next.done !== true; next = named(() => rows.next()))
        yield this.#row(next.value);
    } finally {
      rows.return?.();
    }
  }

  pluck(): this {
    this.#rowOf = (values) => values[0];
    return this;
  }

  raw(): this {
    this.#rowOf = (values) => values;
    return this;
  }

  #row(values: unknown[]): Row {
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (value instanceof Uint8Array)
        values[index] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    return this.#rowOf(values) as Row;
  }

  #object(values: unknown[]): Record<string, unknown> {
    if (this.#names.length !== values.length) this.#names = this.#statement.columns().map(({ name }) => name);
    const row: Record<string, unknown> = {};
    for (let index = 0; index < values.length; index++) row[this.#names[index]!] = values[index];
    return row;
  }
}

/** Runs `work`. An error of SQLite gets SQLite's name for it as its code. */
function named<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR") {
      // In Deno some of the errors have no number.
      const hasNumber = "errcode" in error && typeof error.errcode === "number";
      const code = hasNumber ? sqliteErrorName(error.errcode as number) : sqliteErrorNameIn(error.message);
      Object.assign(error, { code });
    }
    throw error;
  }
}

/** Names of the primary result codes, by number from 0 (sqlite.org/rescode.html). */
const primary =
  "OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB".split(
    " ",
  );

/** Extended result codes that `failures` and `read-only-file` distinguish. */
const extended: Readonly<Record<number, string>> = {
  522: "SQLITE_IOERR_SHORT_READ",
  1544: "SQLITE_READONLY_DIRECTORY",
};

/**
 * Returns the name of a result code. If the name of an extended code is not needed here, returns
 * the name of its primary code with its number: `SQLITE_CONSTRAINT_2067`.
 */
export function sqliteErrorName(code: number): string {
  const name = `SQLITE_${primary[code & 0xff] ?? "UNKNOWN"}`;
  return extended[code] ?? (code > 0xff ? `${name}_${code}` : name);
}

/** How SQLite words the codes that `failures` distinguishes (`sqlite3_errstr`). */
const wordings: readonly (readonly [string, string])[] = [
  ["database is locked", "SQLITE_BUSY"],
  ["database table is locked", "SQLITE_LOCKED"],
  ["attempt to write a readonly database", "SQLITE_READONLY"],
  ["disk I/O error", "SQLITE_IOERR"],
  ["database disk image is malformed", "SQLITE_CORRUPT"],
  ["database or disk is full", "SQLITE_FULL"],
  ["unable to open database file", "SQLITE_CANTOPEN"],
  ["file is not a database", "SQLITE_NOTADB"],
];

/**
 * Returns the name of the error code for a message of SQLite; `SQLITE_ERROR` for any other message.
 */
export function sqliteErrorNameIn(message: string): string {
  return wordings.find(([wording]) => message.startsWith(wording))?.[1] ?? "SQLITE_ERROR";
}
