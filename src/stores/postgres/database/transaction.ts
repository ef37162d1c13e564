/**
 * One transaction on one store. It begins with its first statement (in the same round trip, if that
 * statement is `first`), so a transaction without statements sends nothing. A setting that ends
 * with the transaction names the store for row-level security. So this also works behind a pooler
 * that lends the connection to others afterwards. Every statement has `store_id = $1`.
 */
import type { PostgresClient, PostgresQuery, PostgresResult } from "./pool.js";
import { resultTypes } from "./result-types.js";
import { statementName } from "./statement-names.js";
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

/** A connection for a transaction. */
export interface Begun {
  readonly client: PostgresClient;
  /** Statements that must be sent first. */
  readonly before: string;
}

/** How a transaction begins, and on which store. */
export interface TransactionOptions {
  readonly connect: () => Promise<Begun>;
  /** The statements that begin it, in one text. */
  readonly beginning: string;
  /** Letters, digits and `._:@-`: it needs no escaping. */
  readonly storeId: string;
  readonly schema: string;
  /** Name the statements, so that a connection parses and plans each of them once. */
  readonly prepared: boolean;
}

/** A transaction on one store. */
export class Transaction {
  readonly #options: TransactionOptions;
  #client: PostgresClient | undefined;
  #begun: Promise<PostgresClient> | undefined;
  #passages = 0;
  /** What was sent last: see `#inTurn`. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: TransactionOptions) {
    this.#options = options;
  }

  /** The id of the store. It needs no escaping. */
  get storeId(): string {
    return this.#options.storeId;
  }

  /** Selects the plans of later statements: those for a store with this many passages. */
  planFor(passages: number): void {
    this.#passages = passages;
  }

  /** Runs a statement. `$1` is the id of the store; the values begin with `$2`. */
  async rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.#begun ??= this.#begin("").then(({ client }) => client);
    const client = await this.#begun;
    const { storeId, schema, prepared } = this.#options;
    const name = prepared ? statementName({ schema, passages: this.#passages }, text) : undefined;
    return this.#send<Row>(client, {
      text,
      values: [storeId, ...values.map(encodeValue)],
      types: resultTypes,
      ...(name === undefined ? {} : { name }),
    });
  }

  /** Runs a statement, and returns its first row. */
  async row<Row>(text: string, values: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(text, values))[0];
  }

  /** Runs a statement whose only parameter is the store; it may begin the transaction. */
  async first<Row>(text: string): Promise<Row | undefined> {
    if (this.#begun !== undefined) return this.row<Row>(text);
    const beginning = this.#begin<Row>(`; ${withStore(text, this.#options.storeId)}`);
    this.#begun = beginning.then(({ client }) => client);
    // A failure is thrown below, so nothing else needs to await this promise.
    this.#begun.catch(() => undefined);
    return (await beginning).rows[0];
  }

  /** Ends it, and gives the connection back. */
  async end(how: "commit" | "rollback"): Promise<void> {
    if (this.#begun === undefined) return;
    const client = await this.#begun;
    await this.#send(client, { text: how });
    client.release();
    this.#client = undefined;
  }

  /**
   * Ends a transaction that wrote nothing. This never fails, and no result needs to wait for it.
   */
  async leave(): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    this.#client = undefined;
    const broken = await this.#send(client, { text: "commit" }).then(() => undefined, unusable);
    client.release(broken);
  }

  /**
   * Gives the connection to the next transaction, which must end this one. This one wrote nothing.
   *
   * @returns `undefined` if nothing was sent
   */
  handOver(): PostgresClient | undefined {
    const client = this.#client;
    this.#client = undefined;
    return client;
  }

  /** Ends it after a failure. If the rollback fails, the connection is not used again. */
  async abandon(): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    const broken = await this.#send(client, { text: "rollback" }).then(() => undefined, unusable);
    client.release(broken);
  }

  async #begin<Row>(
    statement: string,
  ): Promise<{ readonly client: PostgresClient; readonly rows: readonly Row[] }> {
    const { client, before } = await this.#options.connect();
    this.#client = client;
    const text = `${before}${this.#options.beginning}${statement}`;
    return { client, rows: await this.#send<Row>(client, { text, types: resultTypes }) };
  }

  #send<Row>(client: PostgresClient, query: PostgresQuery): Promise<Row[]> {
    // The statement determines the columns; TypeScript cannot see that.
    return this.#inTurn(client, async () => lastRows(await client.query(query)) as Row[]);
  }

  /** Sends one statement after the other, unless the connection is a pipeline. */
  #inTurn<Result>(client: PostgresClient, send: () => Promise<Result>): Promise<Result> {
    if (client.pipeline === true) return send();
    const sent = this.#last.then(send);
    this.#last = sent.catch(() => undefined);
    return sent;
  }
}

/** Returns why a connection is not given back. */
export function unusable(cause: unknown): Error {
  return new Error("The connection cannot be used again", { cause });
}

/** Returns a statement with the id of the store in place of `$1`. */
export function withStore(text: string, storeId: string): string {
  return text.replaceAll("$1", `'${storeId}'`);
}

/** Returns the rows of the last of the statements of one text. */
export function lastRows(result: PostgresResult | readonly PostgresResult[]): unknown[] {
  return ("rows" in result ? result : result.at(-1)!).rows;
}
