import { describe, expect, it } from "vitest";
import { allRecords, bringIn, newMemory, recordOf } from "../migrate-fixture.js";

describe("migrate() from chatgpt", () => {
  it("remembers the visible thread, with roles and times", async () => {
    await using memory = newMemory();
    const report = await bringIn(memory, { from: "chatgpt" });
    expect(report.carried).toEqual({ message: 3, memory: 1 });
    expect(await recordOf(memory, "I play the theremin in a small orchestra.")).toMatchObject({
      speaker: "Sam",
      occurred_at: "2025-01-01T09:00:30.000Z",
      metadata: { conversation: "c-1", title: "Weekend plans", imported_from: "chatgpt" },
    });
    const said = (await allRecords(memory)).map(({ text }) => text).join("\n");
    expect(said).not.toContain("thrown away");
  });

  it("stores what ChatGPT saved as a memory unchanged", async () => {
    await using memory = newMemory();
    await bringIn(memory, { from: "chatgpt" });
    expect(await recordOf(memory, "User's brother Anders works at the observatory in Tartu.")).toMatchObject({
      type: "semantic",
      entity: "Sam",
      occurred_at: "2025-01-01T09:00:10.000Z",
    });
  });

  it("reports branches, hidden messages and attachments by their node", async () => {
    await using memory = newMemory();
    const { not_carried } = await bringIn(memory, { from: "chatgpt" });
    expect(not_carried).toMatchObject([
      { kind: "message", reason: "it is on a branch that was edited away", places: ["[0].x1"] },
      { kind: "message", places: ["[0].n1"] },
      { kind: "attachment", places: ["[0].n5"] },
    ]);
  });

  it("does not follow a cyclic tree for ever", async () => {
    await using memory = newMemory();
    const said = (text: string) => ({
      author: { role: "user" },
      content: { content_type: "text", parts: [text] },
    });
    const mapping = {
      a: { parent: "b", children: ["b"], message: said("I collect kites from Weifang.") },
      b: { parent: "a", children: ["a"], message: said("My aunt Bao taught me.") },
    };
    const report = await bringIn(memory, { from: "chatgpt", data: [{ id: "loop", mapping }] });
    expect(report.carried).toEqual({ message: 2 });
  });

  it("remembers a long conversation in parts, each once", async () => {
    const talk = Array.from({ length: 450 }, (_, index) => [
      `n${index}`,
      {
        parent: index === 0 ? null : `n${index - 1}`,
        message: {
          author: { role: "user" },
          create_time: 1_735_722_000 + index,
          content: { content_type: "text", parts: [`My boat number ${index} is called Heron${index}.`] },
        },
      },
    ]);
    const data = [{ id: "long", current_node: "n449", mapping: Object.fromEntries(talk) }];
    await using memory = newMemory();
    const report = await bringIn(memory, { from: "chatgpt", data });
    expect(report.remembered.conversations).toBe(1);
    const records = await allRecords(memory);
    await bringIn(memory, { from: "chatgpt", data });
    expect(await allRecords(memory)).toEqual(records);
  });
});

describe("migrate() from letta", () => {
  it("stores blocks and archival passages unchanged, under their agent", async () => {
    await using memory = newMemory();
    await bringIn(memory, { from: "letta" });
    expect(await recordOf(memory, "Her name is Imke. She is a pilot in the harbour.")).toMatchObject({
      entity: "Sam",
      metadata: { label: "human", agent: "harbourmaster" },
    });
    expect(await recordOf(memory, "The tug Freya has a crew of four.")).toMatchObject({
      occurred_at: "2025-01-10T12:00:00.000Z",
      metadata: { tags: ["tugs"], agent: "harbourmaster" },
    });
  });

  it("remembers messages without Letta's wrapping, and not the agent's reasoning", async () => {
    await using memory = newMemory();
    const report = await bringIn(memory, { from: "letta" });
    expect(report.carried.message).toBe(2);
    const { items } = await memory.records({ entity: "Sam", property: "home" });
    expect(items).toMatchObject([{ value: "Rostock", speaker: "Sam" }]);
    const said = (await allRecords(memory)).map(({ text }) => text).join("\n");
    expect(said).not.toContain("should say hello");
  });

  it("reports everything else: events, tools, empty blocks, and what remember did not store", async () => {
    await using memory = newMemory();
    const { not_carried } = await bringIn(memory, { from: "letta" });
    expect(not_carried.map(({ kind, places }) => [kind, ...places])).toEqual([
      ["message", "agents[0].messages[0]"],
      ["message", "agents[0].messages[1]"],
      ["message", "agents[0].messages[4]"],
      ["block", "blocks[2]"],
      ["tool", "tools[0]"],
      ["passage", "conversation agent-0"],
    ]);
  });

  it("keeps the blocks of two files apart, although both count from block-0", async () => {
    await using memory = newMemory();
    const file = (name: string, value: string) => ({
      agents: [{ id: "agent-0", name, block_ids: ["block-0"] }],
      blocks: [{ id: "block-0", label: "persona", value }],
    });
    await bringIn(memory, { from: "letta", data: file("porter", "I carry the trunks.") });
    const { imported } = await bringIn(memory, { from: "letta", data: file("cook", "I cook the soup.") });
    expect(imported).toMatchObject({ records: 1, known: 0 });
    expect((await allRecords(memory)).map(({ entity }) => entity)).toEqual(["porter", "cook"]);
  });

  it("accepts the older file of one agent", async () => {
    await using memory = newMemory();
    const data = {
      agent_type: "memgpt_agent",
      core_memory: [{ label: "human", value: "Plays the serpent horn." }],
      messages: [{ role: "user", text: "I live in Hoorn.", created_at: "2025-01-01T00:00:00Z" }],
    };
    const report = await bringIn(memory, { from: "letta", data });
    expect(report.carried).toEqual({ block: 1, message: 1 });
    expect(await recordOf(memory, "Plays the serpent horn.")).toBeDefined();
  });
});

describe("migrate() from langgraph", () => {
  it("stores an item's text, its other fields as labels, and its type by its namespace", async () => {
    await using memory = newMemory();
    await bringIn(memory, { from: "langgraph" });
    expect(await recordOf(memory, "Prefers the ferry to the bridge.")).toMatchObject({
      type: "semantic",
      occurred_at: "2025-03-04T08:00:00.000Z",
      created_at: "2025-03-01T08:00:00.000Z",
      metadata: { namespace: ["memories", "user-9"], key: "k-1", kind: "Memory" },
    });
    expect(await recordOf(memory, "Answer in two sentences.")).toMatchObject({
      type: "procedural",
      metadata: { approved: true },
    });
  });

  it("writes a value without a single text as one field per line", async () => {
    await using memory = newMemory();
    await bringIn(memory, { from: "langgraph" });
    expect(await recordOf(memory, 'home: Stavanger\nallergies: ["hazelnut","rye"]')).toBeDefined();
  });

  it("accepts rows of the SQL stores, where the namespace is a prefix", async () => {
    await using memory = newMemory();
    const data = [{ prefix: "memories.user-9", key: "a", value: { data: "Rows before breakfast." } }];
    await bringIn(memory, { from: "langgraph", data });
    expect(await recordOf(memory, "Rows before breakfast.")).toMatchObject({
      metadata: { namespace: ["memories", "user-9"] },
    });
  });
});
