/** What the stores of one account share: the wallet, the storage, and the operations of a month. */
import { MemoryError } from "keepsake";
import { MemoryClient } from "keepsake/client";
import { describe, expect, it } from "vitest";
import { startServer } from "../server-fixture.js";

type Fixture = Awaited<ReturnType<typeof startServer>>;

/** Two stores of one account, with a client each. */
async function twoStores(
  { server, registry }: Fixture,
  plan: { readonly storage_gb?: number; readonly token_rate?: number; readonly mops_month?: number },
) {
  registry.plans.set({ name: "shared", storage_gb: 1, token_rate: 0, ...plan });
  registry.accounts.add("acme", "shared");
  const clients: MemoryClient[] = [];
  for (const name of ["one", "two"]) {
    const store = await server.folder.createIn("acme", name);
    const { key } = registry.keys.create(store);
    clients.push(new MemoryClient({ url: server.url, key, retries: 0 }));
  }
  return clients as [MemoryClient, MemoryClient];
}

const balanceOf = async (client: MemoryClient) => (await client.details()).wallet_balance;

describe("a wallet of several stores", () => {
  it("is never overdrawn, however their calls overlap", async () => {
    const fixture = await startServer({ prices: { add: 1000, search: 1000 } });
    const clients = await twoStores(fixture, { token_rate: 1 });
    fixture.registry.accounts.deposit("acme", 100_000);
    const answers = await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) =>
        clients[index % 2]!.remember(`Note ${index}: the harbour opens at ${index} o'clock.`),
      ),
    );
    const refused = answers.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "insufficient_balance" });
    const spent = await Promise.all(
      clients.map(async (client) => (await client.details()).memory.usage.spend),
    );
    const charged = answers.map((answer) => (answer.status === "fulfilled" ? answer.value.cost : 0));
    const sum = (numbers: readonly number[]) => Math.round(numbers.reduce((a, b) => a + b, 0) * 1e6);
    expect(sum(spent)).toBe(sum(charged));
    expect(sum(spent)).toBeLessThanOrEqual(100_000);
  });

  it("refuses no call that it covers, however many run at once", async () => {
    const fixture = await startServer({ prices: { add: 1000, search: 1000 } });
    const [one] = await twoStores(fixture, { token_rate: 1 });
    fixture.registry.accounts.deposit("acme", 1_000_000_000);
    await one.remember("The harbour opens at six.");
    const query = "When does the harbour open? ".repeat(40);
    const answers = await Promise.allSettled(Array.from({ length: 64 }, () => one.recall(query)));
    expect(answers.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  it("shows each store what it could spend, and says so when that is too little", async () => {
    const fixture = await startServer({ prices: { add: 1000, search: 1000 } });
    const [one, two] = await twoStores(fixture, { token_rate: 1 });
    fixture.registry.accounts.deposit("acme", 30_000);
    expect([await balanceOf(one), await balanceOf(two)]).toEqual([0.03, 0.03]);
    const { cost, wallet_balance } = await one.remember("Ana moved to Lisbon.");
    expect(wallet_balance).toBeCloseTo(0.03 - cost, 6);
    const refused = await one.remember("word ".repeat(200)).catch((error: unknown) => error);
    expect(MemoryError.is(refused, "insufficient_balance") && refused.data.wallet_balance).toBe(
      wallet_balance,
    );
    fixture.registry.accounts.deposit("acme", 10_000_000);
    await expect(one.remember(`The code of the gate is ${"4 ".repeat(200)}.`)).resolves.toBeDefined();
    await expect(two.recall("Where does Ana live?")).resolves.toMatchObject({ semantic_memory: "" });
  });
});

describe("the storage of several stores", () => {
  it("is shared: what one uses, the other cannot", async () => {
    const fixture = await startServer();
    const [one, two] = await twoStores(fixture, { storage_gb: 1 });
    await one.remember("Ana moved to Lisbon in May and works as a nurse.");
    const { memory } = await one.details();
    // Recorded when a store is closed, or has grown by a mebibyte.
    fixture.registry.stores.recordBytes(memory.id, memory.storage_used);
    expect((await two.details()).memory.storage_limit).toBe(1e9 - memory.storage_used);
    fixture.registry.plans.set({
      name: "shared",
      storage_gb: (memory.storage_used + 10) / 1e9,
      token_rate: 0,
    });
    await expect(two.remember("Ben lives in Oslo.")).rejects.toMatchObject({ code: "storage_limit_reached" });
  });
});

describe("the operations of a month", () => {
  it("are counted for the account, shown by details, and refused past the limit", async () => {
    const fixture = await startServer();
    const [one, two] = await twoStores(fixture, { mops_month: 0.005 });
    expect((await one.details()).operations).toMatchObject({ used: 0, limit: 5 });
    await one.remember("Ana moved to Lisbon.");
    await two.recall("Where does Ana live?");
    await one.records();
    await one.profile();
    await one.history("nobody").catch(() => undefined);
    await one.remember({ content: "Ben lives in Oslo.", dry_run: true });
    expect((await two.details()).operations).toMatchObject({ used: 4, limit: 5 });
    await two.recall("Who is Ana?");
    const refused = await one.recall("Who is Ana?").catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "quota_exceeded",
      data: { used: 5, limit: 5, resets_at: expect.stringMatching(/^\d{4}-\d{2}-01T00:00:00\.000Z$/) },
    });
    const { status, body } = await fixture.post(
      "/api/memory/search",
      { query: "Who?" },
      { key: keyOf(fixture) },
    );
    expect({ status, type: body.detail[0].type }).toEqual({ status: 402, type: "quota_exceeded" });
  });

  it("do not keep anybody from forgetting, exporting and auditing", async () => {
    const fixture = await startServer();
    const [one] = await twoStores(fixture, { mops_month: 0.001 });
    await one.remember("Ana moved to Lisbon.");
    await expect(one.recall("Ana?")).rejects.toMatchObject({ code: "quota_exceeded" });
    const lines: string[] = [];
    for await (const line of one.export()) lines.push(line);
    expect(lines.length).toBeGreaterThan(1);
    expect((await one.forget({ entity: "Ana" })).forgotten).toBeGreaterThan(0);
    expect(await one.verifyAudit()).toMatchObject({ valid: true });
    expect((await one.audit()).items.length).toBeGreaterThan(0);
  });
});

/** A new key of the first store. */
function keyOf({ registry }: Fixture): string {
  return registry.keys.create(registry.stores.get("one")).key;
}
