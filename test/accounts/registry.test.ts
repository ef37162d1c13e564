import { chmodSync, mkdirSync, readFileSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { testClock } from "keepsake/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Registry } from "../../src/accounts/registry.js";
import { temporaryFile } from "../temporary-file.js";

const clock = testClock("2026-05-04T09:00:00Z");
let path: string;
let registry: Registry;

beforeEach(() => {
  path = temporaryFile("registry.db");
  registry = open();
});

function open(): Registry {
  const opened = new Registry({ path, create: true, clock, actor: "tester" });
  onTestFinished(() => opened.close());
  return opened;
}

const store = (name = "acme", plan = "builder") => registry.addStore({ id: `id-${name}`, name, plan });

describe("Registry, stores", () => {
  it("stores an entry with its plan, and finds it after reopening", () => {
    store();
    const again = open();
    expect(again.store("acme")).toEqual({
      id: "id-acme",
      name: "acme",
      plan: { name: "builder", storage_gb: 10, token_rate: 1 },
      depositedMicros: 0,
      createdAt: "2026-05-04T09:00:00.000Z",
      wrappedKey: null,
    });
  });

  it("refuses a name that is taken, in any Unicode normalization, and an unknown name", () => {
    store("caf\u00e9");
    expect(() => store("cafe\u0301")).toThrow(expect.objectContaining({ code: "invalid_input" }));
    expect(() => registry.store("nobody")).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(() => store("other", "no such plan")).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  it("refuses a name that another process took meanwhile", () => {
    const other = open();
    store();
    expect(() => other.addStore({ id: "else", name: "acme", plan: "open" })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it("renames a store, and its keys stay valid", () => {
    store();
    const { key } = registry.createKey("acme");
    registry.renameStore("acme", "acme-eu");
    expect(registry.open(key)?.store).toMatchObject({ id: "id-acme", name: "acme-eu" });
    expect(() => registry.store("acme")).toThrow();
  });
});

describe("Registry, keys", () => {
  it("returns a key once: the file contains its hash and not the key", () => {
    store();
    const { key, entry } = registry.createKey("acme", { label: "bot", requestsPerMinute: 60 });
    expect(entry).toEqual({
      id: key.slice(4, 16),
      store: "acme",
      label: "bot",
      requestsPerMinute: 60,
      createdAt: "2026-05-04T09:00:00.000Z",
      revokedAt: null,
    });
    registry.close();
    registry = open();
    expect(readFileSync(path).includes(key.slice(16))).toBe(false);
    expect(registry.open(key)).toMatchObject({
      keyId: entry.id,
      requestsPerMinute: 60,
      store: { name: "acme" },
    });
  });

  it("opens no store for an unknown, mistyped or revoked key", () => {
    store();
    const { key, entry } = registry.createKey("acme");
    const mistyped = key.slice(0, -1) + (key.endsWith("A") ? "B" : "A");
    expect([registry.open(mistyped), registry.open("ksk_x"), registry.open("")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    registry.revokeKey(entry.id);
    expect(registry.open(key)).toBeUndefined();
    expect(registry.keys("acme")).toMatchObject([{ id: entry.id, revokedAt: "2026-05-04T09:00:00.000Z" }]);
  });

  it("renames a key, and refuses an unknown one", () => {
    store();
    const { entry } = registry.createKey("acme");
    expect(registry.renameKey(entry.id, "phone").label).toBe("phone");
    expect(() => registry.renameKey("nobody", "x")).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(() => registry.revokeKey("nobody")).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(() => registry.createKey("nobody")).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(() => registry.createKey("acme", { requestsPerMinute: 0 })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it("writes KEY_CREATE and KEY_REVOKE once each to a hash-chained audit trail", () => {
    store();
    const { entry } = registry.createKey("acme");
    registry.revokeKey(entry.id);
    registry.revokeKey(entry.id);
    expect(registry.audit()).toMatchObject([
      {
        seq: 1,
        operation: "KEY_CREATE",
        record_id: entry.id,
        actor: "tester",
        reason: "store id-acme",
        previous_hash: "0".repeat(64),
      },
      { seq: 2, operation: "KEY_REVOKE", record_id: entry.id },
    ]);
    expect(registry.verifyAudit()).toEqual({ valid: true, rows: 2 });
  });

  it.each([
    ["altered", "update audit set actor = 'somebody' where seq = 1", 1],
    ["removed", "delete from audit where seq = 2", 3],
    ["cut off", "delete from audit where seq = 3", 3],
  ])("finds a row of the trail that was %s", (_how, sql, brokenAt) => {
    store();
    for (let index = 0; index < 3; index += 1) registry.createKey("acme");
    const database = new Database(path);
    expect(() => database.exec(sql)).toThrow(/append-only/);
    database.exec("drop trigger audit_is_never_changed; drop trigger audit_is_never_cut");
    database.exec(sql);
    database.close();
    expect(registry.verifyAudit()).toMatchObject({ valid: false, broken_at: brokenAt });
  });
});

describe("Registry, plans and wallets", () => {
  it("has the built-in plans", () => {
    expect(registry.plans()).toEqual([
      { name: "open", storage_gb: 1000, token_rate: 0 },
      { name: "builder", storage_gb: 10, token_rate: 1 },
    ]);
  });

  it("a changed plan applies to its stores, and a built-in plan stays as it was at its first use", () => {
    store();
    registry.setPlan({ name: "builder", storage_gb: 20, token_rate: 0.5 });
    expect(registry.store("acme").plan).toEqual({ name: "builder", storage_gb: 20, token_rate: 0.5 });
    expect(registry.plans().filter(({ name }) => name === "builder")).toHaveLength(1);
    expect(() => registry.setPlan({ name: "x", storage_gb: -1, token_rate: 1 })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it("adds up deposits in micro-dollars", () => {
    store();
    registry.deposit("acme", 1);
    expect(registry.deposit("acme", 2_500_000).depositedMicros).toBe(2_500_001);
    expect(registry.deposits("acme")).toEqual([
      { micros: 1, at: "2026-05-04T09:00:00.000Z", actor: "tester" },
      { micros: 2_500_000, at: "2026-05-04T09:00:00.000Z", actor: "tester" },
    ]);
    for (const wrong of [0, -5, 1.5, Number.NaN])
      expect(() => registry.deposit("acme", wrong)).toThrow(
        expect.objectContaining({ code: "invalid_input" }),
      );
  });
});

describe("Registry, its file", () => {
  it("is made private when it is opened; a group that may write keeps its permission", () => {
    for (const [mode, wanted] of [
      [0o644, 0o600],
      [0o666, 0o660],
    ] as const) {
      chmodSync(path, mode);
      open();
      expect(statSync(path).mode & 0o777).toBe(wanted);
    }
  });

  it("reports the operation that the system refused", () => {
    const folder = `${path}.folder`;
    mkdirSync(folder);
    expect(() => new Registry({ path: folder })).toThrow(expect.objectContaining({ code: "io_failed" }));
  });

  it("is not created by opening it", () => {
    expect(() => new Registry({ path: temporaryFile("none.db") })).toThrow(
      expect.objectContaining({ code: "not_found" }),
    );
  });

  it("is refused if another program, or a newer keepsake, wrote it", () => {
    const foreign = temporaryFile("foreign.db");
    const database = new Database(foreign);
    database.exec("create table t (a)");
    database.close();
    expect(() => new Registry({ path: foreign })).toThrow(expect.objectContaining({ code: "corrupt" }));

    const newer = new Database(path);
    newer.pragma("user_version = 99");
    newer.close();
    expect(() => new Registry({ path })).toThrow(expect.objectContaining({ code: "newer_schema" }));
  });
});
