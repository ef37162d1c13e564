import { describe, expect, it } from "vitest";
import { tokensOf } from "../../../src/extractors/learnt/tokens.js";
import { isUnusualName } from "../../../src/extractors/learnt/unusual-name.js";

const isName = (text: string, value: string) => {
  const tokens = tokensOf(text);
  const start = text.indexOf(value);
  const from = tokens.findIndex((token) => token.start === start);
  const to = tokens.findIndex(({ end }) => end === start + value.length);
  return isUnusualName(tokens, { from, to }, (word) => ["head", "chef", "tim"].includes(word.toLowerCase()));
};

describe("isUnusualName()", () => {
  it.each([
    ["we met Balthasar Quennevoort", "Balthasar Quennevoort", true],
    ["we met Tim Quennevoort", "Tim Quennevoort", true],
    ["she is Head Chef", "Head Chef", false],
    ["we met. Balthasar was late", "Balthasar", false],
    ["Quennevoort was late", "Quennevoort", false],
    ["we met balthasar", "balthasar", false],
    ["the Quennevoort files", "Quennevoort files", false],
  ])("%s: %s", (text, value, expected) => {
    expect(isName(text, value)).toBe(expected);
  });
});
