/** `dry_run`: the decisions of a call, without the call's effects. */
import { type AddPayload, Memory } from "keepsake";
import { testClock, testIds } from "keepsake/testing";
import { describe, expect, it } from "vitest";

const first = { content: "I live in Oporto. I work as a nurse.", speaker: "Ruth" };
const next = {
  content: "Hello! I moved to Braga in May. Always answer in Portuguese. I work as a nurse.",
  speaker: "Ruth",
};

function store() {
  const clock = testClock("2026-05-04T10:00:00Z");
  return { clock, memory: new Memory({ clock, ids: testIds() }) };
}

/** Everything that a caller can see of a store. */
async function observed(memory: Memory) {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  return { lines, audit: await memory.audit(), details: await memory.details() };
}

/** A payload without the ids of what was, or would be, stored. */
function decided({ data }: AddPayload) {
  const items = Object.values(data.data.memory_decisions).flatMap(({ items }) => [...items]);
  const own = new Set(items.flatMap(({ record_id, source_id }) => [record_id, source_id]));
  return JSON.parse(JSON.stringify(data), (_, value) => (own.has(value) ? "an id" : value));
}

describe("remember({ dry_run })", () => {
  it("decides what the call itself then decides", async () => {
    const { memory } = store();
    await memory.remember(first);
    const dry = await memory.remember({ ...next, dry_run: true });
    const real = await memory.remember(next);
    expect(decided(dry)).toEqual(decided(real));
    expect(dry.data.data.memory_decisions.semantic.items).toMatchObject([
      { operation: "UPDATE", value: "Braga", changed: [{ value: "Oporto", change: "replaced" }] },
    ]);
    expect(dry.data.data.skipped.map(({ text }) => text)).toEqual(["Hello!", "I work as a nurse."]);
  });

  it("writes nothing, counts nothing and charges nothing", async () => {
    const memory = new Memory({
      clock: testClock("2026-05-04T10:00:00Z"),
      ids: testIds(),
      plan: { name: "team", storage_gb: 1, token_rate: 1 },
      prices: { add: 1, search: 1 },
      wallet: { balance: 1 },
    });
    await memory.remember(first);
    const before = await observed(memory);
    const dry = await memory.remember({ ...next, dry_run: true });
    expect(await observed(memory)).toEqual(before);
    expect(dry).toMatchObject({
      dry_run: true,
      stored: false,
      bytes: 0,
      embedding_bytes: 0,
      total_storage_bytes: 0,
      tokens: 0,
      cost: 0,
      wallet_balance: before.details.wallet_balance,
      data: { data: { should_store_memory: true } },
    });
  });

  it("does not erase what has expired, which only a write does", async () => {
    const { clock, memory } = store();
    await memory.remember({ content: "Ruth's code is 4711.", expires_at: "2026-05-04T11:00:00Z" });
    clock.set("2026-05-05T10:00:00Z");
    const before = await memory.audit();
    await memory.remember({ ...first, dry_run: true });
    expect(await memory.audit()).toEqual(before);
    await memory.remember(first);
    expect((await memory.audit({ operation: "EXPIRE" })).items.length).toBeGreaterThan(0);
  });

  it("neither uses up an idempotency key nor ignores one that was used", async () => {
    const { memory } = store();
    await memory.remember({ ...next, idempotency_key: "k", dry_run: true });
    expect(await memory.remember({ ...first, idempotency_key: "k" })).toMatchObject({ stored: true });
    const again = await memory.remember({ ...next, idempotency_key: "k", dry_run: true });
    expect(again).toMatchObject({ dry_run: true, stored: false, cost: 0 });
    expect(again.data.data.memory_decisions.semantic.items[0]).toMatchObject({ value: "Oporto" });
  });

  it("refuses what the call would refuse", async () => {
    const { memory } = store();
    const expired = { ...first, expires_at: "2020-01-01", dry_run: true };
    await expect(memory.remember(expired)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(memory.remember({ ...first, dry_run: "yes" } as never)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("leaves its neighbours in a batch alone", async () => {
    const { memory } = store();
    const payloads = await memory.rememberMany([{ ...first, dry_run: true }, next]);
    expect(payloads.map(({ stored }) => stored)).toEqual([false, true]);
    const { items } = await memory.records({ types: ["semantic"], property: "home" });
    expect(items.map(({ value }) => value)).toEqual(["Braga"]);
  });
});
