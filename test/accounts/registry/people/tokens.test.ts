import { readFileSync } from "node:fs";
import { testClock } from "keepsake/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Registry } from "../../../../src/accounts/registry/registry.js";
import { temporaryFile } from "../../../temporary-file.js";

let now: Date;
let path: string;
let registry: Registry;
let ana: string;

beforeEach(() => {
  now = testClock("2026-05-04T09:00:00Z")();
  path = temporaryFile("registry.db");
  registry = new Registry({ path, create: true, clock: () => now });
  onTestFinished(() => registry.close());
  ana = registry.people.add("ana").id;
  const account = registry.accounts.add("acme", "open");
  registry.people.setRole(account.id, ana, "owner");
  registry.stores.add({ id: "store-1", name: "notes", accountId: account.id });
});

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

/** A grant with an access token, both valid for an hour. */
function granted(grantId: string, token: string) {
  registry.tokens.put({ kind: "Grant", id: grantId, payload: {}, grantId: undefined, expiresInS: 3600 });
  registry.tokens.bind(grantId, {
    personId: ana,
    storeId: "store-1",
    client: "Editor",
    host: "127.0.0.1:1",
    scopes: ["memory:read"],
  });
  const payload = { aud: "https://m.example/mcp", scope: "memory:read" };
  registry.tokens.put({ kind: "AccessToken", id: token, payload, grantId, expiresInS: 3600 });
}

describe("TokenTable", () => {
  it("opens the store of a token's grant, and stores neither of them readably", () => {
    granted("grant-secret", "token-secret");
    expect(registry.tokens.open("token-secret")).toMatchObject({
      store: { id: "store-1" },
      role: "owner",
      personId: ana,
      audience: "https://m.example/mcp",
      scopes: ["memory:read"],
    });
    expect(registry.tokens.open("grant-secret")).toBeUndefined();
    expect(registry.tokens.open("other")).toBeUndefined();
    for (const file of [path, `${path}-wal`]) {
      expect(readFileSync(file).includes("token-secret")).toBe(false);
      expect(readFileSync(file).includes("grant-secret")).toBe(false);
    }
  });

  it("opens nothing after its time, without its member, or for a forgotten store", () => {
    granted("g1", "t1");
    const account = registry.accounts.get("acme").id;
    registry.people.removeMember(account, ana);
    expect(registry.tokens.open("t1")).toBeUndefined();
    registry.people.setRole(account, ana, "reader");
    expect(registry.tokens.open("t1")?.role).toBe("reader");
    registry.people.setDisabled("ana", true);
    expect(registry.tokens.open("t1")).toBeUndefined();
    registry.people.setDisabled("ana", false);
    later(3_600_000);
    expect(registry.tokens.open("t1")).toBeUndefined();
    granted("g2", "t2");
    registry.forgetStore("notes");
    expect(registry.tokens.open("t2")).toBeUndefined();
    expect(registry.tokens.grants(ana)).toEqual([]);
  });

  it("lists the grants of a person, and revokes one with its tokens", () => {
    granted("g1", "t1");
    granted("g2", "t2");
    registry.tokens.open("t1");
    const grants = registry.tokens.grants(ana);
    expect(grants).toHaveLength(2);
    expect(grants).toContainEqual(
      expect.objectContaining({
        client: "Editor",
        host: "127.0.0.1:1",
        store: "notes",
        lastUsedAt: now.toISOString(),
      }),
    );
    const used = grants.find(({ lastUsedAt }) => lastUsedAt !== null)!;
    expect(registry.tokens.revokeOf(registry.people.add("ben").id, used.id)).toBe(false);
    expect(registry.tokens.revokeOf(ana, used.id)).toBe(true);
    expect(registry.tokens.open("t1")).toBeUndefined();
    expect(registry.tokens.open("t2")).toBeDefined();
    const operations = registry.audit.rows().map(({ operation }) => operation);
    expect(operations.filter((operation) => operation.startsWith("KEY_"))).toEqual([
      "KEY_CREATE",
      "KEY_CREATE",
      "KEY_REVOKE",
    ]);
  });

  it("forgets a grant whose authorization has expired", () => {
    granted("g1", "t1");
    later(3_600_000);
    registry.tokens.put({ kind: "Client", id: "c", payload: {}, grantId: undefined, expiresInS: 10 });
    expect(registry.tokens.grants(ana)).toEqual([]);
  });

  it("consumes an item once", () => {
    registry.tokens.put({ kind: "RefreshToken", id: "r", payload: { a: 1 }, grantId: "g", expiresInS: 10 });
    expect(registry.tokens.find("RefreshToken", "r")).toEqual({ payload: { a: 1 }, consumedAtMs: null });
    expect([
      registry.tokens.consume("RefreshToken", "r"),
      registry.tokens.consume("RefreshToken", "r"),
    ]).toEqual([true, false]);
    expect(registry.tokens.find("RefreshToken", "r")?.consumedAtMs).toBe(now.getTime());
    expect(registry.tokens.find("AccessToken", "r")).toBeUndefined();
  });

  it("keeps at most so many items that expire soon, the latest of them", () => {
    for (let index = 0; index < 5; index += 1) {
      registry.tokens.put({
        kind: "Client",
        id: `c${index}`,
        payload: {},
        grantId: undefined,
        expiresInS: 100 + index,
      });
    }
    registry.tokens.prolong("Client", "c0", 10_000);
    registry.tokens.limit("Client", { most: 2, withinS: 1000 });
    const left = [0, 1, 2, 3, 4].filter((index) => registry.tokens.find("Client", `c${index}`) !== undefined);
    expect(left).toEqual([0, 3, 4]);
  });
});
