/** Scopes, as a caller of any interface meets them. */
import { type Memory, MemoryError, type MemoryService, type SearchPayload } from "keepsake";
import { MemoryClient } from "keepsake/client";
import { createHandler, singleKey } from "keepsake/server";
import { testMemory } from "keepsake/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { Ledger } from "../../src/accounts/ledger.js";
import { MeteredMemory } from "../../src/accounts/metered-memory.js";
import { planMeter } from "../../src/accounts/plan-meter.js";

interface World {
  readonly memory: Memory;
  readonly service: MemoryService;
}

async function inProcess(): Promise<World> {
  const { memory } = await testMemory();
  onTestFinished(() => memory.close());
  return { memory, service: memory };
}

async function metered(): Promise<World> {
  const { memory } = await inProcess();
  const ledger = new Ledger({ path: ":memory:", clock: () => new Date() });
  onTestFinished(() => ledger.close());
  return { memory, service: new MeteredMemory(memory, { ledger, meter: planMeter({}) }) };
}

async function overHttp(): Promise<World> {
  const { memory } = await inProcess();
  const handler = createHandler({ resolve: singleKey(memory, "key") });
  const fetch = (url: string | URL | Request, init?: RequestInit) => handler(new Request(url, init));
  const service = new MemoryClient({ url: "http://memory.test", key: "key", fetch });
  return { memory, service };
}

const file = { name: "plan.md", data: Buffer.from("# Plan\n\nThe blue boat sails on Monday.\n") };
const lisbon = "I live in Lisbon.";
const berlin = "I live in Berlin.";

async function lines(all: AsyncIterable<string>): Promise<string[]> {
  const list: string[] = [];
  for await (const line of all) list.push(line);
  return list;
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!MemoryError.is(error, "invalid_input"))
    throw new Error(`expected invalid_input, got ${String(error)}`);
  return error.message;
}

