import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesIn } from "../../../src/text/patterns/matches.js";

const patterns = [
  /\p{L}+/gu,
  /(?<=a)b?/g,
  /x*/g,
  /(?<first>\S)\S*/gu,
  /^|$/gm,
  /[\ud800-\udfff]?/g,
  /(?:)/gu,
];

const read = (matches: Iterable<RegExpExecArray>) =>
  JSON.stringify(Array.from(matches, ({ 0: match, index, groups }) => [match, index, groups]));

describe("matchesIn()", () => {
  test("yields what matchAll yields, also empty matches between surrogate pairs", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...patterns), (text, pattern) => {
        expect(read(matchesIn(text, pattern))).toBe(read(text.matchAll(pattern)));
      }),
    );
  });

  test("lets several searches with one pattern go on at once", () => {
    const word = /\w+/g;
    const pairs: string[] = [];
    for (const [one] of matchesIn("a b", word))
      for (const [other] of matchesIn("c d", word)) pairs.push(one + other);
    expect(pairs).toEqual(["ac", "ad", "bc", "bd"]);
  });

  test("leaves the pattern at its beginning if the caller stops early", () => {
    const word = /\w+/g;
    for (const _ of matchesIn("one two", word)) break;
    expect(word.test("one")).toBe(true);
  });
});
