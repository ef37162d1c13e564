/** The whole story on one file, closed and opened again between the verbs. */
import { readFileSync } from "node:fs";
import { Memory, MemoryError } from "keepsake";
import { testClock, testIds } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { temporaryFile } from "../temporary-file.js";

const clock = testClock("2026-01-10T09:00:00Z");
const ids = testIds();

/**
 * Opens the file for one verb and closes it again, as a process would that lives no longer than
 * that.
 */
async function visit<Answer>(path: string, verb: (memory: Memory) => Promise<Answer>): Promise<Answer> {
  await using memory = new Memory({ path, name: "story", actor: "tester", clock, ids });
  return verb(memory);
}

const prose = ({
  semantic_memory,
  episodic_memory,
  procedural_memory,
}: Awaited<ReturnType<Memory["recall"]>>) => [semantic_memory, episodic_memory, procedural_memory].join("\n");

describe("Memory", () => {
  it("remembers, updates, recalls the present and the past, forgets and proves it, across closing and opening", async () => {
    const path = temporaryFile();
    const say = (content: string, at: string, over = {}) =>
      visit(path, (memory) => memory.remember({ content, speaker: "Ana", occurred_at: at, ...over }));

    const home = await say("I live in Porto and I work as a nurse.", "2026-01-10");
    expect(home.stored).toBe(true);
    expect(home.data.data.memory_decisions.semantic.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operation: "CREATE", entity: "Ana", value: "Porto" }),
      ]),
    );

    const greeting = await say("Hey, how are you?", "2026-01-11");
    expect(greeting).toMatchObject({ stored: false, total_storage_bytes: 0 });
    expect(greeting.data.data.skipped).toHaveLength(1);

    await say("My brother Quentin Abernathy visited me in Porto last weekend.", "2026-02-03");
    await say("Whenever you write code for me, always add type annotations.", "2026-02-04");
    const moved = await say("I moved to Lisbon last week.", "2026-06-15");
    const update = moved.data.data.memory_decisions.semantic.items.find(({ value }) => value === "Lisbon");
    expect(update).toMatchObject({ operation: "UPDATE", previous: { value: "Porto" } });

    const now = await visit(path, (memory) => memory.recall("Where does Ana live?"));
    expect(now.semantic_memory).toContain("Lisbon");
    expect(now.semantic_memory).not.toContain("lives in Porto");

    const then = await visit(path, (memory) =>
      memory.recall({ query: "Where does Ana live?", as_of: "2026-03-01" }),
    );
    expect(then.semantic_memory).toContain("Porto");
    expect(prose(then)).not.toContain("Lisbon");

    const chain = await visit(path, (memory) => memory.history(update?.record_id ?? ""));
    expect(chain.items.map(({ value }) => value)).toEqual(["Porto", "Lisbon"]);

    const rule = await visit(path, (memory) => memory.recall("Write a function that sorts a list"));
    expect(rule.procedural_memory).toContain("type annotations");

    const nothing = await visit(path, (memory) => memory.recall("What is the boiling point of tungsten?"));
    expect(prose(nothing).trim()).toBe("");

    const preview = await visit(path, (memory) => memory.forget({ query: "Quentin Abernathy" }));
    expect(preview).toMatchObject({ forgotten: 0, freed_bytes: 0 });
    expect(preview.preview.map(({ text }) => text).join()).toContain("Quentin");
    expect(readFileSync(path).includes("Abernathy")).toBe(true);

    const before = await visit(path, (memory) => memory.details());
    const gone = await visit(path, (memory) =>
      memory.forget({ entity: "Quentin Abernathy", reason: "asked by Quentin" }),
    );
    expect(gone).toMatchObject({ preview: [], verified: true });
    expect(gone.forgotten).toBeGreaterThan(0);
    expect(readFileSync(path).includes("Abernathy")).toBe(false);
    const after = await visit(path, (memory) => memory.details());
    expect(after.memory.storage_used).toBe(before.memory.storage_used - gone.freed_bytes);
    expect(prose(await visit(path, (memory) => memory.recall("Who visited Ana in Porto?")))).not.toContain(
      "Quentin",
    );

    const trail = await visit(path, (memory) => memory.audit({ operation: "FORGET" }));
    expect(trail.items).toHaveLength(gone.forgotten);
    expect(trail.items[0]).toMatchObject({ actor: "tester", reason: "asked by Quentin" });
    expect(await visit(path, (memory) => memory.verifyAudit())).toMatchObject({ valid: true });
  });

  it("puts a fact that is remembered late between what was before and what came after it", async () => {
    await using memory = new Memory({ path: ":memory:", clock, ids });
    for (const [home, at] of [
      ["Porto", "2023-02-01"],
      ["Lisbon", "2025-02-01"],
      ["Faro", "2024-02-01"],
    ])
      await memory.remember({ content: `I live in ${home}.`, speaker: "Ana", occurred_at: at });
    const homeOn = async (as_of: string) =>
      (await memory.recall({ query: "Where does Ana live?", as_of })).semantic_memory;
    expect(await homeOn("2023-08-01")).toMatch(/^[^\n]*Porto[^\n]*$/);
    expect(await homeOn("2024-08-01")).toMatch(/^[^\n]*Faro[^\n]*$/);
    expect(await homeOn("2025-08-01")).toMatch(/^[^\n]*Lisbon[^\n]*$/);
    const { items } = await memory.records({});
    const chain = await memory.history(items[0]!.id);
    expect(chain.items.map(({ value }) => value)).toEqual(["Porto", "Faro", "Lisbon"]);
    expect(await memory.verifyAudit()).toMatchObject({ valid: true });
  });

  it("moves house without loss: what is exported and imported exports the same lines", async () => {
    const one = new Memory({ clock, ids });
    await one.remember([
      { role: "user", name: "Ben", content: "I live in Graz.", at: "2026-01-01" },
      { role: "user", name: "Ben", content: "I moved to Vienna.", at: "2026-03-01" },
      { role: "user", name: "Ben", content: "Always answer me in metric units.", at: "2026-03-02" },
    ]);
    const lines = await collected(one.export());
    const other = new Memory({ clock, ids });
    const result = await other.import(lines);
    expect(result).toMatchObject({ sources: 1, skipped: 0 });
    expect((await collected(other.export())).slice(1)).toEqual(lines.slice(1));
    expect(await other.import(lines)).toMatchObject({ records: 0, skipped: result.records });
    expect((await other.recall("Where does Ben live?")).semantic_memory).toContain("Vienna");
    expect((await other.audit({ operation: "IMPORT" })).items).toHaveLength(result.records);
    await Promise.all([one.close(), other.close()]);
  });

  it("says which line of an import is wrong", async () => {
    await using memory = new Memory();
    const header = JSON.stringify({
      format: "keepsake",
      version: 1,
      name: "m",
      exported_at: "2026-01-01T00:00:00.000Z",
    });
    await expect(memory.import(null as never)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(memory.import([])).rejects.toThrow(/there are no lines/);
    await expect(memory.import(["{}"])).rejects.toThrow(/line 1: format/);
    await expect(memory.import([header, "{not json"])).rejects.toThrow(/line 2: it is not JSON/);
    await expect(memory.import([header, '{"source":{}}'])).rejects.toThrow(/line 2: source/);
  });

  it("answers a repeated key with the first answer and writes nothing", async () => {
    await using memory = new Memory();
    const input = { content: "Ana adopted a dog called Biscuit.", idempotency_key: "k1" };
    const first = await memory.remember(input);
    const used = (await memory.details()).memory.storage_used;
    expect(await memory.remember(input)).toEqual(first);
    expect(
      await memory.remember({ content: "Something else entirely happened.", idempotency_key: "k1" }),
    ).toEqual(first);
    expect((await memory.details()).memory.storage_used).toBe(used);
  });

  it("keeps no name in the answers under keys that was asked to be forgotten", async () => {
    const path = temporaryFile();
    const content = "Thank you, Ferdinand Oyelaran! Ana adopted a dog called Biscuit.";
    const input = { content, previous_context: "Ferdinand Oyelaran: how is Ana?", idempotency_key: "k1" };
    await visit(path, (memory) => memory.remember(input));
    const gone = await visit(path, (memory) => memory.forget({ entity: "Ferdinand Oyelaran" }));
    expect(gone.verified).toBe(true);
    expect(readFileSync(path).includes("Oyelaran")).toBe(false);
  });

  it("lets records expire: never returned after their time, erased at the next write", async () => {
    const time = testClock("2026-01-01T00:00:00Z");
    await using memory = new Memory({ clock: time });
    await memory.remember({
      content: "The guest code for the office door is 4417.",
      expires_at: "2026-01-02",
    });
    expect(prose(await memory.recall("What is the guest code for the office door?"))).toContain("4417");
    time.set("2026-01-02T00:00:00Z");
    expect(prose(await memory.recall("What is the guest code for the office door?")).trim()).toBe("");
    await memory.remember("Ana lives in Lisbon.");
    expect((await memory.audit({ operation: "EXPIRE" })).items.length).toBeGreaterThan(0);
    await expect(memory.remember({ content: "Late.", expires_at: "2025-01-01" })).rejects.toThrow(
      /expires_at: must be in the future/,
    );
  });

  it("filters by metadata, type and time", async () => {
    await using memory = new Memory();
    await memory.remember({ content: "Ana drinks green tea.", metadata: { project: "a", rank: 1 } });
    await memory.remember({
      content: "Ana drinks black coffee.",
      metadata: { project: "b", rank: 2, tags: ["x", "y"] },
    });
    const asked = (filter: Record<string, unknown>) =>
      memory.recall({ query: "What does Ana drink?", filter: filter as never });
    expect(prose(await asked({ project: "a" }))).not.toContain("coffee");
    expect(prose(await asked({ tags: "y" }))).not.toContain("green tea");
    expect(prose(await asked({ rank: { gte: 2 } }))).toContain("coffee");
    expect(prose(await asked({ project: "c" })).trim()).toBe("");
    expect((await memory.records({ filter: { project: ["a", "b"] } })).items).toHaveLength(2);
  });

  it("refuses before any work what the plan or the wallet cannot bear", async () => {
    await using full = new Memory({ plan: { name: "tiny", storage_gb: 1e-6, token_rate: 1 } });
    await expect(full.remember("word ".repeat(300))).rejects.toMatchObject({ code: "storage_limit_reached" });
    expect((await full.details()).memory).toMatchObject({ storage_used: 0, storage_limit: 1000 });

    const plan = { name: "builder", storage_gb: 10, token_rate: 1 };
    await using poor = new Memory({ plan, prices: { add: 1, search: 1 }, wallet: { balance: 0.00002 } });
    const paid = await poor.remember("Ana lives in Lisbon.");
    expect(paid.cost).toBeCloseTo(paid.tokens / 1e6, 9);
    expect(paid.wallet_balance).toBeCloseTo(0.00002 - paid.cost, 9);
    await expect(poor.recall("Where does Ana live?")).rejects.toMatchObject({ code: "insufficient_balance" });
    expect((await poor.details()).memory.usage.spend).toBeCloseTo(paid.cost, 9);
  });

  it("stops on request, with the signal's reason, and writes nothing", async () => {
    await using memory = new Memory();
    const stopped = AbortSignal.abort(new Error("enough"));
    await expect(memory.remember("Ana lives in Lisbon.", { signal: stopped })).rejects.toThrow("enough");
    expect((await memory.records()).items).toEqual([]);
  });

  it("says that it is closed, once it is", async () => {
    const memory = new Memory();
    await memory.remember("Ana lives in Lisbon.");
    await memory.close();
    await memory.close();
    const error = await memory.recall("Where does Ana live?").catch((thrown: unknown) => thrown);
    expect(MemoryError.is(error, "closed")).toBe(true);
  });

  it("remembers many in order, awaited or one at a time, and says how far it is", async () => {
    await using memory = new Memory();
    const seen: number[] = [];
    const payloads = await memory.rememberMany(["Ana lives in Lisbon.", "Hi!", "Ben plays the cello."], {
      onProgress: ({ done, total }) => seen.push(done, total ?? -1),
    });
    expect(payloads.map(({ stored }) => stored)).toEqual([true, false, true]);
    expect(seen).toEqual([1, 3, 2, 3, 3, 3]);
    const streamed: boolean[] = [];
    for await (const { stored } of memory.rememberMany(stream(["Cleo breeds llamas.", "ok"])))
      streamed.push(stored);
    expect(streamed).toEqual([true, false]);
    await expect(memory.rememberMany(["Dora sails.", ""])).rejects.toMatchObject({ code: "invalid_input" });
  });

  it.each([
    ["an unknown option", { pth: "x" }],
    ["a path that is no string", { path: 7 }],
    ["an embedder that cannot embed", { embedder: {} }],
    ["a clock that is no function", { clock: "now" }],
  ])("refuses %s when it is made", (_, options) => {
    expect(() => new Memory(options as never)).toThrow(/^Cannot open a memory: /);
  });
});

async function collected(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function* stream<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
