import { readFileSync } from "node:fs";
import { testClock } from "keepsake/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Registry } from "../../../../src/accounts/registry/registry.js";
import { temporaryFile } from "../../../temporary-file.js";

const hourMs = 3_600_000;
let now: Date;
let path: string;
let registry: Registry;

beforeEach(() => {
  now = testClock("2026-05-04T09:00:00Z")();
  path = temporaryFile("registry.db");
  registry = new Registry({ path, create: true, clock: () => now });
  onTestFinished(() => registry.close());
});

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

function account(name: string) {
  const { id } = registry.accounts.add(name, "open");
  registry.stores.add({ id: `id-${name}`, name, accountId: id });
  return id;
}

describe("PeopleTable", () => {
  it("finds a person by login, in any case, and refuses one that is taken", () => {
    registry.people.add("Ana@Example.com");
    expect(registry.people.get("ANA@example.com")).toMatchObject({
      login: "ana@example.com",
      hasPassword: false,
    });
    expect(() => registry.people.add("ana@EXAMPLE.com")).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
    expect(() => registry.people.get("nobody")).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  it("a member may open the stores of their accounts, and no other", () => {
    const [acme, globex] = [account("acme"), account("globex")];
    const ana = registry.people.add("ana").id;
    const ben = registry.people.add("ben").id;
    registry.people.setRole(acme, ana, "owner");
    registry.people.setRole(globex, ben, "reader");
    registry.people.setRole(globex, ana, "reader");
    registry.people.setRole(globex, ana, "editor");
    expect(registry.people.stores(ana).map(({ store, role }) => [store.name, role])).toEqual([
      ["acme", "owner"],
      ["globex", "editor"],
    ]);
    expect(registry.people.storeOf(ben, "id-globex")?.role).toBe("reader");
    expect(registry.people.storeOf(ben, "id-acme")).toBeUndefined();
    registry.people.removeMember(globex, ana);
    expect(registry.people.members(globex)).toMatchObject([{ login: "ben", role: "reader" }]);
    expect(registry.people.storeOf(ana, "id-globex")).toBeUndefined();
  });

  it("a disabled person has no stores, sessions or links", () => {
    const acme = account("acme");
    const { id } = registry.people.add("ana");
    registry.people.setRole(acme, id, "owner");
    const session = registry.sessions.begin(id);
    const link = registry.sessions.newLink(id);
    registry.people.setDisabled("ana", true);
    expect(registry.people.stores(id)).toEqual([]);
    expect(registry.people.storeOf(id, "id-acme")).toBeUndefined();
    expect(registry.sessions.person(session)).toBeUndefined();
    expect(registry.sessions.useLink(link)).toBeUndefined();
    registry.people.setDisabled("ana", false);
    expect(registry.sessions.person(session)).toBeUndefined();
    expect(registry.people.stores(id)).toHaveLength(1);
  });
});

describe("SessionTable", () => {
  it("finds the person of a session, whose secret is not in the file", () => {
    const { id } = registry.people.add("ana");
    const secret = registry.sessions.begin(id, "Firefox");
    expect(registry.sessions.person(secret)?.login).toBe("ana");
    expect(registry.sessions.person(`${secret}x`)).toBeUndefined();
    expect(registry.sessions.list(id)).toMatchObject([{ label: "Firefox", createdAt: now.toISOString() }]);
    expect(readFileSync(path).includes(secret)).toBe(false);
    expect(readFileSync(`${path}-wal`).includes(secret)).toBe(false);
  });

  it("ends after 12 hours without a request, and after 7 days in any case", () => {
    const { id } = registry.people.add("ana");
    const idle = registry.sessions.begin(id);
    later(12 * hourMs + 1);
    expect(registry.sessions.person(idle)).toBeUndefined();
    const busy = registry.sessions.begin(id);
    for (let index = 0; index < 14; index += 1) {
      later(12 * hourMs);
      expect(registry.sessions.person(busy)?.id).toBe(id);
    }
    later(1);
    expect(registry.sessions.person(busy)).toBeUndefined();
  });

  it("is ended by its secret, by its person, and by a new password", () => {
    const { id } = registry.people.add("ana");
    const other = registry.people.add("ben").id;
    const [one, two, three] = [1, 2, 3].map(() => registry.sessions.begin(id)) as [string, string, string];
    registry.sessions.end(one);
    expect(registry.sessions.person(one)).toBeUndefined();
    const entry = registry.sessions.list(id)[0]!;
    expect(registry.sessions.endOf(other, entry.id)).toBe(false);
    expect(registry.sessions.endOf(id, entry.id)).toBe(true);
    registry.people.setPassword(id, "hash");
    expect([two, three].map((secret) => registry.sessions.person(secret))).toEqual([undefined, undefined]);
  });

  it("keeps at most 20 sessions of a person", () => {
    const { id } = registry.people.add("ana");
    const first = registry.sessions.begin(id);
    for (let index = 0; index < 20; index += 1) {
      later(1);
      registry.sessions.begin(id);
    }
    expect(registry.sessions.person(first)).toBeUndefined();
    expect(registry.sessions.list(id)).toHaveLength(20);
  });
});

describe("SessionTable, one-time links", () => {
  it("open once, within 15 minutes", () => {
    const { id } = registry.people.add("ana");
    const link = registry.sessions.newLink(id);
    expect(registry.sessions.useLink(link)?.id).toBe(id);
    expect(registry.sessions.useLink(link)).toBeUndefined();
    const late = registry.sessions.newLink(id);
    later(15 * 60_000);
    expect(registry.sessions.useLink(late)).toBeUndefined();
    expect(readFileSync(`${path}-wal`).includes(late)).toBe(false);
  });
});
