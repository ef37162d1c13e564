import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containsKey, nameKey } from "../../../src/stores/shared/names.js";

/** Short texts of what folding and spacing change, so that many of them contain one another. */
const text = fc
  .array(fc.constantFrom("a", "B", "é", "ß", "’", "'", " ", "  ", "\t", "\u00a0", "\n", "ﬁ", "ö"), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

describe("containsKey()", () => {
  it("finds what the whole text's own key contains, and nothing else", () => {
    let found = 0;
    fc.assert(
      fc.property(text, text, (whole, part) => {
        const key = nameKey(part);
        const isContained = nameKey(whole).includes(key);
        if (isContained && key.length > 1) found += 1;
        expect(containsKey(whole, key)).toBe(isContained);
      }),
      { numRuns: 2000, seed: 20261122 },
    );
    expect(found).toBeGreaterThan(20);
  });

  it("compares without case, accents and redundant spaces", () => {
    expect(containsKey("The  CAFÉ\u00a0at O’Brien’s", nameKey("café at o'brien's"))).toBe(true);
    expect(containsKey("The cafés", nameKey("cafe a"))).toBe(false);
  });
});
