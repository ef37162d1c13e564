/** Check, hold, call, settle, and a crash between any two of these steps. */
import { Memory } from "keepsake";
import { testClock, testIds } from "keepsake/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { Ledger } from "../../src/accounts/ledger.js";
import { MeteredMemory } from "../../src/accounts/metered-memory.js";
import { planMeter } from "../../src/accounts/plan-meter.js";
import type { MemoryService } from "../../src/contract/memory-service.js";
import { temporaryFile } from "../temporary-file.js";

const clock = testClock();
const micros = (usd: number) => Math.round(usd * 1e6);

interface Setup {
  readonly wallet?: number;
  readonly storageGb?: number;
}

/** A memory without a meter, and a ledger in another file. */
function setUp({ wallet = 0.01, storageGb = 1 }: Setup = {}) {
  const path = temporaryFile("ledger.db");
  const inner = new Memory({ clock, ids: testIds() });
  const meter = planMeter({
    plan: { name: "team", storage_gb: storageGb, token_rate: 1 },
    prices: { add: 1, search: 1 },
    wallet: { balance: wallet },
  });
  const open = (service: MemoryService = inner) => {
    const ledger = new Ledger({ path, clock, holdMs: 60_000 });
    onTestFinished(() => ledger.close());
    return new MeteredMemory(service, { ledger, meter });
  };
  return { inner, open };
}

/**
 * The service, whose process ends at a step: the call neither returns nor throws, and no later step
 * runs.
 */
function dying(
  inner: MemoryService,
  when: "before" | "after",
): { service: MemoryService; died: Promise<void> } {
  let die = () => {};
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const service = new Proxy(inner, {
    get: (target, name) => {
      if (name !== "remember") return Reflect.get(target, name).bind(target);
      return async (...input: Parameters<MemoryService["remember"]>) => {
        if (when === "after") await target.remember(...input);
        die();
        return new Promise(() => {});
      };
    },
  });
  return { service, died };
}

const home = "I live in Lisbon and I work as a nurse.";
const said = { content: home, speaker: "Ana", idempotency_key: "first" };

describe("MeteredMemory", () => {
  it("charges nothing for a dry run and returns its own wallet", async () => {
    const memory = setUp().open();
    const { wallet_balance } = await memory.remember({ content: "Ana lives in Lisbon.", dry_run: true });
    expect(micros(wallet_balance)).toBe(10_000);
    expect((await memory.details()).memory.usage).toEqual({ requests: 0, tokens: 0, spend: 0 });
  });

  it("charges the usage that the service reports, and returns its own plan, usage and wallet", async () => {
    const memory = setUp().open();
    const added = await memory.remember(said);
    const found = await memory.recall({ query: "Where does Ana live?", token_budget: 100 });
    expect(found.semantic_memory).toContain("Lisbon");
    expect([micros(added.cost), micros(found.cost)]).toEqual([added.tokens, found.tokens]);
    expect(micros(found.wallet_balance)).toBe(10_000 - added.tokens - found.tokens);
    const { memory: store, plan, wallet_balance } = await memory.details();
    expect(store.usage).toEqual({
      requests: 2,
      tokens: added.tokens + found.tokens,
      spend: (added.tokens + found.tokens) / 1e6,
    });
    expect(store).toMatchObject({ storage_used: added.total_storage_bytes, storage_limit: 1e9 });
    expect(plan).toEqual({ name: "team", storage_gb: 1, token_rate: 1 });
    expect(wallet_balance).toBe(found.wallet_balance);
  });

  it("refuses a call that the wallet or the plan does not cover before any work, without a charge", async () => {
    const { inner, open } = setUp({ wallet: 0.00001 });
    const memory = open();
    await expect(memory.remember(said)).rejects.toMatchObject({ code: "insufficient_balance" });
    await expect(memory.recall("Where does Ana live?")).rejects.toMatchObject({
      code: "insufficient_balance",
      data: { wallet_balance: 0.00001 },
    });
    await expect(setUp({ storageGb: 1e-9 }).open().remember(said)).rejects.toMatchObject({
      code: "storage_limit_reached",
    });
    expect((await inner.records()).items).toEqual([]);
    expect((await memory.details()).memory.usage).toEqual({ requests: 0, tokens: 0, spend: 0 });
  });

  it("charges nothing for a failed call, and releases its hold", async () => {
    const { inner, open } = setUp({ wallet: 0.0001 });
    await inner.close();
    const memory = open();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(memory.recall({ query: "x", token_budget: 90 })).rejects.toMatchObject({ code: "closed" });
  });

  it("usage, spend and wallet add up exactly under concurrency, and the wallet is never overdrawn", async () => {
    const memory = setUp({ wallet: 0.002 }).open();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        memory.remember(`Person ${index} is called Name${index} and lives in town ${index}.`),
      ),
    );
    const paid = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(["insufficient_balance"]));
    const { memory: store, wallet_balance } = await memory.details();
    const spent = paid.reduce((sum, { cost }) => sum + micros(cost), 0);
    expect(store.usage).toMatchObject({ requests: paid.length, spend: spent / 1e6 });
    expect(micros(wallet_balance)).toBe(2000 - spent);
    expect(wallet_balance).toBeGreaterThanOrEqual(0);
  });

  it("a repeated idempotency key returns the first answer and costs nothing", async () => {
    const memory = setUp().open();
    const first = await memory.remember(said);
    const second = await memory.remember(said);
    expect(second).toEqual(first);
    expect((await memory.details()).memory.usage).toMatchObject({ requests: 1, tokens: first.tokens });
  });
});

describe("MeteredMemory, its process killed", () => {
  it("after the hold: nothing was stored, nothing is charged, and the hold expires", async () => {
    const { inner, open } = setUp({ wallet: 0.00006 });
    const { service, died } = dying(inner, "before");
    void open(service).remember(said);
    await died;
    const next = open();
    await expect(next.remember(said)).rejects.toMatchObject({ code: "insufficient_balance" });
    clock.advance(60_000);
    const added = await next.remember(said);
    expect((await next.details()).memory.usage).toEqual({
      requests: 1,
      tokens: added.tokens,
      spend: added.cost,
    });
  });

  it("after the call: the data is stored and not charged; a repeated call with its key is settled once", async () => {
    const { inner, open } = setUp();
    const { service, died } = dying(inner, "after");
    void open(service).remember(said);
    await died;
    const next = open();
    expect((await next.records()).items.length).toBeGreaterThan(0);
    expect((await next.details()).wallet_balance).toBe(0.01);
    const before = (await next.records()).items.length;
    const again = await next.remember(said);
    expect((await next.records()).items.length).toBe(before);
    expect(again.cost).toBe(again.tokens / 1e6);
    expect((await next.remember(said)).cost).toBe(again.cost);
    expect((await next.details()).memory.usage).toEqual({
      requests: 1,
      tokens: again.tokens,
      spend: again.cost,
    });
  });

  it("after the settlement: the repeated request returns the same answer and costs nothing", async () => {
    const { open } = setUp();
    const first = await open().remember(said);
    const next = open();
    expect(await next.remember(said)).toEqual(first);
    expect((await next.details()).memory.usage.requests).toBe(1);
  });
});
