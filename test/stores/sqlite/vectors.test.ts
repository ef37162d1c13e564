import { describe, expect, it } from "vitest";
import { CodeScan } from "../../../src/stores/sqlite/code-scan.js";
import { codeWords, dot, lengthOf, toBlob, toCode, toInt8 } from "../../../src/stores/sqlite/quantise.js";

/** Numbers between -1 and 1 that look like chance and are always the same. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

const cosine = (one: Float32Array, other: Int8Array) => dot(one, other) / (lengthOf(one) * lengthOf(other));

describe("toInt8()", () => {
  it("keeps the cosine to three places at 256 dimensions", () => {
    const [one, other] = [numbers(256, 1), numbers(256, 2)];
    const exact = cosine(
      one,
      Int8Array.from(other, (component) => Math.round(component * 127)),
    );
    expect(cosine(one, toInt8(other.map((component) => component * 0.001))!)).toBeCloseTo(exact, 2);
    expect(cosine(one, toInt8(one)!)).toBeGreaterThan(0.9999);
  });

  it("gives nothing for a vector without direction", () => {
    expect([
      toInt8(new Float32Array(8)),
      toInt8(Float32Array.of(Number.NaN)),
      toInt8(new Float32Array(0)),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

describe("CodeScan", () => {
  const dimensions = 70;
  const codes = Array.from({ length: 200 }, (_, index) => toCode(numbers(dimensions, index + 1), undefined));
  const bits = (one: Int32Array, other: Int32Array) =>
    one.reduce((sum, word, index) => {
      const differing = (word ^ other[index]!) >>> 0;
      return sum + [...differing.toString(2)].filter((bit) => bit === "1").length;
    }, 0);
  const scan = new CodeScan(codeWords(dimensions));
  for (const [index, code] of codes.entries()) scan.add(index * 2 + 1, toBlob(code));

  it("finds those that differ in the fewest bits, with all that tie", () => {
    const query = codes[17]!;
    const distances = codes.map((code) => bits(code, query));
    const limit = distances.toSorted((one, other) => one - other)[9]!;
    const expected = distances.flatMap((distance, index) => (distance <= limit ? [index * 2 + 1] : []));
    expect(scan.closest(query, 10)).toEqual(expected);
    expect(scan.closest(query, 1)).toEqual([35]);
  });

  it("looks only among those allowed", () => {
    const allowed = new Set([3, 7, 35]);
    expect(scan.closest(codes[17]!, 1, allowed)).toEqual([35]);
    expect(scan.closest(codes[17]!, 99, allowed)).toEqual([3, 7, 35]);
  });

  it("takes the mean off before it takes signs", () => {
    const vector = Float32Array.of(0.5, 0.1, -0.2);
    expect([...toCode(vector, undefined)]).toEqual([0b011]);
    expect([...toCode(vector, Float32Array.of(0.6, 0, -0.3))]).toEqual([0b110]);
  });
});
