import { describe, expect, it } from "vitest";
import { highestOf } from "../../src/numbers/highest.js";

/** Scores between -1 and 1 that look random and are always the same. */
const scores = Float64Array.from({ length: 5000 }, (_, at) => Math.sin((at + 1) ** 2));

const best = (numbers: Float64Array, count: number) => {
  const { above, at } = highestOf(numbers, count);
  expect(above.length).toBeLessThan(count);
  return [...above, ...at].sort((one, other) => one - other);
};

describe("highestOf()", () => {
  it("returns the indices of the highest numbers, and few more", () => {
    for (const count of [1, 10, 250]) {
      const least = scores.toSorted((one, other) => other - one)[count - 1]!;
      const places = best(scores, count);
      const truth = [...scores.keys()].filter((place) => scores[place]! >= least);
      expect(truth.every((place) => places.includes(place))).toBe(true);
      expect(places.length).toBeLessThan(count + 100);
    }
  });

  it("ignores NaN, and returns all others if there are too few", () => {
    const some = Float64Array.of(Number.NaN, 0.5, Number.NaN, -0.5);
    expect(best(some, 1)).toEqual([1]);
    expect(best(some, 9)).toEqual([1, 3]);
    expect(best(Float64Array.of(Number.NaN), 1)).toEqual([]);
    expect(best(new Float64Array(0), 1)).toEqual([]);
  });

  it("returns all equal numbers", () => {
    expect(best(Float64Array.of(0.25, 0.25, 0.25), 1)).toEqual([0, 1, 2]);
  });
});
