/** How a file is opened, and the errors if it cannot be opened. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Connection } from "../../../../src/stores/sqlite/database/connection.js";
import { openConnection } from "../../../../src/stores/sqlite/database/open.js";
import { plainDriver } from "../../../../src/stores/sqlite/database/plain-drivers.js";
import { openCopy } from "../../../../src/stores/sqlite/database-file/read-only-file.js";
import { passageWords } from "../../../../src/text/words.js";
import {
  ask,
  change,
  erasure,
  noUsage,
  passage,
  record,
  scope,
  testEmbedder,
  unlimited,
  vectorOf,
} from "../../store-fixture.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

const boat = () => passage("a boat in the harbour", { records: [record("boat")] });

function raw(path: string): Database.Database {
  const database = new Database(path);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

/** Creates and closes a file with one record. */
async function written(): Promise<string> {
  const path = temporaryPath();
  const store = openStore(path);
  await store.save(change([boat()]));
  await store.close();
  return path;
}

describe("openSqliteStore()", () => {
  it("creates a file and a log that only the owner can read", async () => {
    const path = temporaryPath();
    await openStore(path).save(change([boat()]));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("finds what was saved before, with the store's id and name", async () => {
    const path = temporaryPath();
    const first = openStore(path, { name: "diary" });
    await first.save(change([boat()]));
    await first.close();
    const again = openStore(path, { ids: () => "another" });
    expect([again.id, again.name]).toEqual([first.id, "diary"]);
    expect(await ask(again).passages([1], scope)).toHaveLength(1);
    expect((await ask(again).nearest(boat().vector, { limit: 1, scope }))[0]?.passage).toBe(1);
  });

  it("replaces the stored name by the given one", async () => {
    const path = await written();
    await openStore(path, { name: "renamed" }).close();
    expect(openStore(path).name).toBe("renamed");
  });

  it("throws corrupt for a file that is no database, and does not change it", () => {
    const path = temporaryPath();
    const content = "not a database, however long it may be: ".repeat(40);
    writeFileSync(path, content);
    expect(() => openStore(path)).toThrow(expect.objectContaining({ code: "corrupt" }));
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  it("throws corrupt for another program's database, and does not change it", () => {
    const path = temporaryPath();
    const other = raw(path);
    other.exec("create table theirs (x)");
    const before = readFileSync(path);
    expect(() => openStore(path)).toThrow(expect.objectContaining({ code: "corrupt" }));
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("throws corrupt if a page is damaged", async () => {
    const path = await written();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4096);
    writeFileSync(path, bytes);
    const reading = async () => ask(openStore(path)).passages([1], scope);
    await expect(reading()).rejects.toMatchObject({ code: "corrupt" });
  });

  it("throws newer_schema with both numbers", async () => {
    const path = await written();
    raw(path).pragma("user_version = 99");
    expect(() => openStore(path)).toThrow(
      expect.objectContaining({ code: "newer_schema", data: { found: 99, supported: expect.any(Number) } }),
    );
  });

  it("throws newer_schema if a newer version changes the tables while it is open, and writes nothing", async () => {
    const path = await written();
    const older = openStore(path);
    const newer = raw(path);
    newer.pragma("user_version = 99");
    const rows = () => newer.prepare("select count(*) from audit").pluck().get();
    const before = rows();
    const refused = { code: "newer_schema", data: { found: 99 } };
    await expect(older.save(change([passage("a boat", { records: [record("new")] })]))).rejects.toMatchObject(
      refused,
    );
    await expect(ask(older).passages([1], scope)).rejects.toMatchObject(refused);
    await expect(older.erase(["a"], erasure())).rejects.toMatchObject(refused);
    await older.close();
    expect(rows()).toBe(before);
  });

  it("throws embedder_mismatch with both embedders, and says what to do", async () => {
    const path = await written();
    const other = { ...testEmbedder, id: "other@2" };
    const store = openStore(path, { embedder: other });
    await expect(ask(store).nearest(vectorOf("boat"), { limit: 1, scope })).rejects.toMatchObject({
      code: "embedder_mismatch",
      data: { stored: testEmbedder.id, given: other.id },
      message: expect.stringMatching(/letters@1.*other@2.*reembed/),
    });
    expect(await ask(store).passages([1], scope)).toHaveLength(1);
  });

  it("opens a file without write permission for reading, and refuses to write", async () => {
    const path = await written();
    chmodSync(path, 0o444);
    const store = openStore(path);
    expect(await ask(store).passages([1], scope)).toHaveLength(1);
    await expect(store.save(change([boat()]))).rejects.toMatchObject({ code: "read_only" });
    await expect(store.erase(["boat"], erasure())).rejects.toMatchObject({ code: "read_only" });
  });

  it("counts calls on a read-only file while it is open", async () => {
    const path = await written();
    const store = openStore(path, { readonly: true });
    const counted = await store.count({ requests: 1, tokens: 0, spendMicros: 0 }, unlimited);
    expect(counted).toMatchObject({ outcome: "counted", usage: { requests: 2 } });
    await store.close();
    expect((await openStore(path).usage()).requests).toBe(1);
  });

  it("reads the whole file if SQLite may not write to its folder", async () => {
    const copy = openCopy(await written(), plainDriver);
    onTestFinished(() => {
      copy.close();
    });
    expect(copy.prepare("select text from passages").pluck().all()).toEqual([boat().text]);
    expect(() => copy.exec("delete from passages")).toThrow("readonly");
  });

  it("indexes a store again if another tokenizer made its words, so that they can be forgotten", async () => {
    const path = await written();
    const database = raw(path);
    database.exec(`insert into words (words) values ('delete-all');
      insert into words (rowid, held) values (1, 'harbours');
      update meta set value = 'another' where key = 'words'; update totals set words = 9`);
    const store = openStore(path);
    const found = await ask(store).matching(["harbours", "harbour"], { limit: 5, scope });
    expect(found.map(({ passages }) => passages)).toEqual([[], [1]]);
    const { said } = await ask(store).statistics();
    expect(said).toEqual({ passages: 1, averageWordCount: passageWords(boat()).length });
    expect((await store.erase(["boat"], erasure())).residue.words).toBe(0);
  });

  it("throws invalid_input for a folder, and for a file in a folder that does not exist", () => {
    const folder = join(dirname(temporaryPath()), "folder");
    mkdirSync(folder);
    expect(() => openStore(folder)).toThrow(expect.objectContaining({ code: "invalid_input" }));
    expect(() => openStore(join(folder, "no", "store.db"))).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });
});

describe("while another process has the write lock", () => {
  /** Opens a connection that takes the lock and keeps it. */
  function holder(path: string): Database.Database {
    const database = raw(path);
    database.exec("begin immediate");
    return database;
  }

  it("a write throws busy after the timeout, and reads continue", async () => {
    const path = await written();
    const store = openStore(path, { busyTimeoutMs: 30 });
    holder(path);
    await expect(store.save(change([boat()]))).rejects.toMatchObject({
      code: "busy",
      data: { timeoutMs: 30 },
    });
    expect(await ask(store).passages([1], scope)).toHaveLength(1);
  });

  it("a write waits without blocking the event loop, and succeeds when the lock is free", async () => {
    const path = await written();
    const store = openStore(path, { busyTimeoutMs: 10_000 });
    const other = holder(path);
    const saving = store.save(change([]));
    setImmediate(() => other.exec("commit"));
    expect((await saving).outcome).toBe("saved");
  });

  it("a count is kept in memory, shown at once, and written once later", async () => {
    const path = await written();
    const store = openStore(path);
    const other = holder(path);
    const delta = { requests: 1, tokens: 4, spendMicros: 0 };
    expect(await store.count(delta, unlimited)).toMatchObject({
      outcome: "counted",
      usage: { requests: 2, tokens: 4 },
    });
    expect(await store.usage()).toMatchObject({ requests: 2, tokens: 4 });
    other.exec("commit");
    await store.save(change([], { usage: noUsage }));
    await store.close();
    expect(await openStore(path).usage()).toMatchObject({ requests: 2, tokens: 4 });
  });
});

describe("the audit trail", () => {
  const tampered = async (sql: string) => {
    const path = await written();
    const database = raw(path);
    database.exec("drop trigger audit_is_never_changed; drop trigger audit_is_never_cut");
    database.exec(sql);
    return openStore(path).verifyAudit();
  };

  it("cannot be changed or truncated by plain SQL", async () => {
    const database = raw(await written());
    expect(() => database.exec("update audit set actor = 'x'")).toThrow("append-only");
    expect(() => database.exec("delete from audit")).toThrow("append-only");
  });

  it("shows where a row was changed, removed, or removed from the end", async () => {
    expect(await tampered("update audit set actor = 'x' where seq = 2")).toEqual({
      valid: false,
      rows: 2,
      broken_at: 2,
    });
    expect(await tampered("delete from audit where seq = 1")).toEqual({
      valid: false,
      rows: 1,
      broken_at: 2,
    });
    expect(await tampered("delete from audit where seq = 2")).toEqual({
      valid: false,
      rows: 1,
      broken_at: 2,
    });
  });
});

it("save() saves nothing if the audit row cannot be written", async () => {
  const path = await written();
  const store = openStore(path);
  raw(path).exec("create trigger refuse before insert on audit begin select raise(abort, 'refused'); end");
  const before = [await store.usage(), await ask(store).statistics()];
  const kite = passage("a kite on the hill", { records: [record("kite")] });
  await expect(store.save(change([kite]))).rejects.toThrow("refused");
  expect([await store.usage(), await ask(store).statistics()]).toEqual(before);
  expect((await ask(store).matching(["kite"], { limit: 5, scope }))[0]?.passages).toEqual([]);
  expect(await ask(store).nearest(kite.vector, { limit: 5, scope })).toHaveLength(1);
});

it("openConnection() has a small page cache, and takes other settings to measure them", async () => {
  const cacheOf = async (settings?: { readonly cacheBytes: number }) => {
    const connection = openConnection({ path: temporaryPath(), clock: () => new Date(), settings });
    const kib = connection.database.pragma("cache_size", { simple: true });
    await connection.close();
    return kib;
  };
  expect(await cacheOf()).toBe(-256);
  expect(await cacheOf({ cacheBytes: 2 ** 20 })).toBe(-1024);
});

it("openConnection() maps a file that is large, or becomes large later", async () => {
  const path = temporaryPath();
  const open = () =>
    openConnection({
      path,
      clock: () => new Date(),
      settings: { mappedFromBytes: 2 ** 20, checkpointPages: 10 },
    });
  const mapped = (connection: Connection) => connection.database.pragma("mmap_size", { simple: true });
  const grown = open();
  expect(mapped(grown)).toBe(0);
  grown.database.exec("create table filler (bytes blob)");
  for (let commit = 0; commit < 256; commit += 1) {
    expect(mapped(grown)).toBe(0);
    await grown.commit("fill", () => grown.database.exec("insert into filler values (zeroblob(10000))"));
  }
  expect(mapped(grown)).toBeGreaterThan(2 ** 20);
  await grown.close();
  const opened = open();
  expect(mapped(opened)).toBeGreaterThan(2 ** 20);
  await opened.close();
});
