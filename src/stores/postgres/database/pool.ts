/**
 * What this store uses of the driver `pg`. A `Pool` of `pg` fits, and so does anything that takes
 * the same queries. Nothing here imports the driver: the caller passes the pool.
 */

/** A query with the parsers of its results. */
export interface PostgresQuery {
  readonly text: string;
  readonly values?: unknown[];
  readonly types?: { getTypeParser(oid: number, format?: string): (value: string) => unknown };
}

/** A connection that was taken from a pool. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<{ readonly rows: unknown[] }>;
  /** Gives the connection back. With an error, the pool closes it. */
  release(error?: Error): void;
}

/** A pool of connections, such as a `Pool` of `pg`. The caller makes it and ends it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}
