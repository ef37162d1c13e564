/**
 * The drivers of plain files. What needs `node:sqlite` runs on Node 22.16 and newer: see
 * `test/runtimes`.
 */
import { createRequire } from "node:module";
import { describe, expect, it, onTestFinished } from "vitest";
import { Memory } from "../../../../src/memory.js";
import { sqliteErrorName, sqliteErrorNameIn } from "../../../../src/stores/sqlite/database/node-sqlite.js";
import { type DriverName, driverNamed } from "../../../../src/stores/sqlite/database/plain-drivers.js";
import type { SqlDatabase } from "../../../../src/stores/sqlite/database/sql-database.js";
import { describeStore } from "../../store.contract.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

const names = ["better-sqlite3", "node:sqlite"] as const;
const present = names.filter(isPresent);

/** Looks for the library without the code under test. */
function isPresent(name: DriverName): boolean {
  const require = createRequire(import.meta.url);
  try {
    if (name === "node:sqlite") return "setReturnArrays" in require(name).StatementSync.prototype;
    new (require(name))(":memory:").close();
    return true;
  } catch {
    return false;
  }
}

function open(name: DriverName, path = ":memory:", readonly = false): SqlDatabase {
  const database = driverNamed(name).open(path, { readonly, timeout: 0 });
  onTestFinished(() => void database.close());
  return database;
}

const codeOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return undefined;
};

describe("driverNamed()", () => {
  it("has a driver on this machine", () => expect(present).not.toEqual([]));

  it.each(names.filter((name) => !isPresent(name)))("says what %s needs where it is missing", (name) => {
    expect(() => driverNamed(name)).toThrow(
      expect.objectContaining({ code: "missing_dependency", data: { package: name } }),
    );
  });
});

describe.each(present)("%s", (name) => {
  it("returns rows as objects, first columns or arrays, with blobs as Buffer", () => {
    const database = open(name);
    database.exec("create table things (id integer primary key, name text, bytes blob)");
    const { changes, lastInsertRowid } = database
      .prepare("insert into things (name, bytes) values (?, ?)")
      .run("hat", Buffer.from("abc"));
    expect([changes, lastInsertRowid]).toEqual([1, 1]);
    const all = "select id, name, bytes from things where id = :id";
    const row = { id: 1, name: "hat", bytes: Buffer.from("abc") };
    expect(database.prepare(all).get({ id: 1, unused: 2 })).toStrictEqual(row);
    expect(database.prepare(all).pluck().all({ id: 1 })).toEqual([1]);
    const [tuple] = [...database.prepare(all).raw().iterate({ id: 1 })];
    expect(tuple).toEqual([1, "hat", Buffer.from("abc")]);
    expect(Buffer.isBuffer((tuple as unknown[])[2])).toBe(true);
    expect(database.prepare(all).get({ id: 2 })).toBeUndefined();
  });

  it("ends a statement whose rows are not all read", () => {
    const database = open(name);
    const three = database.prepare<[], { n: number }>("select 1 as n union all select 2 union all select 3");
    for (const { n } of three.iterate()) if (n === 2) break;
    expect(three.all()).toHaveLength(3);
    database.exec("create table after_it (id)");
  });

  it("commits a transaction, or rolls it back", () => {
    const database = open(name);
    database.exec("create table things (id)");
    const insert = database.prepare("insert into things values (?)");
    expect(database.transaction(() => insert.run(1).changes).immediate()).toBe(1);
    const failing = database.transaction(() => {
      insert.run(2);
      expect(database.inTransaction).toBe(true);
      throw new Error("stop");
    });
    expect(() => failing.immediate()).toThrow("stop");
    expect(database.inTransaction).toBe(false);
    expect(database.prepare("select id from things").pluck().all()).toEqual([1]);
  });

  it("runs pragmas and functions of its own", () => {
    const database = open(name);
    database.pragma("user_version = 7");
    expect(database.pragma("user_version", { simple: true })).toBe(7);
    expect(database.pragma("user_version")).toEqual([{ user_version: 7 }]);
    database.function("twice", { deterministic: true }, (text) => `${text}${text}`);
    expect(database.prepare("select twice(?)").pluck().get("ab")).toBe("abab");
  });

  it("names SQLite's errors", () => {
    const path = temporaryPath();
    const writer = open(name, path);
    writer.exec("create table things (id integer primary key); insert into things values (1)");
    const reader = open(name, path, true);
    const other = open(name, path);
    writer.exec("begin immediate");
    const codes = [
      codeOf(() => other.exec("begin immediate")),
      codeOf(() => writer.exec("insert into things values (1)")),
      codeOf(() => reader.exec("insert into things values (2)")),
      codeOf(() => writer.prepare("select nothing")),
      codeOf(() => open(name, `${path}/nowhere`)),
    ];
    const expected = ["BUSY", "CONSTRAINT", "READONLY", "ERROR", "CANTOPEN"];
    expect(codes).toEqual(expected.map((code) => expect.stringContaining(`SQLITE_${code}`)));
  });

  it("loads no extension that is not there, and closes twice", () => {
    const database = open(name);
    expect(() => database.loadExtension("/nowhere/vec0")).toThrow();
    database.close();
    database.close();
  });

  it("keeps a memory that every other driver reads", async () => {
    const path = temporaryPath();
    const memory = new Memory({ path, driver: name });
    await memory.remember({ content: "The ladder hangs in the shed.", speaker: "Ana" });
    await memory.close();
    for (const driver of present) {
      const again = new Memory({ path, driver });
      expect((await again.recall("Where does the ladder hang?")).episodic_memory).toMatch(/shed/);
      expect(await again.check()).toMatchObject({ ok: true });
      await again.close();
    }
    const last = new Memory({ path, driver: name });
    expect(await last.forget({ query: "Where does the ladder hang?", confirm: true })).toMatchObject({
      verified: true,
    });
    await last.close();
  });
});

