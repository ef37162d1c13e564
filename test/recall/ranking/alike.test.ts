import { describe, expect, it } from "vitest";
import { wordTrace } from "../../../src/recall/question/word-trace.js";
import { likenessOf } from "../../../src/recall/ranking/alike.js";

/** One passage a source, as its words. */
const likeness = (texts: Readonly<Record<string, string>>, estimates: readonly number[]) =>
  likenessOf({
    sourceIds: Object.keys(texts).map((name) => name.split("#")[0]!),
    traces: Object.values(texts).map(wordTrace),
    estimates: Float64Array.from(estimates),
  });

describe("likenessOf()", () => {
  it("finds the source that shares words with the best one closer than another", () => {
    const [, next, other] = likeness({ a: "boat harbour", b: "harbour crane", c: "garden rose" }, [5, 0, 0]);
    expect(next).toBe(1);
    expect(other).toBeLessThan(0.1);
  });

  it("gives all passages of one source the same value", () => {
    const values = likeness(
      { "a#1": "boat", "a#2": "harbour", "b#1": "boat sail", "c#1": "rose" },
      [3, 0, 1, 0],
    );
    expect(values[0]).toBe(values[1]);
  });

  it("trusts the best source more than the next ones", () => {
    const texts = { a: "boat harbour", b: "garden rose", like_a: "boat crane", like_b: "rose bed" };
    const sure = likeness(texts, [9, 0, 0, 0]);
    expect(sure[2]).toBeGreaterThan(sure[3]!);
    const other = likeness(texts, [0, 9, 0, 0]);
    expect(other[3]).toBeGreaterThan(other[2]!);
  });

  it("says nothing where there is one source, no passage, or no word in common", () => {
    expect([...likeness({ "a#1": "boat", "a#2": "boat sail" }, [1, 1])]).toEqual([0, 0]);
    expect([...likeness({}, [])]).toEqual([]);
    expect([...likeness({ a: "boat", b: "rose" }, [1, 1])]).toEqual([0, 0]);
  });
});
