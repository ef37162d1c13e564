import { describe, expect, it } from "vitest";
import { overlaps, sameValue, sharesWords } from "../../src/internal/same-value.js";

describe("sameValue()", () => {
  it("looks past case, accents, articles and punctuation", () => {
    expect(sameValue("The Café!", "cafe")).toBe(true);
    expect(sameValue("Porto", "Lisbon")).toBe(false);
  });
});

describe("overlaps()", () => {
  it("finds one value in the other", () => {
    expect(overlaps("Acme Corp", "acme")).toBe(true);
    expect(overlaps("Acme", "Bosch")).toBe(false);
  });
});

describe("sharesWords()", () => {
  it("finds one value in the other, by whole words", () => {
    expect(sharesWords("Acme Corp", "acme")).toBe(true);
    expect(sharesWords("tea", "teacher")).toBe(false);
  });

  it("finds nothing in an empty value", () => {
    expect(sharesWords("", "Acme")).toBe(false);
    expect(sharesWords("", "")).toBe(false);
  });
});
