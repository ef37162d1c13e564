import { describe, expect, it } from "vitest";
import { excerpt, splitText } from "../../../src/recall/prose/excerpt.js";
import { interpret } from "../../../src/recall/question/interpret.js";

const text =
  "The hall was painted last spring. The boiler needs a new valve. It leaks when it is cold. The garden is for later.";
const asked = interpret("What does the boiler need?", { now: new Date("2026-06-10T12:00:00Z") }).words;
const countTokens = (words: string) => words.split(/\s+/).length;
const within = (tokenBudget: number) => excerpt(splitText(text), { asked, tokenBudget, countTokens });

describe("excerpt()", () => {
  it("returns the sentence with the question's words, and marks what is omitted", () => {
    expect(within(9)).toBe("… The boiler needs a new valve. …");
  });

  it("adds the sentences next to it before others", () => {
    expect(within(16)).toBe("… The boiler needs a new valve. It leaks when it is cold. …");
  });

  it("returns every sentence, with what is between them, where all fit", () => {
    expect(within(100)).toBe(text);
  });

  it("marks a gap between sentences that are apart", () => {
    const parts = "The boiler leaks. Nobody came. The boiler needs a valve.";
    expect(excerpt(splitText(parts), { asked, tokenBudget: 12, countTokens })).toBe(
      "The boiler leaks. … The boiler needs a valve.",
    );
  });

  it("returns nothing where no sentence fits", () => {
    expect(within(4)).toBeUndefined();
  });
});
