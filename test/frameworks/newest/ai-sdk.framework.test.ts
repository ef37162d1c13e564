/**
 * The AI SDK 7: what test/ai-sdk tests runs against it in this lane too; here, models of its own
 * generation.
 */
import { generateText, streamText, wrapLanguageModel } from "ai";
import { memoryMiddleware } from "keepsake/ai-sdk";
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { promptOf, scriptedModel } from "./scripted-model.js";

describe("memoryMiddleware() with a model of AI SDK 7", () => {
  it("recalls in a later conversation what was said in an earlier one", async () => {
    const { memory } = await testMemory();
    const mock = scriptedModel("Noted.");
    const model = wrapLanguageModel({
      model: mock,
      middleware: memoryMiddleware(memory, { speaker: "Ana" }),
    });
    await generateText({ model, prompt: "I moor my boat at the old harbour in Split." });
    const { text } = streamText({ model, prompt: "Where does Ana moor her boat?" });
    expect(await text).toBe("Noted.");
    expect(promptOf(mock, 1).join("\n")).toMatch(
      /^user: <recalled_memory_[0-9a-f]{32}>[\s\S]*old harbour in Split[\s\S]*\nWhere does Ana moor her boat\?$/,
    );
  });
});
