import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exponential, highestAt, logistic, softmax } from "../../../src/extractors/learnt/probability.js";

const seeded = { seed: 20_261_122 };

describe("exponential()", () => {
  it("agrees with Math.exp to 1e-9", () => {
    fc.assert(
      fc.property(fc.double({ min: -80, max: 80, noNaN: true }), (x) => {
        expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-9);
      }),
      seeded,
    );
    expect(exponential(0)).toBe(1);
  });

  it("takes what lies beyond 80 for 80", () => {
    expect(exponential(1000)).toBe(exponential(80));
    expect(exponential(Number.NEGATIVE_INFINITY)).toBe(exponential(-80));
    expect(exponential(-80)).toBeGreaterThan(0);
  });
});

describe("logistic()", () => {
  it("gives the probability of a logit, and of its negative the rest", () => {
    expect(logistic(0)).toBe(0.5);
    expect(logistic(Math.log(3))).toBeCloseTo(0.75, 12);
    expect(logistic(2) + logistic(-2)).toBeCloseTo(1, 12);
  });
});

describe("softmax()", () => {
  it("gives probabilities that sum to 1, in the order of the logits", () => {
    const logits = fc.array(fc.double({ min: -200, max: 200, noNaN: true }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(logits, (values) => {
        const found = softmax(values);
        expect(found.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
        expect(found.every((one) => one > 0 && one <= 1)).toBe(true);
        expect(found[highestAt(values)]).toBe(Math.max(...found));
      }),
      seeded,
    );
  });

  it("gives equal logits equal probabilities, however high they are", () => {
    expect([...softmax([5000, 5000])]).toEqual([0.5, 0.5]);
    expect([...softmax(Float32Array.of(Math.fround(-3)))]).toEqual([1]);
  });
});

describe("highestAt()", () => {
  it("gives the place of the highest value, the first where several are", () => {
    expect(highestAt([1, 3, 2, 3])).toBe(1);
  });

  it("looks from one place up to another, without it", () => {
    expect(highestAt([9, 1, 2, 8], 1)).toBe(3);
    expect(highestAt([9, 1, 2, 8], 1, 3)).toBe(2);
    expect(highestAt([9, 1], 1, 1)).toBe(1);
  });
});
