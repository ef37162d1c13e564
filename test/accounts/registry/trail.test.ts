/** Who changed members, roles, keys, plans and stores of an account, and when. */
import { testClock } from "keepsake/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Registry } from "../../../src/accounts/registry/registry.js";
import { temporaryFile } from "../../temporary-file.js";

let registry: Registry;

beforeEach(() => {
  const clock = testClock("2026-05-04T09:00:00Z");
  const opened = new Registry({ path: temporaryFile("registry.db"), create: true, clock, actor: "operator" });
  onTestFinished(() => opened.close());
  registry = opened;
});

const trailOf = (accountId: string) =>
  registry.audit.ofAccount(accountId).map(({ operation, record_id, reason, actor, login }) => ({
    operation,
    record_id,
    reason,
    actor,
    login,
  }));

describe("the trail of an account", () => {
  it("has each change of members and roles, with who made it", () => {
    const { id } = registry.accounts.add("acme", "open");
    const [ana, ben] = [registry.people.add("ana"), registry.people.add("ben")];
    registry.people.setRole(id, ana.id, "owner");
    registry.actingAs("ana", () => {
      registry.people.setRole(id, ben.id, "reader");
      registry.people.setRole(id, ben.id, "reader");
      registry.people.setRole(id, ben.id, "editor");
      registry.people.removeMember(id, ben.id);
      registry.people.removeMember(id, ben.id);
    });
    const [of, by] = [{ record_id: ben.id, login: "ben" }, { actor: "ana" }];
    expect(trailOf(id)).toEqual([
      {
        operation: "ACCOUNT_CREATE",
        record_id: id,
        reason: "plan open",
        actor: "operator",
        login: undefined,
      },
      { operation: "MEMBER_ADD", record_id: ana.id, reason: "role owner", actor: "operator", login: "ana" },
      { operation: "MEMBER_ADD", reason: "role reader", ...of, ...by },
      { operation: "MEMBER_ROLE", reason: "role editor, was reader", ...of, ...by },
      { operation: "MEMBER_REMOVE", reason: "was editor", ...of, ...by },
    ]);
    expect(registry.audit.verify()).toMatchObject({ valid: true });
  });

  it("has changes of its plan, stores and keys, and nothing of other accounts", () => {
    const { id } = registry.accounts.add("acme", "open");
    const other = registry.accounts.add("globex", "open");
    registry.plans.set({ name: "team", storage_gb: 5, token_rate: 1, audit_days: 30 });
    registry.accounts.assignPlan("acme", "team");
    const store = registry.stores.add({ id: "s1", name: "notes", accountId: id });
    registry.stores.add({ id: "s2", name: "talk", accountId: other.id });
    const { entry } = registry.keys.create(store, { label: "Ana's phone" });
    registry.keys.rename(entry.id, "Ana's laptop");
    registry.stores.rename("notes", "diary");
    registry.stores.setModels("diary", { extractor: { name: "rules", options: {} } });
    registry.keys.revoke(entry.id);
    registry.forgetStore("diary");
    const trail = trailOf(id);
    expect(trail.map(({ operation, record_id, reason }) => [operation, record_id, reason])).toEqual([
      ["ACCOUNT_CREATE", id, "plan open"],
      ["PLAN_SET", "team", '{"storage_gb":5,"token_rate":1,"audit_days":30}'],
      ["PLAN_ASSIGN", id, "plan team, was open"],
      ["STORE_CREATE", "s1", null],
      ["KEY_CREATE", entry.id, "store s1"],
      ["KEY_RENAME", entry.id, "store s1"],
      ["STORE_RENAME", "s1", null],
      ["STORE_MODELS", "s1", "extractor rules"],
      ["KEY_REVOKE", entry.id, "store s1"],
      ["STORE_FORGET", "s1", "store s1"],
      ["ACCOUNT_CLOSE", id, null],
    ]);
    expect(trailOf(other.id).map(({ operation }) => operation)).toEqual(["ACCOUNT_CREATE", "STORE_CREATE"]);
    // A row cannot be changed, so it has no name that somebody may want to be forgotten.
    expect(JSON.stringify(registry.audit.rows())).not.toMatch(/notes|diary|phone|laptop/);
  });

  it("comes page by page", () => {
    const { id } = registry.accounts.add("acme", "open");
    for (const name of ["one", "two", "three"]) registry.stores.add({ id: name, name, accountId: id });
    const first = registry.audit.ofAccount(id, { limit: 3 });
    const rest = registry.audit.ofAccount(id, { after: first.at(-1)!.seq, limit: 3 });
    expect([first, rest].map((page) => page.map(({ record_id }) => record_id))).toEqual([
      [id, "one", "two"],
      ["three"],
    ]);
  });

  it("comes newest first, where it is asked for so", () => {
    const { id } = registry.accounts.add("acme", "open");
    for (const name of ["one", "two", "three"]) registry.stores.add({ id: name, name, accountId: id });
    const first = registry.audit.ofAccount(id, { order: "newest", limit: 3 });
    const rest = registry.audit.ofAccount(id, { order: "newest", before: first.at(-1)!.seq, limit: 3 });
    expect([first, rest].map((page) => page.map(({ record_id }) => record_id))).toEqual([
      ["three", "two", "one"],
      [id],
    ]);
  });

  it("names the operator again after somebody else acted, and after an error", () => {
    expect(() =>
      registry.actingAs("ana", () => {
        throw new Error("stopped");
      }),
    ).toThrow("stopped");
    registry.accounts.add("acme", "open");
    expect(registry.audit.rows().at(-1)?.actor).toBe("operator");
  });

  it("has what people and passwords were changed, without an account and without a hash of a password", () => {
    const { id } = registry.people.add("ana");
    registry.people.setPassword(id, "scrypt$secret");
    registry.people.setDisabled("ana", true);
    registry.people.setDisabled("ana", false);
    const rows = registry.audit.rows();
    expect(rows.map(({ operation, login, account }) => [operation, login, account])).toEqual(
      ["PERSON_ADD", "PERSON_PASSWORD", "PERSON_DISABLE", "PERSON_ENABLE"].map((one) => [
        one,
        "ana",
        undefined,
      ]),
    );
    expect(JSON.stringify(rows)).not.toContain("scrypt");
  });
});
