import { describe, expect, it } from "vitest";
import { wordTrace } from "../../../../src/recall/passages/word-trace.js";
import { likenessOf } from "../../../../src/recall/ranking/features/alike.js";

/** One passage a source, as its words. */
const likeness = (texts: Readonly<Record<string, string>>, estimates: readonly number[]) =>
  likenessOf({
    sources: sourcesIn(Object.keys(texts).map((name) => name.split("#")[0])),
    traces: Object.values(texts).map(wordTrace),
    estimates: Float64Array.from(estimates),
  });

const sourcesIn = (names: readonly unknown[]) =>
  [...new Set(names)].map((name) => names.flatMap((other, at) => (other === name ? at : [])));

describe("likenessOf()", () => {
  const rest = { e: "kettle", f: "ladder", g: "mirror", h: "needle", i: "orange" };
  const none = [-9, -9, -9, -9, -9];

  it("finds the source that shares words with the best one closer than another", () => {
    const [, next, other] = likeness({ a: "boat harbour", b: "harbour crane", c: "garden rose", ...rest }, [
      5,
      0,
      0,
      ...none,
    ]);
    expect(next).toBeCloseTo(1 - 3 / 7);
    expect(other).toBeLessThan(0.1);
  });

  it("gives all passages of one source the same value", () => {
    const texts = { "a#1": "boat", "a#2": "harbour", "b#1": "boat sail", "c#1": "rose", ...rest };
    const values = likeness(texts, [3, 0, 1, 0, ...none]);
    expect(values[0]).toBeGreaterThan(0);
    expect(values[0]).toBe(values[1]);
  });

  it("trusts the best source more than the next ones", () => {
    const texts = {
      a: "boat harbour",
      b: "garden rose",
      like_a: "boat crane",
      like_b: "rose table",
      ...rest,
    };
    const sure = likeness(texts, [9, 0, 0, 0, ...none]);
    expect(sure[2]).toBeGreaterThan(sure[3]!);
    const other = likeness(texts, [0, 9, 0, 0, ...none]);
    expect(other[3]).toBeGreaterThan(other[2]!);
  });

  it("says nothing of a pool of few sources, of no passage, or of no word in common", () => {
    expect([...likeness({ a: "boat", b: "boat sail", c: "boat crane", d: "boat" }, [3, 2, 1, 0])]).toEqual([
      0, 0, 0, 0,
    ]);
    expect([...likeness({}, [])]).toEqual([]);
    expect([...likeness(rest, [1, 1, 1, 1, 1])]).toEqual([0, 0, 0, 0, 0]);
  });
});
