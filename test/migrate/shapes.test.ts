import { describe, expect, it } from "vitest";
import { properties } from "../../src/extractors/rules/facts/vocabulary/properties.js";
import { about, labelsOf, momentOf, propertyOf, wordsOf } from "../../src/migrate/shapes.js";
import { piecesOf } from "../../src/migrate/statement.js";

describe("momentOf()", () => {
  it.each([
    ["2024-07-20T01:30:36.275141-07:00", "2024-07-20T08:30:36.275Z"],
    ["2024-07-20 01:30:36.275141+00:00", "2024-07-20T01:30:36.275Z"],
    ["2024-07-20 01:30:36", "2024-07-20T01:30:36.000Z"],
    ["2024-07-20T01:30:36Z", "2024-07-20T01:30:36.000Z"],
    ["2024-07-20 01:30:36 UTC", "2024-07-20T01:30:36.000Z"],
    ["2024-07-20", "2024-07-20T00:00:00.000Z"],
    [1_721_439_036, "2024-07-20T01:30:36.000Z"],
    [1_721_439_036.5, "2024-07-20T01:30:36.500Z"],
    [1_721_439_036_500, "2024-07-20T01:30:36.500Z"],
    [1_721_439_036_500_000_000, "2024-07-20T01:30:36.500Z"],
  ])("reads %s", (given, iso) => {
    expect(momentOf(given)).toBe(iso);
  });

  it.each([null, undefined, "", "soon", Number.NaN, Number.POSITIVE_INFINITY, {}, "2024-13-45T99:00:00Z"])(
    "reads nothing from %s",
    (given) => {
      expect(momentOf(given)).toBeUndefined();
    },
  );
});

describe("labelsOf()", () => {
  it("keeps scalars and lists, writes deeper values as JSON, and reports what it omits", () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`k${index}`, index]));
    expect(labelsOf({ a: 1, b: ["x", true], c: { d: [{}] }, e: null, f: undefined })).toEqual({
      labels: { a: 1, b: ["x", true], c: '{"d":[{}]}' },
      tooBig: [],
    });
    expect(labelsOf(many).tooBig).toHaveLength(6);
    expect(labelsOf({ "": 1, ["k".repeat(129)]: 1, lone: "\ud800" }).tooBig).toHaveLength(3);
  });
});

describe("about()", () => {
  it("puts a name before a text that does not contain it", () => {
    expect(about("Ada_Lind", "likes tea")).toBe("Ada_Lind: likes tea");
    expect(about("Ada_Lind", "ada lind likes tea")).toBe("ada lind likes tea");
  });
});

describe("wordsOf()", () => {
  it("reads identifiers as words", () => {
    expect(wordsOf("WORKS_AT")).toBe("works at");
    expect(wordsOf("  lives   in ")).toBe("lives in");
  });
});

describe("propertyOf()", () => {
  it("returns the extractor's own properties where they have one meaning", () => {
    expect(propertyOf("LIVES_IN")).toEqual({ property: "home", labels: { predicate: "LIVES_IN" } });
    expect(propertyOf("co-founded").property).toBe("founded");
    expect(propertyOf("home")).toEqual({ property: "home", labels: {} });
    expect(propertyOf("SINGS_WITH").property).toBe("sings with");
    const named = [
      "lives in",
      "works for",
      "worked at",
      "works as",
      "born in",
      "comes from",
      "spouse",
      "loves",
      "hates",
    ];
    const others = [
      "prefer",
      "own",
      "has pet",
      "studies at",
      "graduated from",
      "studies",
      "speaks",
      "citizen of",
    ];
    const more = ["allergic to", "travelled to", "member of", "founder of", "manager of"];
    const known = new Set(Object.keys(properties));
    const strangers = [...named, ...others, ...more].filter((name) => !known.has(propertyOf(name).property));
    expect(strangers).toEqual([]);
  });
});

describe("piecesOf()", () => {
  it("never splits a surrogate pair, and loses only white space", () => {
    const text = `${"😀".repeat(900)} ${"a".repeat(799)}😀 end`;
    const pieces = piecesOf(text);
    expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= 800)).toBe(true);
    expect(pieces.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
  });
});
