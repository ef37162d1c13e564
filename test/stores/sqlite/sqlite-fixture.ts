/** Temporary folders for store files, and stores that are closed when the test ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { migrate } from "../../../src/stores/sqlite/schema/migrations.js";
import {
  openSqliteStore,
  type SqliteStore,
  type SqliteStoreOptions,
} from "../../../src/stores/sqlite/sqlite-store.js";
import { passageWords } from "../../../src/text/words.js";
import { countingIds, monday, now, testEmbedder } from "../store-fixture.js";

/** Returns a path in a new folder, which is removed when the test ends. */
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

/** Contents of {@link olderFile}: one passage with one fact, and an answer under a key. */
export const older = { text: "Ana lives in Porto", record: "r1", key: "key-1", answer: "stored before" };

/** Writes the file of an older version, with the migrations up to `upTo`. */
export function olderFile(path: string, upTo: number, metadata: string | null = null): void {
  const file = new Database(path);
  file.pragma("journal_mode = wal");
  file.pragma("application_id = 1801807216");
  migrate(file, 0, { at: new Date(monday), upTo });
  const at = Date.parse(monday);
  file.prepare("insert into sources (id, uuid, created_at) values (1, 'older-source', ?)").run(at);
  file
    .prepare(
      `insert into passages (id, source, message, text, role, said_at, digest, word_count)
       values (1, 1, 0, ?, 'user', ?, 'digest-1', 4)`,
    )
    .run(older.text, at);
  file
    .prepare(
      `insert into records (id, uuid, passage, type, entity, property, value, entity_key, property_key, occurred_at, created_at, metadata)
       values (1, ?, 1, 'semantic', 'Ana', 'home', 'Porto', 'ana', 'home', ?, ?, ?)`,
    )
    .run(older.record, at, at, metadata);
  file
    .prepare("insert into answers (id, key, payload, at) values (1, ?, ?, ?)")
    .run(older.key, older.answer, at);
  file.prepare("insert into answer_records (record, answer) values (1, 1)").run();
  const words = passageWords({ text: older.text, prompt: null, speaker: null });
  file.prepare("insert into words (rowid, held) values (1, ?)").run([...new Set(words)].join(" "));
  file.exec("update totals set passages = 1, words = 4");
  file.close();
}