describe("the option `driver`", () => {
  it("is refused for an encrypted file, and for a store of one's own", () => {
    const encryption = { key: new Uint8Array(32) };
    const path = "agent.db";
    expect(() => new Memory({ path, driver: "node:sqlite", encryption })).toThrow(/driver/);
    expect(() => new Memory({ driver: "node:sqlite", store: () => Promise.reject() })).toThrow(/driver/);
    expect(() => new Memory({ driver: "bun:sqlite" as "node:sqlite" })).toThrow(/driver/);
  });
});

describe("sqliteErrorName()", () => {
  it("names primary codes and those extended codes that are distinguished", () => {
    const codes = [1, 5, 8, 11, 13, 14, 26, 522, 1544];
    expect(codes.map(sqliteErrorName)).toEqual([
      "SQLITE_ERROR",
      "SQLITE_BUSY",
      "SQLITE_READONLY",
      "SQLITE_CORRUPT",
      "SQLITE_FULL",
      "SQLITE_CANTOPEN",
      "SQLITE_NOTADB",
      "SQLITE_IOERR_SHORT_READ",
      "SQLITE_READONLY_DIRECTORY",
    ]);
  });

  it("keeps the number of any other extended code behind its kind", () => {
    expect([517, 2067].map(sqliteErrorName)).toEqual(["SQLITE_BUSY_517", "SQLITE_CONSTRAINT_2067"]);
  });
});

describe("sqliteErrorNameIn()", () => {
  it("names the codes that failures distinguish, and any other SQLITE_ERROR", () => {
    const messages = [
      "database is locked",
      "unable to open database file: /nowhere/agent.db",
      "no such table: things",
    ];
    expect(messages.map(sqliteErrorNameIn)).toEqual(["SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_ERROR"]);
  });

  it("knows SQLite's own wording", () => {
    const path = temporaryPath();
    const writer = open(present[0]!, path);
    writer.exec("create table things (id)");
    const reader = open(present[0]!, path, true);
    const other = open(present[0]!, path);
    writer.exec("begin immediate");
    const failures = [
      () => other.exec("begin immediate"),
      () => reader.exec("insert into things values (2)"),
    ];
    for (const fail of failures)
      expect(fail).toThrow(
        expect.toSatisfy(
          (error: Error & { code: string }) => error.code === sqliteErrorNameIn(error.message),
        ),
      );
  });
});

// The standard driver passes this contract in `sqlite-store.test.ts`.
if (present.length === names.length)
  describeStore("a SQLite store on node:sqlite", async () =>
    openStore(":memory:", { driver: driverNamed("node:sqlite") }),
  );
