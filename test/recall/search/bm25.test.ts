import { describe, expect, it } from "vitest";
import { fitOf, scoreLevels } from "../../../src/recall/search/bm25.js";
import { layoutOf, passage } from "../pool.js";

const hits = (word: string, passages: number[], weight = 1) => ({
  word,
  idfWeight: weight,
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
  fitOf(texts, { words, levels: scoreLevels(words, layout, statistics), layout, statistics });

describe("scoreLevels()", () => {
  it("scores a passage without a word by its source that contains it", () => {
    const { passage: own, source } = fitted(hits("one", [3]));
    expect([own[0]! > 0, own[1], own[2], own[3]]).toEqual([true, 0, 0, 0]);
    expect([source[1] === source[0], source[2] === source[0], source[3]]).toEqual([true, true, 0]);
  });

  it("scores a word in several passages of a source above one that is in it once", () => {
    const once = fitted(hits("one", [3])).source[0]!;
    expect(fitted(hits("one", [3, 5])).source[0]).toBeGreaterThan(once);
  });

  it("scores a word in all sources below one that is in one of them", () => {
    const { source } = fitted(hits("one", [3, 9]));
    expect(source[0]).toBeLessThan(fitted(hits("one", [3])).source[0]!);
  });

  it("scores words of the context by their weight", () => {
    const half = fitted(hits("one", [3], 0.5));
    const whole = fitted(hits("one", [3]));
    expect([half.passage[0], half.source[0]]).toEqual([whole.passage[0]! / 2, whole.source[0]! / 2]);
  });

  it("scores what the layout does not know by the passage alone", () => {
    const unknown = [passage(40, "one")];
    const words = [hits("one", [40])];
    const levels = scoreLevels(words, layout, statistics);
    const { passage: own, source } = fitOf(unknown, { words, levels, layout, statistics });
    expect([own[0]! > 0, source[0]]).toEqual([true, 0]);
  });

  it("scores a passage with four to each side in its source, and none of another source", () => {
    const source = Array.from({ length: 7 }, (_, index) => passage(index + 1, "word", { sourceId: "a" }));
    const all = [...source, passage(8, "word", { sourceId: "b" })];
    const words = [hits("one", [1, 8])];
    const laidOut = layoutOf(all);
    const few = { passages: 8, averageWordCount: 1 };
    const levels = scoreLevels(words, laidOut, few);
    const { window } = fitOf(all, { words, levels, layout: laidOut, statistics: few });
    expect([...window].map((score) => score > 0)).toEqual([true, true, true, true, true, false, false, true]);
  });

  it("scores words that are close to each other above words far apart", () => {
    const source = Array.from({ length: 12 }, (_, index) => passage(index + 1, "word", { sourceId: "a" }));
    const laidOut = layoutOf(source);
    const few = { passages: 12, averageWordCount: 1 };
    const best = (...words: ReturnType<typeof hits>[]) => {
      const levels = scoreLevels(words, laidOut, few);
      return Math.max(...fitOf(source, { words, levels, layout: laidOut, statistics: few }).window);
    };
    expect(best(hits("one", [1]), hits("two", [3]))).toBeGreaterThan(
      best(hits("one", [1]), hits("two", [12])),
    );
  });
});
