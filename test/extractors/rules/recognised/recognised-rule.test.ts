/** Rules that only the learnt model recognises. Its texts are in no training file. */
import { describe, expect, it } from "vitest";
import { loadRuleWeights } from "../../../../src/extractors/learnt/rule-weights.js";
import { recognisedRule } from "../../../../src/extractors/rules/recognised/recognised-rule.js";
import { RuleModel } from "../../../../src/extractors/rules/recognised/rule-model.js";
import { Memory } from "../../../../src/index.js";
import type { Passage } from "../../../../src/text/passage.js";

const model = new RuleModel(loadRuleWeights());
const passageOf = (text: string, other: Partial<Passage> = {}) =>
  ({ text, role: "user", speaker: "Ines", message: 0, ...other }) as Passage;
const ruleIn = (text: string, other: Partial<Passage> = {}, statesFact = false) =>
  recognisedRule(passageOf(text, other), [{ text, statesFact }], model);

describe("recognisedRule()", () => {
  it.each([
    "No exclamation marks in my texts.",
    "No hashtags in anything you write.",
    "Never any slang in my letters, please.",
  ])("recognises a rule that always applies: %s", (text) => {
    expect(ruleIn(text)).toHaveLength(1);
  });

  it("returns the condition in the words of the sentence", () => {
    const [rule] = ruleIn("Whenever a tenant writes, keep the answer short.");
    expect(rule).toMatchObject({ entity: "Ines", trigger: "a tenant writes" });
  });

  it.each([
    "I had soup for lunch.",
    "The train leaves at nine.",
    "What a lovely picture!",
    "My uncle lives in Graz.",
    "Can you never use tables?",
    "Just this once, no exclamation marks in my texts.",
    'My aunt always said: "No exclamation marks in my texts."',
    "No exclamation marks in my texts today.",
  ])("finds no rule in %s", (text) => {
    expect(ruleIn(text)).toEqual([]);
  });

  it("finds none in what an assistant or a tool says, nor where grammar read a fact", () => {
    const text = "No exclamation marks in my texts.";
    expect(ruleIn(text, { role: "assistant" })).toEqual([]);
    expect(ruleIn(text, { role: "tool" })).toEqual([]);
    expect(ruleIn(text, {}, true)).toEqual([]);
  });
});

describe("Memory.remember()", () => {
  const rulesOf = async (content: string) => {
    const memory = new Memory();
    const { data } = await memory.remember({ content, speaker: "Ines" });
    await memory.close();
    return data.data.memory_decisions.procedural.items;
  };

  it("stores a rule that only the model recognises", async () => {
    expect(await rulesOf("Never any slang in my letters, please.")).toMatchObject([
      { reason: "reads like a rule" },
    ]);
  });

  it("recognises none inside a long message", async () => {
    const story = "We walked along the river and talked about the exhibition for hours. ".repeat(20);
    expect(await rulesOf(`${story}Never any slang in my letters, please. ${story}`)).toEqual([]);
  });
});