describe.each([
  ["a memory in process", inProcess],
  ["a metered memory", metered],
  ["a client over HTTP", overHttp],
])("for(), of %s,", (_, open) => {
  it("keeps two users apart in every verb", async () => {
    const { service } = await open();
    const [alice, bob] = [service.for({ user: "alice" }), service.for({ user: "bob" })];
    const first = await alice.remember(lisbon);
    const second = await bob.remember(berlin);
    expect(second.data.query.semantic_context).toEqual([]);
    const [item] = second.data.data.memory_decisions.semantic.items;
    expect(item).toMatchObject({ operation: "CREATE", changed: [] });
    expect((await alice.recall("Where do I live?")).semantic_memory).not.toContain("Berlin");
    const aliceId = first.data.data.memory_decisions.semantic.items[0]!.record_id;
    expect((await bob.records({ ids: [aliceId] })).items).toEqual([]);
    await expect(bob.history(aliceId)).rejects.toMatchObject({ code: "not_found" });
    expect((await bob.audit({ record_id: aliceId })).items).toEqual([]);
    expect((await lines(bob.export())).join("\n")).not.toContain("Lisbon");
    expect((await bob.forget({ ids: [aliceId] })).forgotten).toBe(0);
    expect((await bob.forget({ entity: "the user" })).forgotten).toBe(1);
    expect((await alice.records()).items.map(({ value }) => value)).toEqual(["Lisbon"]);
    expect(await alice.verifyAudit()).toMatchObject({ valid: true });
  });

  it("says who a user is, and their rules, from their own part alone", async () => {
    const { service } = await open();
    const [alice, bob] = [service.for({ user: "alice" }), service.for({ user: "bob" })];
    await alice.remember(`${lisbon} Always answer in metric units.`);
    await bob.remember(`${berlin} Always answer in short sentences.`);
    await service.remember("Never mention prices.");
    const [hers, his, nobodys] = await Promise.all([alice.profile(), bob.profile(), service.profile()]);
    expect(hers.facts.map(({ value }) => value)).toEqual(["Lisbon"]);
    expect(his.facts.map(({ value }) => value)).toEqual(["Berlin"]);
    expect(nobodys.facts).toEqual([]);
    const rulesOf = ({ rules = [] }: Pick<SearchPayload, "rules">) => rules.map(({ text }) => text);
    expect(rulesOf(hers)).toEqual(["Always answer in metric units."]);
    expect(rulesOf(nobodys)).toEqual(["Never mention prices."]);
    const both = await service.profile({ scope: { user: "bob" }, include_unscoped: true });
    expect(rulesOf(both).toSorted()).toEqual(["Always answer in short sentences.", "Never mention prices."]);
    expect(rulesOf(await alice.recall("Where do I live?"))).toEqual(rulesOf(hers));
  });

  it("answers with files, keys and batches of its own", async () => {
    const { service } = await open();
    const [alice, bob] = [service.for({ user: "alice" }), service.for({ user: "bob" })];
    const kept = await alice.rememberFile(file);
    expect((await alice.rememberFile(file)).stored).toBe(false);
    expect((await bob.rememberFile(file)).stored).toBe(true);
    expect((await bob.recall("When does the boat sail?")).relevant_file_ids).not.toContain(kept.file_id);
    const keyed = { content: lisbon, idempotency_key: "same" };
    const first = await alice.remember(keyed);
    expect(await alice.remember(keyed)).toEqual(first);
    expect((await bob.remember({ ...keyed, content: berlin })).data.query.current_context).toBe(berlin);
    const many = await service.rememberMany([
      { content: "I paint.", scope: { user: "alice" } },
      { content: "I row.", scope: { user: "bob" } },
      { content: "I sing." },
    ]);
    expect(many.map(({ stored }) => stored)).toEqual([true, true, true]);
    const texts = async (memory: MemoryService) =>
      (await memory.records({ types: ["semantic"] })).items.map(({ text }) => text).join(" ");
    expect(await texts(alice)).not.toMatch(/row|sing/);
    expect(await texts(bob)).not.toMatch(/paint|sing/);
  });

  it("may be narrowed, and not turned to another label", async () => {
    const { service } = await open();
    const alice = service.for({ user: "alice" });
    const session = alice.for({ session: "s1" });
    await session.remember("I work in Faro.");
    await alice.remember(lisbon);
    expect((await session.records()).items).toHaveLength(1);
    expect((await alice.records()).items).toHaveLength(2);
    expect((await alice.records({ scope: { session: "s1" } })).items).toHaveLength(1);
    expect((await service.records({ scope: { session: "s1", user: "alice" } })).items).toHaveLength(1);
    for (const work of [
      alice.recall({ query: "?", scope: { user: "bob" } }),
      session.remember({ content: lisbon, scope: { session: "s2" } }),
      alice.forget({ all: true, confirm: true, scope: { user: "bob" } }),
      lines(alice.export({ scope: { user: "bob" } })),
      alice.history("x", { scope: { user: "bob" } }),
    ])
      expect(await refusal(work)).toMatch(/scope\.\w+: must be "\w+", which this memory is bound to/);
    expect(() => alice.for({ user: "bob" })).toThrow('scope.user: must be "alice"');
  });

  it("refuses labels that are none", async () => {
    const { service } = await open();
    for (const scope of [{}, { User: "a" }, { user: "" }, { user: "x".repeat(257) }, { user: 3 as never }])
      expect(() => service.for(scope)).toThrow(/^Cannot bind a memory: /);
    const nine = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, "v"]));
    expect(await refusal(service.recall({ query: "?", scope: nine }))).toContain("at most 8 labels");
  });

  it("puts an import under its scope, and takes none that contradicts it", async () => {
    const { service } = await open();
    const alice = service.for({ user: "alice" });
    await alice.for({ session: "s1" }).remember(lisbon);
    const exported = await lines(alice.export());
    expect(JSON.parse(exported[1]!).source.scope).toEqual({ session: "s1", user: "alice" });
    const other = await open();
    const carol = { user: "carol" };
    expect(await refusal(other.service.for(carol).import(exported))).toContain("scope.user: ");
    const unscoped = exported.map((line) => {
      const { source, ...rest } = JSON.parse(line);
      return JSON.stringify(source === undefined ? rest : { source: { ...source, scope: undefined } });
    });
    expect(await other.service.for(carol).import(unscoped)).toMatchObject({ records: 1 });
    expect((await other.service.records()).items).toEqual([]);
    expect((await other.service.for(carol).records()).items).toHaveLength(1);
    const third = await open();
    await third.service.import(exported);
    expect((await third.service.records({ scope: { session: "s1" } })).items).toHaveLength(1);
  });
});

