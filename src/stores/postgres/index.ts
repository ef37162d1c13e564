/** `keepsake/stores/postgres`: many stores in one PostgreSQL database. */
import { wordsIdentity } from "../formats/words-identity.js";
import { unfinishedCopy } from "../shared/unfinished-copy.js";
import type { OpenStore, Store, StoreOptions } from "../store.js";
import { rewriteWords } from "./checking.js";
import { Connection } from "./database/connection.js";
import { migrate } from "./database/migrations.js";
import type { PostgresPool } from "./database/pool.js";
import { assertNames, assertOption } from "./database/store-names.js";
import { ensureStore, setStore } from "./database/store-row.js";
import { PostgresStore } from "./postgres-store.js";
import { newCaches } from "./reading/view.js";

export type { PostgresClient, PostgresPool, PostgresQuery } from "./database/pool.js";
export { type IndexVectorsOptions, indexVectors } from "./index-vectors.js";

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** A pool of `pg`. The caller makes it, and ends it after the store is closed. */
  readonly pool: PostgresPool;
  /**
   * Names the store in the database: 1 to 128 letters, digits, and any of `._:@-` after the first.
   * It is created if needed. Two stores with the same id are the same store.
   */
  readonly storeId: string;
  /**
   * The schema of keepsake's tables, a lower-case name. It is created if needed.
   *
   * @default "keepsake"
   */
  readonly schema?: string;
  /**
   * Hash partitions of each table, 0 to 256; 0 for tables without partitions, as Citus wants them.
   * It only has an effect when the tables are created.
   *
   * @default 16
   */
  readonly partitions?: number;
  /** How long a write waits for other writers of the store, in milliseconds. @default 10,000 */
  readonly busyTimeoutMs?: number;
  /**
   * Prepares each statement once in a connection, under a name. Set it to false behind a pooler
   * that lends a connection for a transaction and does not know prepared statements, such as
   * PgBouncer before 1.21.
   *
   * @default true
   */
  readonly preparedStatements?: boolean;
}

/**
 * Returns the option `store` of a memory whose store is in PostgreSQL, version 14 or later. The
 * first call creates the tables. The role must be bound by row-level security, so it must not be a
 * superuser.
 *
 * @throws {MemoryError} `invalid_input`; opening throws `unsupported`, `newer_schema`, `read_only`,
 * `io_failed`
 *
 * @example
 * import { Memory } from "keepsake";
 * import { postgresStore } from "keepsake/stores/postgres";
 * import pg from "pg";
 *
 * const pool = new pg.Pool({ connectionString: "postgres://app@localhost/app" });
 * const memory = new Memory({ store: postgresStore({ pool, storeId: "alice" }) });
 */
export function postgresStore(options: PostgresStoreOptions): OpenStore {
  const { pool, storeId, schema = "keepsake", partitions = 16, busyTimeoutMs = 10_000 } = options;
  const { preparedStatements: prepared = true } = options;
  assertNames({ storeId, schema });
  assertOption(isWithin(partitions, 0, 256), "partitions", "must be a whole number from 0 to 256");
  assertOption(
    isWithin(busyTimeoutMs, 1, 2_147_483_647),
    "busyTimeoutMs",
    "must be a whole number of at least 1",
  );
  return async (opening) => {
    await ensureTables({ pool, schema, partitions });
    const connection = new Connection({ pool, storeId, schema, busyTimeoutMs, prepared });
    return open(connection, { storeId, schema }, opening);
  };
}

/** The schemas of each pool that have all tables. A schema is checked once per process. */
const ensured = new WeakMap<PostgresPool, Map<string, Promise<void>>>();

function ensureTables(options: Parameters<typeof migrate>[0]): Promise<void> {
  const { pool, schema } = options;
  const schemas = ensured.get(pool) ?? new Map<string, Promise<void>>();
  ensured.set(pool, schemas);
  const known = schemas.get(schema);
  if (known !== undefined) return known;
  const running = migrate(options).catch((error: unknown) => {
    schemas.delete(schema);
    throw error;
  });
  schemas.set(schema, running);
  return running;
}

async function open(
  connection: Connection,
  { storeId, schema }: { readonly storeId: string; readonly schema: string },
  { name, embedder, ids, clock, forCopy }: StoreOptions,
): Promise<Store> {
  const identity = wordsIdentity();
  const row = await connection.write("open the store", async (tx) => {
    const at = clock().getTime();
    const stored = await ensureStore(tx, { name, embedder, at, wordsIdentity: identity });
    if (stored.copying !== null && forCopy !== true) throw unfinishedCopy();
    // Another tokenizer made the index words, so searches would not match them.
    if (stored.words_identity !== identity) {
      await rewriteWords(tx);
      await setStore(tx, { words_identity: identity });
    }
    return stored;
  });
  const caches = newCaches();
  const parts = { id: storeId, name: row.name, schema, connection, caches };
  return new PostgresStore({ ...parts, embedder, ids, clock });
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
