import { testClock } from "keepsake/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { OperationQuota } from "../../../src/accounts/registry/operation-quota.js";
import { Registry } from "../../../src/accounts/registry/registry.js";
import { temporaryFile } from "../../temporary-file.js";

const clock = testClock("2026-05-04T09:00:00Z");

function open(path = temporaryFile("registry.db")) {
  const registry = new Registry({ path, create: true, clock });
  onTestFinished(() => registry.close());
  return registry;
}

function withStores(...names: string[]) {
  const registry = open();
  const { id } = registry.accounts.add("acme", "builder");
  for (const name of names) registry.stores.add({ id: `id-${name}`, name, accountId: id });
  return { registry, id };
}

const refusedWith = (code: string) => expect.objectContaining({ code });

describe("AccountTable", () => {
  it("refuses a name that is taken, and an unknown plan", () => {
    const { registry } = withStores();
    expect(() => registry.accounts.add("acme", "open")).toThrow(refusedWith("invalid_input"));
    expect(() => registry.accounts.add("other", "nothing")).toThrow(refusedWith("not_found"));
    expect(() => registry.accounts.get("other")).toThrow(refusedWith("not_found"));
  });

  it("a plan belongs to the account, so to each of its stores", () => {
    const { registry } = withStores("one", "two");
    registry.accounts.assignPlan("acme", "open");
    expect(registry.stores.list().map(({ plan }) => plan.name)).toEqual(["open", "open"]);
  });

  it("is closed with its last store, and its name is free; an account with members stays", () => {
    const { registry, id } = withStores("one", "two");
    registry.forgetStore("one");
    expect(registry.accounts.list()).toHaveLength(1);
    const { id: person } = registry.people.add("ana");
    registry.people.setRole(id, person, "owner");
    registry.forgetStore("two");
    expect(registry.accounts.get("acme").stores).toBe(0);
    registry.people.removeMember(id, person);
    registry.accounts.closeUnused(id);
    expect(registry.accounts.list()).toEqual([]);
    expect(registry.accounts.add("acme", "open").plan.name).toBe("open");
  });

  it("its name follows the name of its store where they are the same", () => {
    const { registry } = withStores("acme", "other");
    registry.stores.rename("acme", "acme-eu");
    expect(registry.stores.get("acme-eu").account).toBe("acme-eu");
    registry.stores.rename("other", "another");
    expect(registry.stores.get("another").account).toBe("acme-eu");
  });
});

describe("StoreTable.drawShare()", () => {
  it("gives a store what it needs and up to a cent more, never more than the deposits", () => {
    const { registry } = withStores("one", "two");
    registry.accounts.deposit("acme", 25_000);
    const one = registry.stores.drawShare(registry.stores.get("one"), 4)!;
    expect([one.shareMicros, one.freeMicros]).toEqual([10_000, 15_000]);
    const two = registry.stores.drawShare(registry.stores.get("two"), 15_001)!;
    expect([two.shareMicros, two.freeMicros]).toEqual([0, 15_000]);
    expect(registry.stores.drawShare(two, 15_000)).toMatchObject({ shareMicros: 15_000, freeMicros: 0 });
    expect(registry.stores.drawShare(registry.stores.get("one"), 1)).toMatchObject({ shareMicros: 10_000 });
  });

  it("draws nothing if another call has enlarged the share meanwhile", () => {
    const { registry } = withStores("one");
    registry.accounts.deposit("acme", 25_000);
    const before = registry.stores.get("one");
    registry.stores.drawShare(before, 10);
    expect(registry.stores.drawShare(before, 10)).toMatchObject({ shareMicros: 10_000, freeMicros: 15_000 });
  });

  it("frees what a forgotten store did not spend", () => {
    const { registry, id } = withStores("one", "two");
    registry.accounts.deposit("acme", 25_000);
    registry.stores.drawShare(registry.stores.get("one"), 20_000);
    registry.forgetStore("one", 7);
    expect(registry.stores.get("two").freeMicros).toBe(24_993);
    expect(registry.accounts.formerMicros(id)).toBe(7);
  });
});

describe("StoreTable.recordBytes()", () => {
  it("counts the bytes of a store for the other stores of its account", () => {
    const { registry } = withStores("one", "two", "three");
    registry.stores.recordBytes("id-one", 100);
    registry.stores.recordBytes("id-two", 7);
    expect(
      registry.stores.list().map(({ name, others, othersBytes }) => [name, others, othersBytes]),
    ).toEqual([
      ["one", 2, 7],
      ["three", 2, 107],
      ["two", 2, 100],
    ]);
  });
});

describe("OperationQuota", () => {
  const limited = (mops: number) => {
    const { registry } = withStores("one");
    registry.plans.set({ name: "builder", storage_gb: 1, token_rate: 1, mops_month: mops });
    return { registry, store: registry.stores.get("one") };
  };

  it("refuses past the limit of the plan, and says when operations begin again", () => {
    const { registry, store } = limited(0.25);
    const quota = new OperationQuota(registry.operations, clock);
    for (let index = 0; index < 250; index += 1) quota.take(store);
    expect(() => quota.take(store)).toThrow(
      expect.objectContaining({
        code: "quota_exceeded",
        data: { used: 250, limit: 250, resets_at: "2026-06-01T00:00:00.000Z" },
      }),
    );
    quota.giveBack(store);
    expect(quota.use(store).used).toBe(249);
    expect(() => quota.take(store)).not.toThrow();
  });

  it("two processes together do not pass the limit, and what one gives back the other can use", () => {
    const { registry, store } = limited(0.15);
    const one = new OperationQuota(registry.operations, clock);
    const two = new OperationQuota(registry.operations, clock);
    one.take(store);
    for (let index = 0; index < 50; index += 1) two.take(store);
    expect(() => two.take(store)).toThrow(refusedWith("quota_exceeded"));
    one.close();
    for (let index = 0; index < 99; index += 1) two.take(store);
    expect(() => two.take(store)).toThrow(refusedWith("quota_exceeded"));
    expect(registry.operations.used(store.accountId, "2026-05")).toBe(150);
  });

  it("begins again with the next month, in UTC", () => {
    const { registry, store } = limited(0.001);
    let now = new Date("2026-12-31T23:59:59.999Z");
    const quota = new OperationQuota(registry.operations, () => now);
    quota.take(store);
    expect(() => quota.take(store)).toThrow(refusedWith("quota_exceeded"));
    expect(quota.use(store).resets_at).toBe("2027-01-01T00:00:00.000Z");
    now = new Date("2027-01-01T00:00:00Z");
    expect(() => quota.take(store)).not.toThrow();
  });

  it("counts without a limit too", () => {
    const { registry } = withStores("one");
    registry.accounts.assignPlan("acme", "open");
    const store = registry.stores.get("one");
    const quota = new OperationQuota(registry.operations, clock);
    for (let index = 0; index < 201; index += 1) quota.take(store);
    expect(quota.use(store)).toEqual({ used: 201, limit: null, resets_at: "2026-06-01T00:00:00.000Z" });
  });
});
