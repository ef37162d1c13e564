import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unitLength } from "../../src/numbers/unit-length.js";

const vectors = fc.float32Array({ minLength: 2, maxLength: 40, min: -100, max: 100, noNaN: true });

describe("unitLength", () => {
  it("cuts first, then normalizes", () => {
    expect([...unitLength(Float32Array.of(3, 4, 100), 2)].map((value) => value.toFixed(4))).toEqual([
      "0.6000",
      "0.8000",
    ]);
  });

  it("returns length 1, or zeros for zeros", () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const length = Math.hypot(...unitLength(vector, vector.length));
        const hasDirection = Math.hypot(...vector) > 1e-6;
        expect(!hasDirection || Math.abs(length - 1) < 1e-5).toBe(true);
      }),
    );
    expect([...unitLength(new Float32Array(3), 3)]).toEqual([0, 0, 0]);
  });
});
