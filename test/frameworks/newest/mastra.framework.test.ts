/** Mastra's agents with the processor of `keepsake/mastra`. */
import { Agent } from "@mastra/core/agent";
import { RequestContext } from "@mastra/core/request-context";
import type { Memory } from "keepsake";
import { type MemoryProcessorOptions, memoryProcessor } from "keepsake/mastra";
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { promptOf, scriptedModel } from "./scripted-model.js";

function agentWith(memory: Memory, options: MemoryProcessorOptions) {
  const model = scriptedModel("Noted.");
  const processor = memoryProcessor(memory, options);
  const agent = new Agent({
    ...{ id: "helper", name: "Helper", instructions: "Be brief." },
    // Mastra's type of a model wants a stream from `doGenerate`, which it does not read.
    model: model as never,
    ...{ inputProcessors: [processor], outputProcessors: [processor] },
  });
  return { agent, model };
}

function requestOf(user: string): RequestContext {
  const requestContext = new RequestContext();
  requestContext.set("user", user);
  return requestContext;
}

const byUser: MemoryProcessorOptions = { scope: (request) => ({ user: request.get("user") }) };

describe("memoryProcessor()", () => {
  it("recalls in a later call what the user said, before their message and in a fence", async () => {
    const { memory } = await testMemory();
    const { agent, model } = agentWith(memory, { speaker: "Ana" });
    expect((await agent.generate("I moor my boat at the old harbour in Split.")).text).toBe("Noted.");
    await agent.generate([
      { role: "user", content: "Good morning!" },
      { role: "assistant", content: "Good morning." },
      { role: "user", content: "Where does Ana moor her boat?" },
    ]);
    const prompt = promptOf(model, 1);
    expect(prompt[0]).toBe("system: Be brief.");
    expect(prompt.at(-1)).toBe("user: Where does Ana moor her boat?");
    expect(prompt.at(-2)).toMatch(/^user: <recalled_memory_[0-9a-f]{32}>[\s\S]*old harbour in Split/);
    expect(prompt.indexOf("user: Good morning!")).toBeGreaterThan(0);
    const stored = (await memory.records()).items.map(({ text }) => text).join("\n");
    expect(stored).toContain("old harbour in Split");
    expect(stored).not.toMatch(/recalled_memory_|Noted/);
  });

  it("works in streams too", async () => {
    const { memory } = await testMemory();
    const { agent } = agentWith(memory, {});
    const stream = await agent.stream("My sister Ines is allergic to walnuts.");
    expect(await stream.text).toBe("Noted.");
    expect((await memory.recall("What is Ines allergic to?")).semantic_memory).toContain("walnuts");
  });

  it("keeps two users of one agent apart", async () => {
    const { memory } = await testMemory();
    const { agent, model } = agentWith(memory, byUser);
    await agent.generate("I live in Lisbon.", { requestContext: requestOf("alice") });
    await agent.generate("I live in Berlin.", { requestContext: requestOf("bob") });
    await agent.generate("Where do I live?", { requestContext: requestOf("alice") });
    await agent.generate("Where do I live?", { requestContext: requestOf("bob") });
    expect(promptOf(model, 2).join("\n")).toContain("Lisbon");
    expect(promptOf(model, 2).join("\n")).not.toContain("Berlin");
    expect(promptOf(model, 3).join("\n")).toContain("Berlin");
    expect(promptOf(model, 3).join("\n")).not.toContain("Lisbon");
  });

  it("refuses a call without a user, instead of opening the memory of everybody", async () => {
    const { memory } = await testMemory();
    const { agent, model } = agentWith(memory, byUser);
    const failure = await agent.generate("I live in Lisbon.").catch((error: unknown) => error);
    expect(failure).toHaveProperty(
      "cause.cause.message",
      expect.stringMatching(/Cannot bind a memory: user/),
    );
    expect(model.doGenerateCalls.length + model.doStreamCalls.length).toBe(0);
    expect((await memory.records()).items).toEqual([]);
  });
});
