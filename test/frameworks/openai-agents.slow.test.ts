/**
 * `keepsakeSession` in runs of the OpenAI Agents SDK, with a scripted model, and against its own
 * session in memory.
 */
import {
  Agent,
  type AgentInputItem,
  MemorySession,
  type Model,
  type ModelRequest,
  type ModelResponse,
  Runner,
  tool,
  Usage,
} from "@openai/agents";
import fc from "fast-check";
import { Memory } from "keepsake";
import { keepsakeSession } from "keepsake/openai-agents";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";

type Output = ModelResponse["output"];

/** Answers with the outputs of a script, and keeps what it was asked. */
class ScriptedModel implements Model {
  readonly asked: ModelRequest["input"][] = [];
  readonly #script: Output[];

  constructor(script: Output[]) {
    this.#script = script;
  }

  async getResponse({ input }: ModelRequest): Promise<ModelResponse> {
    this.asked.push(structuredClone(input));
    const output = this.#script.shift();
    if (output === undefined) throw new Error("the script has no further output");
    return { output, usage: new Usage() };
  }

  // biome-ignore lint/correctness/useYield: the tests stream nothing.
  async *getStreamedResponse(): AsyncGenerator<never> {
    throw new Error("the script does not stream");
  }
}

const says = (text: string): Output => [
  { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] },
];
const calls = (name: string, args: object): Output => [
  { type: "function_call", callId: "call-1", name, arguments: JSON.stringify(args), status: "completed" },
];

function opened(): Memory {
  const memory = new Memory();
  onTestFinished(() => memory.close());
  return memory;
}

const runner = new Runner({ tracingDisabled: true });

describe("keepsakeSession()", () => {
  it("gives a later run the turns of the earlier ones, tool calls included", async () => {
    const memory = opened();
    const model = new ScriptedModel([
      calls("tide", { at: "noon" }),
      says("High tide is at noon."),
      says("You asked about the tide."),
    ]);
    const tide = tool({
      name: "tide",
      description: "Returns the tide.",
      parameters: z.object({ at: z.string() }),
      execute: async () => "high",
    });
    const agent = new Agent({ name: "Harbour master", model, tools: [tide] });
    const sessionOf = () => keepsakeSession(memory, { sessionId: "s1", scope: { user: "ana" } });
    await runner.run(agent, "When is high tide?", { session: sessionOf() });
    const { finalOutput } = await runner.run(agent, "What did I ask?", { session: sessionOf() });
    expect(finalOutput).toBe("You asked about the tide.");
    const shown = JSON.stringify(model.asked.at(-1));
    expect(shown).toMatch(
      /When is high tide\?.*function_call.*tide.*high.*High tide is at noon\..*What did I ask\?/,
    );
    const kept = await sessionOf().getItems();
    expect(kept.map((item) => item.type ?? "message")).toEqual([
      "message",
      "function_call",
      "function_call_result",
      "message",
      "message",
      "message",
    ]);
  });

  it.each([1, 2, 3])("does with random calls what MemorySession does (%i)", async (seed) => {
    const session = keepsakeSession(opened(), { sessionId: "s1" });
    const reference = new MemorySession({ sessionId: "s1" });
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom("same", " ", "x".repeat(900)),
    );
    const item = texts.map((text): AgentInputItem => ({ type: "message", role: "user", content: text }));
    const call = fc.oneof(
      fc.array(item, { maxLength: 3 }).map((items) => ["addItems", items] as const),
      fc.constantFrom(undefined, 0, 1, 2, 100).map((limit) => ["getItems", limit] as const),
      fc.constant(["popItem"] as const),
    );
    for (const [verb, argument] of fc.sample(call, { numRuns: 60, seed })) {
      const both = [session, reference].map((one) =>
        verb === "addItems"
          ? one.addItems([...argument])
          : verb === "getItems"
            ? one.getItems(argument)
            : one.popItem(),
      );
      const [given, expected] = await Promise.all(both);
      expect(given).toEqual(expected);
    }
    await session.clearSession();
    expect(await session.getItems()).toEqual([]);
    expect(await session.popItem()).toBeUndefined();
    expect(await session.getSessionId()).toBe("s1");
  });

  it("returns bytes as bytes", async () => {
    const session = keepsakeSession(opened(), { sessionId: "s1" });
    const item: AgentInputItem = {
      type: "message",
      role: "user",
      content: "See the picture.",
      providerData: { image: Uint8Array.of(0, 1, 255), nested: [null, { keep: "it" }] },
    };
    await session.addItems([item]);
    expect(await session.getItems()).toEqual([item]);
  });

  it("separates users and sessions; recall of a user finds what was said in all their sessions", async () => {
    const memory = opened();
    const sessionOf = (user: string, sessionId: string) =>
      keepsakeSession(memory, { sessionId, scope: { user } });
    await sessionOf("ana", "s1").addItems([
      { type: "message", role: "user", content: "The boat Spray is moored at pier 4." },
    ]);
    for (const other of [sessionOf("ana", "s2"), sessionOf("ben", "s1")])
      expect(await other.getItems()).toEqual([]);
    const ask = { query: "Where is the boat Spray moored?" };
    const asked = async (user: string) => (await memory.recall({ ...ask, scope: { user } })).file_memory;
    expect((await asked("ana"))[0]?.text).toContain("pier 4");
    expect(await asked("ben")).toEqual([]);
    await sessionOf("ana", "s1").clearSession();
    expect(await asked("ana")).toEqual([]);
    expect((await memory.details()).memory.storage_used).toBe(0);
  });

  it("appends in the order of the calls, also where they were not awaited", async () => {
    const session = keepsakeSession(opened(), { sessionId: "s1" });
    const said = (content: string): AgentInputItem => ({ type: "message", role: "user", content });
    await Promise.all(["one", "two", "three"].map((text) => session.addItems([said(text)])));
    expect(await session.getItems(2)).toEqual([said("two"), said("three")]);
  });

  it("refuses an id that no label can have", () => {
    expect(() => keepsakeSession(opened(), { sessionId: " " })).toThrow(/scope|session|empty/);
  });
});
