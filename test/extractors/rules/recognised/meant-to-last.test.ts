/** Rules that are meant for good, and commands for the task at hand. */
import { describe, expect, it } from "vitest";
import { loadRuleWeights } from "../../../../src/extractors/learnt/rule-weights.js";
import { isMeantToLast } from "../../../../src/extractors/rules/recognised/meant-to-last.js";
import { RuleModel } from "../../../../src/extractors/rules/recognised/rule-model.js";
import { Memory } from "../../../../src/index.js";

const model = new RuleModel(loadRuleWeights());

/** What a message asks for now. */
const task =
  "Write a product text for our new bicycle lamp. It has two levels and lasts nine hours. Mention the warranty. It should fit on one page.";

describe("isMeantToLast()", () => {
  it("a sentence of its own is meant for good", () => {
    const text = "Do not use bullet points.";
    expect(isMeantToLast(text, text, model)).toBe(true);
  });

  it("the same sentence in a task is meant for the task", () => {
    const text = "Do not use bullet points.";
    expect(isMeantToLast(text, `${task} ${text}`, model)).toBe(false);
  });

  it.each([
    "Never use bullet points.",
    "From now on, no bullet points.",
    "I prefer short sentences.",
    "When I ask for a text, keep it under a page.",
    "Benutze nie Aufzählungen.",
  ])("in a task, too, a sentence may say that it is meant for good: %s", (text) => {
    expect(isMeantToLast(text, `${task} ${text}`, model)).toBe(true);
  });

  it("what is handed over after a colon is worked on once", () => {
    const text = 'And translate to polite English for the supplier: "Gdzie są nasze próbki"';
    expect(isMeantToLast(text, text, model)).toBe(false);
  });

  it("what an assistant is to play lasts no longer than the play", () => {
    const text = "Never break character.";
    expect(isMeantToLast(text, `I want you to act as a pirate. ${text}`, model)).toBe(false);
  });
});

describe("Memory.remember()", () => {
  const rulesIn = async (content: string, role: "user" | "system" = "user") => {
    const memory = new Memory();
    const { data } = await memory.remember({ content: [{ role, content }] });
    await memory.close();
    return data.data.memory_decisions.procedural.items.length;
  };

  it.each([
    `${task} Do not use bullet points.`,
    "Explain the causes of inflation with examples.",
    "No more questions, just show me the list of hotels now!",
  ])("stores no rule of %s", async (text) => {
    expect(await rulesIn(text)).toBe(0);
  });

  it("stores the rules of a long system prompt", async () => {
    const prompt = `You are a support assistant. We sell lamps. ${"Our shop is in Graz. ".repeat(6)}Use metric units.`;
    expect(await rulesIn(prompt, "system")).toBe(1);
  });
});
