import { describe, expect, it } from "vitest";
import { isNameWord, writesName } from "../../src/text/name-words.js";

describe("writesName() is true where a word is written as a name", () => {
  it.each([
    ["My brother Will is a gardener.", "will"],
    ["Will lives in Zwolle.", "will"],
    ["we met. May was late", "may"],
    ["rose feeds the cat", "rose"],
  ])("%s", (text, word) => expect(writesName(text, word)).toBe(true));

  it.each([
    ["I will call Ana.", "will"],
    ["Will you call Ana?", "will"],
    ["Prices rose in Zwolle.", "rose"],
    ["Tell Maya that I may come.", "may"],
  ])("and not: %s", (text, word) => expect(writesName(text, word)).toBe(false));

  it("asks for the capital only of words that are both", () => {
    expect(isNameWord("will")).toBe(true);
    expect(isNameWord("petra")).toBe(false);
  });
});
