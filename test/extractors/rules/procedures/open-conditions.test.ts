import { describe, expect, it } from "vitest";
import { openConditionIn } from "../../../../src/extractors/rules/procedures/open-conditions.js";

describe("openConditionIn()", () => {
  it.each([
    ["When I ask what to cook assume there's only me", "I ask what to cook", "assume there's only me"],
    [
      "whenever somebody messages asking for a price quote them the block price first, people take it",
      "somebody messages asking for a price",
      "quote them the block price first",
    ],
    ["wherever there's a choice find me an email address", "there's a choice", "find me an email address"],
    ["if the lid is open don't start the pump", "the lid is open", "don't start the pump"],
    [
      "when children are in the group leave out the hanging",
      "children are in the group",
      "leave out the hanging",
    ],
    ["from now on when I mention Rex answer in German", "I mention Rex", "answer in German"],
  ])("finds where the command of %s begins", (text, condition, body) => {
    expect(openConditionIn(text)).toMatchObject({ condition, body });
  });

  it.each([
    ["a statement", "If I ever get a van I'll paint all their faces on it."],
    ["a subject with its verb", "When you call me I get nervous"],
    ["a noun before a preposition", "If you fail to file your annual report by Friday you pay"],
    ["an auxiliary", "If you really can't give a video"],
    ["a report", "When she called ask me anything was on"],
    ["politeness", "If you want call me"],
    ["a main clause after 'then'", "If the run needs to output a plan, then call the tool"],
  ])("finds none in %s", (_, text) => {
    expect(openConditionIn(text)).toBeNull();
  });
});
