import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { letterGroups, mayHold } from "../../../src/recall/question/letter-groups.js";

describe("mayHold()", () => {
  it("never denies what a text holds", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, part, after) => {
        expect(mayHold(letterGroups(before + part + after), letterGroups(part))).toBe(true);
      }),
    );
  });

  it("denies most of what a short text does not hold", () => {
    const text = letterGroups("we met at the pottery class in lisbon last spring");
    const absent = ["support group", "charity race", "moved to porto", "swimming lesson"];
    expect(absent.filter((phrase) => mayHold(text, letterGroups(phrase)))).toEqual([]);
  });
});
