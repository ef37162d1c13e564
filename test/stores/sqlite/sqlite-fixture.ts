/** A folder for a store's file, and stores that are closed when the test ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  openSqliteStore,
  type SqliteStore,
  type SqliteStoreOptions,
} from "../../../src/stores/sqlite/sqlite-store.js";
import { countingIds, now, testEmbedder } from "../store-fixture.js";

/** A path in a folder of its own, removed when the test ends. */
export function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "store.db");
}

export function openStore(path: string, options: Partial<SqliteStoreOptions> = {}): SqliteStore {
  const store = openSqliteStore({
    path,
    embedder: testEmbedder,
    ids: countingIds("store"),
    clock: () => new Date(now),
    busyTimeoutMs: 200,
    ...options,
  });
  onTestFinished(() => store.close());
  return store;
}
