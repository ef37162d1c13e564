import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { letterGroups, mayContain } from "../../../src/recall/passages/passage-analysis.js";

describe("mayContain()", () => {
  it("is true for every part of a text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, part, after) => {
        expect(mayContain(letterGroups(before + part + after), letterGroups(part))).toBe(true);
      }),
    );
  });

  it("is false for most words that are not in a short text", () => {
    const text = letterGroups("we met at the pottery class in lisbon last spring");
    const absent = ["support group", "charity race", "moved to porto", "swimming lesson"];
    expect(absent.filter((phrase) => mayContain(text, letterGroups(phrase)))).toEqual([]);
  });
});
