import Database from "better-sqlite3";
import type { AddPayload } from "keepsake";
import { Memory } from "keepsake";
import { testClock, testIds } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/async/next-turn.js";
import { addPayload } from "../../src/contract/remember.js";
import { keptAnswer, replayed } from "../../src/remember/kept-answer.js";
import type { Saved } from "../../src/stores/store.js";
import { temporaryFile } from "../temporary-file.js";

/** The payload as version 0.1.0 kept it. */
function asOlder(payload: AddPayload, content: string) {
  const { memory_decisions, skipped, should_store_memory } = payload.data.data;
  const types = Object.entries(memory_decisions).map(([type, { use, items }]) => [
    type,
    { use, items: items.map(({ span: _, certainty: __, changed: ___, ...item }) => item) },
  ]);
  const data = { should_store_memory, memory_decisions: { ...Object.fromEntries(types), skipped } };
  return { ...payload, bytes: Buffer.byteLength(content), data: { ...payload.data, data } };
}

/** Version 0.1.0 did not say when an event ended. */
function withoutEnds(payload: AddPayload): AddPayload {
  const copy = structuredClone(payload);
  const { items } = copy.data.data.memory_decisions.episodic;
  for (const item of items) item.occurred_until = null;
  return copy;
}

describe("a kept answer of an older store", () => {
  const said = [
    "I live in Lisbon. I work at Acme. Thanks!",
    "I moved to Porto. I no longer work at Acme. Yesterday I met Rita. Always answer in German. Bye!",
    "ok",
  ];

  it("is given again in the shape of this version", async () => {
    const path = temporaryFile("older.db");
    const options = { path, clock: testClock("2026-05-02T09:00:00.000Z") };
    const say = (memory: Memory) =>
      memory.rememberMany(
        said.map((content, index) => ({ content, speaker: "Ana", idempotency_key: `k${index}` })),
      );
    const first = await (async () => {
      await using memory = new Memory({ ...options, ids: testIds() });
      return await say(memory);
    })();
    const changes = first.flatMap(({ data }) =>
      data.data.memory_decisions.semantic.items.flatMap(({ changed }) => changed),
    );
    expect(changes.map(({ value, change }) => [value, change])).toEqual([
      ["Lisbon", "replaced"],
      ["Acme", "ended"],
    ]);

    const database = new Database(path);
    const keep = database.prepare("update answers set payload = ? where key = ?");
    for (const [index, content] of said.entries())
      keep.run(JSON.stringify(asOlder(first[index]!, content)), `k${index}`);
    database.close();

    await using memory = new Memory(options);
    const again = await say(memory);
    expect(again).toEqual(first.map(withoutEnds));
    for (const payload of again) expect(addPayload.parse(payload)).toEqual(payload);
    expect(again.map(({ bytes }) => bytes > 0)).toEqual([true, true, false]);
    expect((await memory.audit({ operation: "REMEMBER" })).items).toHaveLength(said.length);
  });

  it("names the document, or nothing, where the passage is not found any more", async () => {
    await using memory = new Memory();
    const content = "I live in Graz. Yesterday I met Rita.";
    const payload = await memory.remember(content);
    const expired = { async *sources() {} };
    const again = await replayed(JSON.stringify(asOlder(payload, content)), { content }, expired);
    const { semantic, episodic } = again.data.data.memory_decisions;
    expect(semantic.items.map(({ span }) => span)).toEqual(semantic.items.map(() => ""));
    expect(episodic.items.map(({ span }) => span)).toEqual(episodic.items.map(({ document }) => document));
    expect(again.bytes).toBe(Buffer.byteLength(content));
  });
});

const nothingSaved: Saved = {
  addedBytes: 0,
  embeddingBytes: 0,
  usage: { requests: 0, tokens: 0, spendMicros: 0, storageUsed: 0 },
};

it("keptAnswer() serializes many items in pieces", async () => {
  await using memory = new Memory();
  const payload = await memory.remember("I live in Graz.");
  const { semantic } = payload.data.data.memory_decisions;
  while (semantic.items.length < 5000) semantic.items.push(...semantic.items);
  const work = keptAnswer(() => payload);
  let pieces = 1;
  let step = work.next();
  for (; step.done !== true; step = work.next()) pieces += 1;
  expect(pieces).toBeGreaterThan(4);
  expect(JSON.parse(step.value(nothingSaved))).toEqual({
    ...payload,
    data: { ...payload.data, query: { ...payload.data.query, previous_context: "" } },
  });
});

it("keptAnswer() leaves out the previous context, and replayed() gives that of the call that asks again", async () => {
  await using memory = new Memory();
  // The text looks like a part of the payload's own JSON.
  const content = 'I live in Graz. I wrote "items":[] and \\"items\\":[] on it.';
  const payload = await memory.remember({ content, previous_context: "About homes." });
  const kept = atOnce(keptAnswer(() => payload))(nothingSaved);
  const { data } = payload;
  expect(kept).toBe(
    JSON.stringify({ ...payload, data: { ...data, query: { ...data.query, previous_context: "" } } }),
  );
  const none = { sources: () => expect.fail("an answer of this version needs nothing from the store") };
  expect(await replayed(kept, { content, previous_context: "About homes." }, none)).toEqual(payload);
});

it("an answer lists at most 20 prior records, so that answers do not grow with what is known", async () => {
  await using memory = new Memory({ clock: testClock("2026-05-02T09:00:00.000Z"), ids: testIds() });
  const sizes: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    const input = { content: `I like the food${count}.`, speaker: "Ana", idempotency_key: `key-${count}` };
    const payload = await memory.remember(input);
    const { semantic_context: listed } = payload.data.query;
    expect(listed.length).toBeLessThanOrEqual(20);
    expect(await memory.remember(input)).toEqual(payload);
    sizes.push(payload.total_storage_bytes);
  }
  expect(sizes[39]).toBeLessThan(sizes[25]! * 1.05);
});
