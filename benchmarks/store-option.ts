/**
 * The option `--store postgres://…` of a benchmark: its stores are in a schema that is dropped at
 * the end.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { postgresStore } from "../src/stores/postgres/index.js";
import type { OpenStore } from "../src/stores/store.js";

/** Where the stores of a benchmark are. */
export interface BenchmarkStores {
  /** Returns the option `store` of a new memory; absent for SQLite. */
  readonly next: () => { readonly store?: OpenStore };
  /** The pool of the stores; absent for SQLite. */
  readonly pool?: pg.Pool;
  /** Bytes of all tables and indexes on the server's disk; 0 for SQLite. */
  readonly bytes: () => Promise<number>;
  /** Removes what the benchmark stored. */
  readonly end: () => Promise<void>;
}

/**
 * @param url absent: SQLite in memory
 * @param open of the sources, or of the built library if that is what is measured
 */
export function benchmarkStores(url: string | undefined, open = postgresStore): BenchmarkStores {
  if (url === undefined) return { next: () => ({}), bytes: async () => 0, end: async () => {} };
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new Error(`Cannot measure: --store must be a postgres:// URL, got ${url}`);
  const pool = new pg.Pool({ connectionString: url });
  const schema = `keepsake_benchmark_${process.pid}`;
  return {
    pool,
    bytes: async () => {
      const { rows } = await pool.query(
        `select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes from pg_class
         where relnamespace = '${schema}'::regnamespace and relkind = 'r'`,
      );
      return rows[0].bytes;
    },
    next: () => ({ store: open({ pool, schema, storeId: randomUUID() }) }),
    end: async () => {
      await pool.query(`drop schema if exists ${schema} cascade`);
      await pool.end();
    },
  };
}