describe("a call without a scope", () => {
  it("sees and forgets what was remembered without one; by its id any record", async () => {
    const { memory } = await inProcess();
    const alice = memory.for({ user: "alice" });
    const kept = await alice.remember(lisbon);
    await memory.remember("I live in Kyoto.");
    const [item] = kept.data.data.memory_decisions.semantic.items;
    expect((await memory.records()).items.map(({ value }) => value)).toEqual(["Kyoto"]);
    expect((await memory.recall("Where do I live?")).semantic_memory).not.toContain("Lisbon");
    expect((await memory.forget({ entity: "the user" })).forgotten).toBe(1);
    expect((await memory.forget({ all: true, confirm: true })).forgotten).toBe(0);
    expect((await memory.history(item!.record_id)).items).toHaveLength(1);
    expect((await lines(memory.export())).join("\n")).toContain("Lisbon");
    expect((await memory.audit({ record_id: item!.record_id })).items).toHaveLength(1);
    expect((await memory.forget({ ids: [item!.record_id] })).forgotten).toBe(1);
  });

  it("is seen by a scope that asks for it", async () => {
    const { memory } = await inProcess();
    await memory.remember("The office closes at six.");
    const alice = memory.for({ user: "alice" });
    const query = "When does the office close?";
    expect((await alice.recall(query)).confidence).toBe("none");
    const both = await alice.recall({ query, include_unscoped: true });
    expect(both.semantic_memory + both.episodic_memory).toContain("six");
    expect((await alice.records({ include_unscoped: true })).items).not.toEqual([]);
    expect((await alice.records()).items).toEqual([]);
  });
});

it("a fact of a scope is set right by a call that sees it, and by no other", async () => {
  const { memory } = await inProcess();
  const alice = memory.for({ user: "alice" });
  const session = alice.for({ session: "s1" });
  await session.remember(lisbon);
  const [seen] = (await alice.remember("I moved to Porto.")).data.data.memory_decisions.semantic.items;
  expect(seen).toMatchObject({ operation: "UPDATE" });
  const [unseen] = (await session.remember("I moved to Faro.")).data.data.memory_decisions.semantic.items;
  expect(unseen?.changed.some(({ value }) => value === "Porto") ?? false).toBe(false);
});

it("the extractor is shown what the call sees", async () => {
  const shown: string[] = [];
  const { memory } = await testMemory({
    extractor: {
      id: "test@1",
      wantsNearest: true,
      extract: async ({ passages, nearest }) => {
        shown.push(...(nearest ?? []).flat().map(({ text }) => text));
        const episode = ({ text, saidAt }: { text: string; saidAt: string }) => ({
          keep: true as const,
          drafts: [
            {
              type: "episodic" as const,
              text,
              occurredAt: saidAt,
              participants: [],
              entity: "Ana",
              dated: false,
              reason: "said",
            },
          ],
          mentions: [],
        });
        return { decisions: passages.map(episode), tokens: 0, success: true };
      },
    },
  });
  onTestFinished(() => memory.close());
  await memory.for({ user: "alice" }).remember("I paint boats in Lisbon.");
  await memory.for({ user: "bob" }).remember("I paint boats in Berlin.");
  expect(shown).toEqual([]);
  await memory.for({ user: "bob" }).remember("I painted a boat again.");
  expect(shown).toEqual(["I paint boats in Berlin."]);
});

it("a client takes no source of others from a service that knows no scopes", async () => {
  const lines = ['{"format":"keepsake"}', '{"source":{"id":"s1"}}'].join("\n");
  const headers = { "content-type": "application/x-ndjson" };
  const fetch = async () => new Response(lines, { headers });
  const client = new MemoryClient({ url: "http://memory.test", key: "key", fetch }).for({ user: "alice" });
  const read = async () => {
    for await (const _ of client.export());
  };
  await expect(read()).rejects.toMatchObject({ code: "unsupported" });
});
