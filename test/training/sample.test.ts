import { describe, expect, it } from "vitest";
import { sampled } from "../../training/ranker/sample.js";

const numbers = Array.from({ length: 100 }, (_, at) => at);

describe("sampled()", () => {
  it("draws so many, each once, in their order", () => {
    const drawn = sampled(numbers, 20);
    expect(new Set(drawn).size).toBe(20);
    expect([...drawn].sort((a, b) => a - b)).toEqual(drawn);
  });

  it("draws the same ones each time, and not merely the first", () => {
    expect(sampled(numbers, 20)).toEqual(sampled(numbers, 20));
    expect(sampled(numbers, 20).at(-1)).toBeGreaterThan(50);
  });

  it("returns all of a shorter list", () => {
    expect(sampled(numbers, 100)).toEqual(numbers);
  });
});
