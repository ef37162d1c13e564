/** Stores in the PostgreSQL server of the lane; each in a new store, closed when the test ends. */
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { type PostgresStoreOptions, postgresStore } from "../../../src/stores/postgres/index.js";
import type { Store, StoreOptions } from "../../../src/stores/store.js";
import { countingIds, now, testEmbedder } from "../store-fixture.js";
import { admin, role } from "./server.js";

/** Returns a pool of the role that owns the tables, which is ended when the test ends. */
export function testPool(options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    host: inject("postgresSocket"),
    user: role,
    database: role,
    max: 4,
    ...options,
  });
  onTestFinished(() => pool.end());
  return pool;
}

let stores = 0;

/** Returns an id that no other store has. */
export function newStoreId(): string {
  stores += 1;
  return `store-${process.pid}-${stores}`;
}

/** Opens a new store, or the one with an id. */
export async function openStore(
  options: Partial<PostgresStoreOptions> = {},
  opening: Partial<StoreOptions> = {},
): Promise<Store> {
  const store = await postgresStore({
    pool: options.pool ?? testPool(),
    storeId: newStoreId(),
    partitions: 4,
    ...options,
  })({ embedder: testEmbedder, ids: countingIds("staged"), clock: () => new Date(now), ...opening });
  onTestFinished(() => store.close());
  return store;
}

/** Returns a pool of a superuser, whom row-level security does not bind. */
export function adminPool(): pg.Pool {
  const pool = new pg.Pool({ host: inject("postgresSocket"), user: admin, database: role, max: 1 });
  onTestFinished(() => pool.end());
  return pool;
}
