import { chmodSync, mkdirSync, readFileSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { testClock } from "keepsake/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Registry } from "../../../src/accounts/registry/registry.js";
import { temporaryFile } from "../../temporary-file.js";

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

const store = (name = "acme", plan = "builder") =>
  registry.stores.add({ id: `id-${name}`, name, accountId: registry.accounts.add(name, plan).id });

describe("Registry, stores", () => {
  it("stores an entry with its plan, and finds it after reopening", () => {
    store();
    const again = open();
    expect(again.stores.get("acme")).toEqual({
      id: "id-acme",
      name: "acme",
      accountId: again.accounts.get("acme").id,
      account: "acme",
      plan: { name: "builder", storage_gb: 10, token_rate: 1, price_month: 49, mops_month: 5000 },
      shareMicros: 0,
      paidBeforeMicros: 0,
      freeMicros: 0,
      others: 0,
      othersBytes: 0,
      createdAt: "2026-05-04T09:00:00.000Z",
      wrappedKey: null,
      models: {},
    });
  });

  it("refuses a name that is taken, in any Unicode normalization, and an unknown name", () => {
    store("caf\u00e9");
    expect(() => store("cafe\u0301")).toThrow(expect.objectContaining({ code: "invalid_input" }));
    expect(() => registry.stores.get("nobody")).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(() => store("other", "no such plan")).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  it("refuses a name that another process took meanwhile", () => {
    const other = open();
    store();
    expect(() =>
      other.stores.add({ id: "else", name: "acme", accountId: other.accounts.get("acme").id }),
    ).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it("renames a store, and its keys stay valid", () => {
    store();
    const { key } = registry.keys.create(registry.stores.get("acme"));
    registry.stores.rename("acme", "acme-eu");
    expect(registry.keys.open(key)?.store).toMatchObject({ id: "id-acme", name: "acme-eu" });
    expect(() => registry.stores.get("acme")).toThrow();
  });
});

describe("Registry, keys", () => {
  it("returns a key once: the file contains its hash and not the key", () => {
    store();
    const { key, entry } = registry.keys.create(registry.stores.get("acme"), {
      label: "bot",
      requestsPerMinute: 60,
    });
    expect(entry).toEqual({
      id: key.slice(4, 16),
      store: "acme",
      label: "bot",
      requestsPerMinute: 60,
      createdAt: "2026-05-04T09:00:00.000Z",
      revokedAt: null,
      lastUsedAt: null,
    });
    registry.close();
    registry = open();
    expect(readFileSync(path).includes(key.slice(16))).toBe(false);
    expect(registry.keys.open(key)).toMatchObject({
      keyId: entry.id,
      requestsPerMinute: 60,
      store: { name: "acme" },
    });
  });

  it("opens no store for an unknown, mistyped or revoked key", () => {
    store();
    const { key, entry } = registry.keys.create(registry.stores.get("acme"));
    const mistyped = key.slice(0, -1) + (key.endsWith("A") ? "B" : "A");
    expect([registry.keys.open(mistyped), registry.keys.open("ksk_x"), registry.keys.open("")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    registry.keys.revoke(entry.id);
    expect(registry.keys.open(key)).toBeUndefined();
    expect(registry.keys.list(registry.stores.get("acme"))).toMatchObject([
      { id: entry.id, revokedAt: "2026-05-04T09:00:00.000Z" },
    ]);
  });

  it("renames a key, and refuses an unknown one", () => {
    store();
    const { entry } = registry.keys.create(registry.stores.get("acme"));
    expect(registry.keys.rename(entry.id, "phone").label).toBe("phone");
    expect(() => registry.keys.rename("nobody", "x")).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(() => registry.keys.revoke("nobody")).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(() => registry.keys.create(registry.stores.get("nobody"))).toThrow(
      expect.objectContaining({ code: "not_found" }),
    );
    expect(() => registry.keys.create(registry.stores.get("acme"), { requestsPerMinute: 0 })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it("writes KEY_CREATE and KEY_REVOKE once each to a hash-chained audit trail", () => {
    store();
    const { entry } = registry.keys.create(registry.stores.get("acme"));
    registry.keys.revoke(entry.id);
    registry.keys.revoke(entry.id);
    expect(registry.audit.rows().slice(2)).toMatchObject([
      {
        seq: 3,
        operation: "KEY_CREATE",
        record_id: entry.id,
        actor: "tester",
        reason: "store id-acme",
        previous_hash: registry.audit.rows()[1]?.hash,
      },
      { seq: 4, operation: "KEY_REVOKE", record_id: entry.id },
    ]);
    expect(registry.audit.verify()).toEqual({ valid: true, rows: 4 });
  });

  it.each([
    ["altered", "update audit set actor = 'somebody' where seq = 1", 1],
    ["moved to another account", "update audit set account = 'other' where seq = 3", 3],
    ["removed", "delete from audit where seq = 2", 3],
    ["cut off", "delete from audit where seq = 5", 5],
  ])("finds a row of the trail that was %s", (_how, sql, brokenAt) => {
    store();
    for (let index = 0; index < 3; index += 1) registry.keys.create(registry.stores.get("acme"));
    const database = new Database(path);
    expect(() => database.exec(sql)).toThrow(/append-only/);
    database.exec("drop trigger audit_is_never_changed; drop trigger audit_is_never_cut");
    database.exec(sql);
    database.close();
    expect(registry.audit.verify()).toMatchObject({ valid: false, broken_at: brokenAt });
  });
});

describe("Registry, plans and wallets", () => {
  it("has the built-in plans", () => {
    expect(registry.plans.list()).toEqual([
      { name: "open", storage_gb: 1000, token_rate: 0 },
      { name: "builder", storage_gb: 10, token_rate: 1, price_month: 49, mops_month: 5000 },
    ]);
  });

  it("a changed plan applies to its stores, and a built-in plan stays as it was at its first use", () => {
    store();
    registry.plans.set({ name: "builder", storage_gb: 20, token_rate: 0.5 });
    expect(registry.stores.get("acme").plan).toEqual({ name: "builder", storage_gb: 20, token_rate: 0.5 });
    expect(registry.plans.list().filter(({ name }) => name === "builder")).toHaveLength(1);
    expect(() => registry.plans.set({ name: "x", storage_gb: -1, token_rate: 1 })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it("adds up deposits in micro-dollars", () => {
    store();
    registry.accounts.deposit("acme", 1);
    expect(registry.accounts.deposit("acme", 2_500_000).depositedMicros).toBe(2_500_001);
    expect(registry.accounts.deposits("acme")).toEqual([
      { micros: 1, at: "2026-05-04T09:00:00.000Z", actor: "tester" },
      { micros: 2_500_000, at: "2026-05-04T09:00:00.000Z", actor: "tester" },
    ]);
    for (const wrong of [0, -5, 1.5, Number.NaN])
      expect(() => registry.accounts.deposit("acme", wrong)).toThrow(
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
