/** A store that caches the vectors of few passages, or of none, as a large store does. */
import { onTestFinished } from "vitest";
import { Connection } from "../../../src/stores/postgres/database/connection.js";
import type { PostgresPool } from "../../../src/stores/postgres/index.js";
import { PostgresStore } from "../../../src/stores/postgres/postgres-store.js";
import { VectorCache } from "../../../src/stores/postgres/reading/vectors/vector-cache.js";
import { newCaches } from "../../../src/stores/postgres/reading/view.js";
import { countingIds, now, testEmbedder } from "../store-fixture.js";

/** What store to open, and how. */
export interface CachingStoreOptions {
  readonly pool: PostgresPool;
  /** Of a store that exists. */
  readonly storeId: string;
  /** Vectors are cached if the store has at most so many passages. */
  readonly maxPassages: number;
  /** Name the statements. @default true */
  readonly prepared?: boolean;
}

/** Opens a store, which is closed when the test ends. */
export function openCaching({ pool, storeId, maxPassages, prepared = true }: CachingStoreOptions) {
  const schema = "keepsake";
  const store = new PostgresStore({
    id: storeId,
    name: "memory",
    schema,
    connection: new Connection({ pool, storeId, schema, busyTimeoutMs: 10_000, prepared }),
    caches: newCaches(new VectorCache(maxPassages)),
    embedder: testEmbedder,
    ids: countingIds("staged"),
    clock: () => new Date(now),
  });
  onTestFinished(() => store.close());
  return store;
}
