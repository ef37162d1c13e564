/** The option `--store postgres://…` of a benchmark: its stores are in a schema that is dropped at the end. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { postgresStore } from "../src/stores/postgres/index.js";
import type { OpenStore } from "../src/stores/store.js";

/** Where the stores of a benchmark are. */
export interface BenchmarkStores {
  /** Returns the option `store` of a new memory; absent for SQLite. */
  readonly next: () => { readonly store?: OpenStore };
  /** Removes what the benchmark stored. */
  readonly end: () => Promise<void>;
}

/**
 * @param url absent: SQLite in memory
 * @param open of the sources, or of the built library if that is what is measured
 */
export function benchmarkStores(url: string | undefined, open = postgresStore): BenchmarkStores {
  if (url === undefined) return { next: () => ({}), end: async () => {} };
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new Error(`Cannot measure: --store must be a postgres:// URL, got ${url}`);
  const pool = new pg.Pool({ connectionString: url });
  const schema = `keepsake_benchmark_${process.pid}`;
  return {
    next: () => ({ store: open({ pool, schema, storeId: randomUUID() }) }),
    end: async () => {
      await pool.query(`drop schema if exists ${schema} cascade`);
      await pool.end();
    },
  };
}
