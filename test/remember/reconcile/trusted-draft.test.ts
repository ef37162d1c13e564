import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certaintyOf, spanOf } from "../../../src/remember/reconcile/trusted-draft.js";

describe("spanOf()", () => {
  const passage = "I moved from Acme to Bosch 🎉.";

  it("returns the part of the passage that the draft names", () => {
    expect(spanOf({ span: { start: 2, end: 26 } }, passage)).toBe("moved from Acme to Bosch");
    expect(spanOf({ span: { start: 0, end: passage.length } }, passage)).toBe(passage);
  });

  it("returns the passage where the draft names no part", () => {
    expect(spanOf({}, passage)).toBe(passage);
  });

  it.each([
    ["empty", { start: 4, end: 4 }],
    ["reversed", { start: 9, end: 4 }],
    ["before the text", { start: -3, end: 4 }],
    ["past the text", { start: 4, end: 400 }],
    ["fractional", { start: 0.5, end: 4 }],
    ["not a number", { start: Number.NaN, end: 4 }],
    ["between the halves of a surrogate pair", { start: 0, end: passage.indexOf("🎉") + 1 }],
  ])("gives the passage where the span is %s", (_, span) => {
    expect(spanOf({ span }, passage)).toBe(passage);
  });

  it("is never empty, always well-formed, and always in the passage", () => {
    const texts = fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(texts, fc.integer(), fc.integer(), (text, start, end) => {
        const span = spanOf({ span: { start: start % 20, end: end % 20 } }, text);
        expect(text).toContain(span);
        expect(span).not.toBe("");
        expect(span.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("certaintyOf()", () => {
  it("returns the draft's certainty, from 0 to 1", () => {
    expect([0, 0.4, 1].map((certainty) => certaintyOf({ certainty }))).toEqual([0, 0.4, 1]);
  });

  it("returns 1 where the certainty is missing or out of range", () => {
    const wrong = [{}, { certainty: 95 }, { certainty: -0.1 }, { certainty: Number.NaN }];
    expect(wrong.map(certaintyOf)).toEqual([1, 1, 1, 1]);
  });
});
