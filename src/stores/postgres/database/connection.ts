/** The connections of one store: runs transactions on it. */
import { MemoryError } from "../../../contract/errors.js";
import { namedFailure } from "./failures.js";
import { lockSeed } from "./locks.js";
import { type PostgresClient, type PostgresPool, takeClient } from "./pool.js";
import { resultTypes } from "./result-types.js";
import { statementName } from "./statement-names.js";
import { type Begun, lastRows, Transaction, unusable, withStore } from "./transaction.js";

/**
 * How to begin a transaction: `write` waits for other writers of the store; `charge` and `count`
 * change only the store's row, and lock only that row. A crash of the server may lose a `count`.
 */
type Mode = "read" | "write" | "charge" | "count";

/** What transactions use. */
export interface ConnectionOptions {
  readonly pool: PostgresPool;
  readonly storeId: string;
  /** The schema of keepsake's tables: a plain lower-case name. */
  readonly schema: string;
  /** How long a write waits for other writers of the store, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Name the statements. @default true */
  readonly prepared?: boolean;
}

/** The connections of one store. */
export class Connection {
  readonly #options: ConnectionOptions;
  /** Read transactions whose end was sent but is not confirmed yet. */
  readonly #leaving = new Set<Promise<void>>();
  /** A read transaction whose end is not sent yet: see {@link Connection.#leave}. */
  #last: Transaction | undefined;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Runs `work` on one state of the store. */
  read<Result>(action: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#run(action, "read", work);
  }

  /**
   * Runs `work` in a write transaction, while no other writer of the store is at work.
   *
   * @param isKept commits if it returns true for the result, and rolls back otherwise
   */
  write<Result>(
    action: string,
    work: (tx: Transaction) => Promise<Result>,
    isKept: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    return this.#run(action, "write", work, isKept);
  }

  /** Runs one statement, whose only parameter is the store, as a transaction in one round trip. */
  single<Row>(action: string, mode: Exclude<Mode, "write">, text: string): Promise<Row[]> {
    const statement = withStore(text, this.#options.storeId);
    return this.#alone(action, `${beginning(mode, this.#options)}; ${statement}; commit`, -2);
  }

  /**
   * Calls a function of the schema that sets the store and does all its work, as a transaction in
   * one round trip. Its parameters are the id of the store, `given` and the time to wait for locks.
   *
   * @returns its result; null if it did nothing
   */
  async call<Result>(action: string, name: string, given: string): Promise<Result | null> {
    const { storeId, schema, busyTimeoutMs, prepared = true } = this.#options;
    this.#assertOpen(action);
    // The end of the last read transaction needs no answer before this begins.
    this.#send();
    const client = await this.#client(action);
    const text = `select ${schema}.${name}($1, $2, $3) as result`;
    const named = prepared ? statementName({ schema, passages: 0 }, text) : undefined;
    const values = [storeId, given, `${busyTimeoutMs}ms`];
    try {
      const query = { text, values, types: resultTypes, ...(named && { name: named }) };
      const [row] = lastRows(await client.query(query)) as { readonly result: Result | null }[];
      client.release();
      return row?.result ?? null;
    } catch (error) {
      const broken = await client.query({ text: "rollback" }).then(() => undefined, unusable);
      client.release(broken);
      throw namedFailure(error, action, busyTimeoutMs);
    }
  }

  /**
   * Runs a statement such as `vacuum` outside of a transaction, after all reads of this process.
   */
  async alone(action: string, text: string): Promise<void> {
    this.#send();
    await Promise.all(this.#leaving);
    await this.#alone(action, text, -1);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#send();
    await Promise.all(this.#leaving);
  }

  /**
   * Ends a read transaction in the round trip that begins the next one, if the next one begins at
   * once. Most calls read, compute without waiting for anything, and then count or save.
   */
  #leave(tx: Transaction): void {
    this.#send();
    this.#last = tx;
    setImmediate(() => {
      if (this.#last === tx) this.#send();
    });
  }

  /** Ends the last read transaction now. */
  #send(): void {
    const leaving = this.#last?.leave().finally(() => this.#leaving.delete(leaving!));
    this.#last = undefined;
    if (leaving !== undefined) this.#leaving.add(leaving);
  }

  /** Returns a connection, and what must be sent first: the end of the last read transaction. */
  async #begin(action: string): Promise<Begun> {
    const client = this.#last?.handOver();
    this.#last = undefined;
    if (client !== undefined) return { client, before: "commit; " };
    return { client: await this.#client(action), before: "" };
  }

  async #run<Result>(
    action: string,
    mode: Mode,
    work: (tx: Transaction) => Promise<Result>,
    isKept: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const { storeId, schema, prepared = true, busyTimeoutMs } = this.#options;
    this.#assertOpen(action);
    const connect = () => this.#begin(action);
    const tx = new Transaction({
      connect,
      beginning: beginning(mode, this.#options),
      storeId,
      schema,
      prepared,
    });
    try {
      const result = await work(tx);
      if (mode === "read") this.#leave(tx);
      else await tx.end(isKept(result) ? "commit" : "rollback");
      return result;
    } catch (error) {
      await tx.abandon();
      throw namedFailure(error, action, busyTimeoutMs);
    }
  }

  /** @param at which of the results, counted from the last one */
  async #alone<Row>(action: string, text: string, at: number): Promise<Row[]> {
    this.#assertOpen(action);
    const { client, before } = await this.#begin(action);
    try {
      const result = await client.query({ text: `${before}${text}`, types: resultTypes });
      client.release();
      return lastRows("rows" in result ? result : result.at(at)!) as Row[];
    } catch (error) {
      const broken = await client.query({ text: "rollback" }).then(() => undefined, unusable);
      client.release(broken);
      throw namedFailure(error, action, this.#options.busyTimeoutMs);
    }
  }

  #assertOpen(action: string): void {
    if (this.#isClosed)
      throw new MemoryError("closed", `Cannot ${action}: the store must be open, and was closed`, {});
  }

  async #client(action: string): Promise<PostgresClient> {
    try {
      return await takeClient(this.#options.pool);
    } catch (error) {
      throw namedFailure(error, action, this.#options.busyTimeoutMs);
    }
  }
}

/** Begins a transaction in one round trip. `storeId` and `schema` need no escaping: see `open`. */
function beginning(mode: Mode, { storeId, schema, busyTimeoutMs }: ConnectionOptions): string {
  const settings = [
    `set_config('keepsake.store', '${storeId}', true)`,
    `set_config('search_path', '${schema}', true)`,
    // A plan that PostgreSQL makes for specific values may scan a whole table, where some hundred
    // look-ups are faster.
    "set_config('plan_cache_mode', 'force_generic_plan', true)",
    // Compiling a statement takes longer than any of them.
    "set_config('jit', 'off', true)",
    ...(mode === "read" ? [] : [`set_config('lock_timeout', '${busyTimeoutMs}ms', true)`]),
    ...(mode === "count" ? ["set_config('synchronous_commit', 'off', true)"] : []),
  ];
  const statements = [
    mode === "read"
      ? "begin isolation level repeatable read read only"
      : "begin isolation level read committed",
    `select ${settings.join(", ")}`,
    ...(mode === "write"
      ? [`select pg_advisory_xact_lock(hashtextextended('${storeId}', ${lockSeed}))`]
      : []),
  ];
  return statements.join("; ");
}
