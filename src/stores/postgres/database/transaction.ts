/**
 * Transactions on one store. Each sets the store for row-level security first, with a setting that
 * ends with the transaction: so it also works behind a pooler that lends a connection to others
 * afterwards. Every statement has `store_id = $1`.
 */
import { MemoryError } from "../../../contract/errors.js";
import { namedFailure } from "./failures.js";
import type { PostgresClient, PostgresPool } from "./pool.js";
import { resultTypes } from "./result-types.js";
import { encodeValue } from "./texts.js";

/** The values of a statement's parameters. `$1` is the id of the store. */
export class Bound {
  readonly values: unknown[] = [];

  /** Adds a value. @returns its place in the statement, such as `$2` */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length + 1}`;
  }
}

/** A transaction on one store. */
export class Transaction {
  readonly #client: PostgresClient;
  readonly #storeId: string;

  constructor(client: PostgresClient, storeId: string) {
    this.#client = client;
    this.#storeId = storeId;
  }

  /** Runs a statement. `$1` is the id of the store; the values begin with `$2`. */
  async rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#client.query({
      text,
      values: [this.#storeId, ...values.map(encodeValue)],
      types: resultTypes,
    });
    // The statement determines the columns; TypeScript cannot see that.
    return rows as Row[];
  }

  /** Runs a statement, and returns its first row. */
  async row<Row>(text: string, values: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(text, values))[0];
  }
}

/** How to begin a transaction. */
type Mode = "read" | "write" | "count";

/** What transactions use. */
export interface ConnectionOptions {
  readonly pool: PostgresPool;
  readonly storeId: string;
  /** The schema of keepsake's tables: a plain lower-case name. */
  readonly schema: string;
  /** How long a write waits for other writers of the store, in milliseconds. */
  readonly busyTimeoutMs: number;
}

/** The connections of one store. */
export class Connection {
  readonly #options: ConnectionOptions;
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

  /**
   * Runs `work` in a write transaction that takes no lock of the store and waits for no disk: a
   * crash of the server may lose what it wrote.
   */
  count<Result>(action: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#run(action, "count", work);
  }

  /** Runs one statement outside of a transaction, as `vacuum` must be. */
  async alone(action: string, text: string): Promise<void> {
    const client = await this.#client(action);
    await this.#asked(action, client, () => client.query({ text }));
  }

  close(): void {
    this.#isClosed = true;
  }

  async #run<Result>(
    action: string,
    mode: Mode,
    work: (tx: Transaction) => Promise<Result>,
    isKept: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const client = await this.#client(action);
    return this.#asked(action, client, async () => {
      await client.query({ text: beginning(mode, this.#options) });
      const result = await work(new Transaction(client, this.#options.storeId));
      await client.query({ text: isKept(result) ? "commit" : "rollback" });
      return result;
    });
  }

  async #client(action: string): Promise<PostgresClient> {
    if (this.#isClosed)
      throw new MemoryError("closed", `Cannot ${action}: the store must be open, and was closed`, {});
    try {
      return await this.#options.pool.connect();
    } catch (error) {
      throw namedFailure(error, action, this.#options.busyTimeoutMs);
    }
  }

  /** Runs `work` on a connection, and gives it back; a failed transaction is rolled back before. */
  async #asked<Result>(action: string, client: PostgresClient, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      client.release();
      return result;
    } catch (error) {
      const broken = await client.query({ text: "rollback" }).then(
        () => undefined,
        (cause: unknown) => new Error("The connection cannot be used again", { cause }),
      );
      client.release(broken);
      throw namedFailure(error, action, this.#options.busyTimeoutMs);
    }
  }
}

/** Begins a transaction in one round trip. `storeId` and `schema` need no escaping: see `open`. */
function beginning(mode: Mode, { storeId, schema, busyTimeoutMs }: ConnectionOptions): string {
  const settings = [
    `set_config('keepsake.store', '${storeId}', true)`,
    `set_config('search_path', '${schema}', true)`,
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

/** Keeps the locks of stores apart from those that the app takes with small numbers. */
const lockSeed = 7_305_812_940_112;
