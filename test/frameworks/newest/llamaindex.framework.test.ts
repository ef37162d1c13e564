/** LlamaIndex's memory with the block of `keepsake/llamaindex`. */
import { createMemory } from "@llamaindex/core/memory";
import type { Memory } from "keepsake";
import { type KeepsakeMemoryBlockOptions, keepsakeMemoryBlock } from "keepsake/llamaindex";
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

const chatOf = (memory: Memory, options: KeepsakeMemoryBlockOptions) =>
  createMemory({ memoryBlocks: [keepsakeMemoryBlock(memory, options)] });

const textsOf = async (memory: Memory) => (await memory.records()).items.map(({ text }) => text);

describe("keepsakeMemoryBlock()", () => {
  it("recalls in a new conversation what was said in an earlier one", async () => {
    const { memory } = await testMemory();
    const first = chatOf(memory, { speaker: "Ana" });
    await first.add({ role: "user", content: "I moor my boat at the old harbour in Split." });
    expect(await first.getLLM()).toHaveLength(1);
    const later = chatOf(memory, { speaker: "Ana" });
    await later.add({ role: "user", content: [{ type: "text", text: "Where does Ana moor her boat?" }] });
    const [recalled, asked] = await later.getLLM();
    expect(recalled?.content).toMatch(/^<recalled_memory_[0-9a-f]{32}>[\s\S]*old harbour in Split/);
    expect(recalled?.role).toBe("user");
    expect(asked?.content).toEqual([{ type: "text", text: "Where does Ana moor her boat?" }]);
  });

  it("remembers each message once, however often the model is called", async () => {
    const { memory } = await testMemory();
    const chat = chatOf(memory, {});
    await chat.add({ role: "user", content: "My sister Ines is allergic to walnuts." });
    await chat.getLLM();
    const stored = await textsOf(memory);
    expect(stored.join("\n")).toContain("walnuts");
    await chat.add({ role: "assistant", content: "I will keep that in mind." });
    await chat.getLLM();
    await chat.getLLM();
    expect(await textsOf(memory)).toEqual(stored);
    expect((await memory.audit({ operation: "REMEMBER" })).items).toHaveLength(1);
  });

  it("remembers what LlamaIndex drops from a long conversation", async () => {
    const { memory } = await testMemory();
    const block = keepsakeMemoryBlock(memory, { scope: { user: "u1" } });
    const chat = createMemory({ memoryBlocks: [block], tokenLimit: 40 });
    await chat.add({ role: "user", content: "I live in Lisbon, near the river." });
    for (let turn = 0; turn < 8; turn += 1)
      await chat.add({ role: "assistant", content: `That is part ${turn} of a long answer about nothing.` });
    const payload = await memory.for({ user: "u1" }).recall("Where do I live?");
    expect(payload.semantic_memory).toContain("Lisbon");
  });

  it("keeps two users apart", async () => {
    const { memory } = await testMemory();
    for (const [user, city] of [
      ["alice", "Lisbon"],
      ["bob", "Berlin"],
    ] as const) {
      const chat = chatOf(memory, { scope: { user } });
      await chat.add({ role: "user", content: `I live in ${city}.` });
      await chat.getLLM();
    }
    const chat = chatOf(memory, { scope: { user: "alice" } });
    await chat.add({ role: "user", content: "Where do I live?" });
    const prompt = JSON.stringify(await chat.getLLM());
    expect(prompt).toContain("Lisbon");
    expect(prompt).not.toContain("Berlin");
  });
});
