/**
 * What this store uses of the driver `pg`. A `Pool` of `pg` fits, and so does anything that takes
 * the same queries. Nothing here imports the driver: the caller passes the pool.
 */

/** A query with the parsers of its results. */
export interface PostgresQuery {
  /** The name of a prepared statement. */
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  readonly types?: { getTypeParser(oid: number, format?: string): (value: string) => unknown };
}

/** What a statement returns. */
export interface PostgresResult {
  readonly rows: unknown[];
}

/** A connection that was taken from a pool. */
export interface PostgresClient {
  /** Sends statements before earlier ones are answered: the option `pipeline` of `pg`. */
  readonly pipeline?: boolean;
  /** Returns a list of results for a text of several statements, as `pg` does. */
  query(query: PostgresQuery): Promise<PostgresResult | PostgresResult[]>;
  /** Gives the connection back. With an error, the pool closes it. */
  release(error?: Error): void;
  on?(event: "error", listener: (error: Error) => void): unknown;
  removeListener?(event: "error", listener: (error: Error) => void): unknown;
}

/** A pool of connections, such as a `Pool` of `pg`. The caller makes it and ends it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}

/**
 * Takes a connection from a pool. If it is lost, the statement that was sent fails, or the next
 * one. The driver also emits an event, which would end the process without a listener.
 */
export async function takeClient(pool: PostgresPool): Promise<PostgresClient> {
  const client = await pool.connect();
  client.on?.("error", failsStatements);
  return {
    pipeline: client.pipeline === true,
    query: (query) => client.query(query),
    release: (error) => {
      client.removeListener?.("error", failsStatements);
      client.release(error);
    },
  };
}

function failsStatements(): void {}
