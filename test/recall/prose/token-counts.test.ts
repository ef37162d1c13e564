import { describe, expect, it } from "vitest";
import { counterIn, counterOf } from "../../../src/recall/prose/token-counts.js";
import { passage } from "../pool.js";

/** Counts words, and how often it was called. */
function countingWords() {
  const calls: string[] = [];
  return { calls, countTokens: (text: string) => calls.push(text) && text.split(" ").length };
}

describe("counterIn()", () => {
  it("counts each text of a passage once", () => {
    const embedder = countingWords();
    const one = passage(1, "The boiler leaks.");
    const tokens = [1, 2].map(() => counterIn(one, counterOf(embedder))("The boiler leaks."));
    expect(tokens).toEqual([3, 3]);
    expect(embedder.calls).toHaveLength(1);
  });

  it("counts again for another embedder and for another passage object", () => {
    const [embedder, other] = [countingWords(), countingWords()];
    const text = "The boiler leaks.";
    counterIn(passage(1, text), counterOf(embedder))(text);
    counterIn(passage(1, text), counterOf(embedder))(text);
    const one = passage(1, text);
    counterIn(one, counterOf(embedder))(text);
    counterIn(one, counterOf(other))(text);
    expect(embedder.calls).toHaveLength(3);
    expect(other.calls).toHaveLength(1);
  });
});
