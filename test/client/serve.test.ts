/** MemoryClient against `serve`, with keys, plans, wallets and limits. */
import { MemoryClient, type MemoryClientOptions } from "keepsake/client";
import { describe, expect, it } from "vitest";
import { type NewStore, serverForFile } from "../server/server-fixture.js";

const fixture = serverForFile();

async function clientOf(store: NewStore = {}, options: Partial<MemoryClientOptions> = {}) {
  const made = await fixture().newKey(store);
  const waits: number[] = [];
  const client = new MemoryClient({
    url: fixture().server.url,
    key: made.key,
    sleep: async (ms) => void waits.push(ms),
    random: () => 0,
    ...options,
  });
  return { ...made, client, waits };
}

describe("MemoryClient against keepsake serve", () => {
  it("sees only its own store", async () => {
    const [ana, ben] = [await clientOf({ name: "ana's" }), await clientOf({ name: "ben's" })];
    await ana.client.remember("Ana hides the spare key under the third flowerpot.");
    expect((await ben.client.recall("Where does Ana hide the spare key?")).episodic_memory).toBe("");
    expect((await ben.client.records()).items).toEqual([]);
    expect((await ana.client.recall("Where does Ana hide the spare key?")).episodic_memory).toContain(
      "flowerpot",
    );
    expect(await ana.client.details()).toMatchObject({ api_key: ana.key, memory: { name: "ana's" } });
  });

  it("throws invalid_key once the key is revoked", async () => {
    const { client, id } = await clientOf();
    expect(await client.checkKey()).toMatchObject({ valid: true });
    fixture().registry.keys.revoke(id);
    expect(await client.checkKey()).toEqual({
      valid: false,
      error: "not_found",
      message: "API key not found",
    });
    await expect(client.recall("Where?")).rejects.toMatchObject({ code: "invalid_key" });
  });

  it("gets errors with amounts for an empty wallet and a full plan", async () => {
    const poor = await clientOf({ plan: "builder" });
    await expect(poor.client.remember("Ana lives in Lisbon.")).rejects.toMatchObject({
      code: "insufficient_balance",
      data: { needed: expect.any(Number), wallet_balance: 0 },
    });
    fixture().registry.plans.set({ name: "thimble", storage_gb: 1e-7, token_rate: 1 });
    const full = await clientOf({ plan: "thimble", wallet: 1 });
    await expect(full.client.remember("word ".repeat(100))).rejects.toMatchObject({
      code: "storage_limit_reached",
      data: { storage_used: 0, storage_limit: 100, needed: expect.any(Number) },
    });
    expect((await full.client.details()).wallet_balance).toBe(1);
  });

  it("waits as a rate limit asks, or throws rate_limited if that is too long", async () => {
    const { client, waits } = await clientOf({ rate: 1 }, { retries: 1 });
    await client.details();
    await expect(client.details()).rejects.toMatchObject({
      code: "rate_limited",
      data: { retryAfterMs: expect.any(Number) },
    });
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(0);
  });

  it("throws invalid_input for a body over the limit", async () => {
    const { client } = await clientOf();
    await expect(client.remember("é".repeat(1_000_000))).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("moves a whole store from one key to another", async () => {
    const [from, to] = [await clientOf(), await clientOf()];
    await from.client.rememberMany(["Ana lives in Lisbon.", "Whenever it rains, close the skylight."]);
    const result = await to.client.import(from.client.export());
    expect(result.records).toBe((await from.client.records()).items.length);
    expect((await to.client.records()).items).toEqual((await from.client.records()).items);
    expect((await to.client.verifyAudit()).valid).toBe(true);
  });
});
