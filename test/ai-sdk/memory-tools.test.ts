import { generateText, stepCountIs, wrapLanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { memoryMiddleware, memoryTools } from "keepsake/ai-sdk";
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { calls, says, shownTo } from "./mock-answers.js";

describe("memoryTools()", () => {
  it("lets the model remember and recall, and shows recalled text in a fence", async () => {
    const { memory } = await testMemory();
    const model = new MockLanguageModelV3({
      doGenerate: [
        calls("remember", { content: "I keep my bike in the cellar of the bakery." }),
        calls("recall", { query: "Where does Ana keep her bike?" }),
        says("In the cellar of the bakery."),
      ],
    });
    const { text, steps } = await generateText({
      model,
      tools: memoryTools(memory, { speaker: "Ana" }),
      stopWhen: stepCountIs(5),
      prompt: "I keep my bike in the cellar of the bakery. Where is it?",
    });
    expect(text).toBe("In the cellar of the bakery.");
    expect(steps[0]?.toolResults[0]?.output).toMatchObject({ stored: true });
    expect(steps[1]?.toolResults[0]?.output).toMatchObject({ tokens: expect.any(Number) });
    expect(shownTo(model.doGenerateCalls[2])).toMatch(
      /<recalled_memory_([0-9a-f]{32})>[^<]*cellar[^<]*<\/recalled_memory_\1>/,
    );
    expect((await memory.records()).items.every(({ speaker }) => speaker === "Ana")).toBe(true);
  });

  it("shows the model the contract's fields, without those that the app sets", async () => {
    const { memory } = await testMemory();
    const model = new MockLanguageModelV3({ doGenerate: says("Hello.") });
    await generateText({ model, tools: memoryTools(memory), prompt: "Hello." });
    const shown = Object.fromEntries(
      (model.doGenerateCalls[0]?.tools ?? []).map((tool) => [
        tool.name,
        tool.type === "function" ? Object.keys(tool.inputSchema.properties ?? {}) : [],
      ]),
    );
    expect(shown.remember).toEqual(["content", "occurred_at", "expires_at"]);
    expect(shown.recall).toEqual(["query", "previous_context", "as_of", "types", "token_budget"]);
    expect(shown.forget).toContain("confirm");
  });

  it("applies the app's filter to every call of the model", async () => {
    const { memory } = await testMemory({
      seed: [
        { content: "Ana's safe opens with 4417.", metadata: { user: "ana" } },
        { content: "Ben's safe opens with 9902.", metadata: { user: "ben" } },
      ],
    });
    const tools = memoryTools(memory, { filter: { user: "ben" }, approveForget: false });
    const run = async (name: "recall" | "forget", input: unknown) => {
      const model = new MockLanguageModelV3({ doGenerate: [calls(name, input), says("Done.")] });
      const { steps } = await generateText({ model, tools, stopWhen: stepCountIs(3), prompt: "Go." });
      return JSON.stringify(steps[0]?.toolResults[0]?.output);
    };
    expect(await run("recall", { query: "What opens the safe?", filter: { user: "ana" } })).not.toContain(
      "4417",
    );
    expect(await run("recall", { query: "What opens the safe?" })).toContain("9902");
    await run("forget", { all: true, confirm: true, filter: { user: "ana" } });
    const left = (await memory.records()).items.map(({ text }) => text).join();
    expect(left).toContain("4417");
    expect(left).not.toContain("9902");
  });

  it("needs approval for erasing, and not for a preview", async () => {
    const { memory } = await testMemory({ seed: ["Carla collects antique maps of Bergen."] });
    const run = async (input: unknown) => {
      const model = new MockLanguageModelV3({ doGenerate: [calls("forget", input), says("Done.")] });
      return generateText({
        model,
        tools: memoryTools(memory),
        stopWhen: stepCountIs(3),
        prompt: "Forget it.",
      });
    };
    const preview = await run({ query: "antique maps" });
    expect(preview.steps[0]?.toolResults).toHaveLength(1);
    const confirmed = await run({ query: "antique maps", confirm: true });
    expect(confirmed.steps[0]?.toolResults[0]?.output).toMatchObject({ forgotten: 0, verified: false });
    const ids = (await memory.records()).items.map(({ id }) => id);
    const erasing = await run({ ids });
    expect(erasing.content.some(({ type }) => type === "tool-approval-request")).toBe(true);
    expect((await memory.records()).items).not.toEqual([]);
  });

  it("returns problems of the model's input in the contract's words", async () => {
    const { memory } = await testMemory();
    const model = new MockLanguageModelV3({ doGenerate: [calls("recall", { query: "" }), says("Sorry.")] });
    await generateText({ model, tools: memoryTools(memory), stopWhen: stepCountIs(3), prompt: "Go." });
    expect(shownTo(model.doGenerateCalls[1])).toContain("Cannot recall: query: must not be empty");
  });
});

it("tools and middleware apply the app's scope, and refuse a model that names one", async () => {
  const { memory } = await testMemory();
  await memory.for({ user: "ben" }).remember("Ben's safe opens with 9902.");
  await memory.remember("Everybody's safe opens with 1111.");
  const tools = memoryTools(memory, { scope: { user: "ana" }, approveForget: false });
  const run = async (name: "remember" | "recall" | "profile" | "forget", input: unknown) => {
    const model = new MockLanguageModelV3({ doGenerate: [calls(name, input), says("Done.")] });
    const { steps } = await generateText({ model, tools, stopWhen: stepCountIs(3), prompt: "Go." });
    return JSON.stringify(steps[0]?.content);
  };
  await run("remember", { content: "Ana's safe opens with 4417." });
  expect(await run("recall", { query: "What opens the safe?" })).toMatch(/4417/);
  expect(await run("recall", { query: "What opens the safe?" })).not.toMatch(/9902|1111/);
  for (const name of ["recall", "forget"] as const) {
    const refused = await run(name, { query: "What opens the safe?", scope: { user: "ben" }, confirm: true });
    expect(refused).toContain("is set by the host");
  }
  expect(await run("recall", { query: "What opens the safe?", include_unscoped: true })).not.toContain(
    "1111",
  );
  await memory.for({ user: "ben" }).remember("I live in Berlin.");
  await run("remember", { content: "I live in Lisbon." });
  expect(await run("profile", {})).toContain("Lisbon");
  expect(await run("profile", {})).not.toContain("Berlin");
  expect(await run("profile", { scope: { user: "ben" } })).not.toContain("Berlin");
  await run("forget", { entity: "Ben" });
  expect((await memory.for({ user: "ben" }).records()).items).not.toEqual([]);
  const middleware = memoryMiddleware(memory, { scope: { user: "ana" } });
  const mock = new MockLanguageModelV3({ doGenerate: says("4417.") });
  await generateText({
    model: wrapLanguageModel({ model: mock, middleware }),
    prompt: "What opens the safe?",
  });
  expect(shownTo(mock.doGenerateCalls[0])).toContain("4417");
  expect(shownTo(mock.doGenerateCalls[0])).not.toMatch(/9902|1111/);
});
