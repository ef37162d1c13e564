import { describe, expect, it } from "vitest";
import { fitOf, scoreLevels } from "../../../src/recall/search/levels.js";
import { layoutOf, passage } from "../pool.js";

const hits = (word: string, passages: number[], weight = 1) => ({
  word,
  worth: weight,
  weight,
  name: false,
  passages,
});
/** A source of three passages, and one of its own. */
const texts = [
  passage(3, "one two", { sourceId: "a" }),
  passage(4, "three", { sourceId: "a" }),
  passage(5, "four", { sourceId: "a", speaker: "Ana" }),
  passage(9, "five six seven", { sourceId: "b" }),
];
const layout = layoutOf(texts);
const statistics = { passages: 4, averageWordCount: 2 };
const fitted = (...words: ReturnType<typeof hits>[]) =>
  fitOf(texts, scoreLevels(words, layout, statistics), layout);

describe("scoreLevels()", () => {
  it("scores a passage that lacks a word by the source that holds it", () => {
    const { passage: own, source } = fitted(hits("one", [3]));
    expect([own[0]! > 0, own[1], own[2], own[3]]).toEqual([true, 0, 0, 0]);
    expect([source[1] === source[0], source[2] === source[0], source[3]]).toEqual([true, true, 0]);
  });

  it("counts a word that several passages of a source hold for more than one that stands in it once", () => {
    const once = fitted(hits("one", [3])).source[0]!;
    expect(fitted(hits("one", [3, 5])).source[0]).toBeGreaterThan(once);
  });

  it("counts a word that all sources hold for less than one that stands in one of them", () => {
    const { source } = fitted(hits("one", [3, 9]));
    expect(source[0]).toBeLessThan(fitted(hits("one", [3])).source[0]!);
  });

  it("counts words of the context for as much as they weigh", () => {
    const half = fitted(hits("one", [3], 0.5));
    const whole = fitted(hits("one", [3]));
    expect([half.passage[0], half.source[0]]).toEqual([whole.passage[0]! / 2, whole.source[0]! / 2]);
  });

  it("scores what the layout does not know by the passage alone", () => {
    const unknown = [passage(40, "one")];
    const levels = scoreLevels([hits("one", [40])], layout, statistics);
    const { passage: own, source } = fitOf(unknown, levels, layout);
    expect([own[0]! > 0, source[0]]).toEqual([true, 0]);
  });
});
