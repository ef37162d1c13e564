import { describe, expect, it } from "vitest";
import { ComparedValue, sameUnit, sameValue, sharesWords } from "../../src/text/same-value.js";

describe("sameValue()", () => {
  it("ignores case, accents, articles and punctuation", () => {
    expect(sameValue("The Café!", "cafe")).toBe(true);
    expect(sameValue("Porto", "Lisbon")).toBe(false);
  });

  it("keeps an article that is not the first word, and separates values in other scripts", () => {
    expect(sameValue("the Beatles", "Beatles")).toBe(true);
    expect(sameValue("over the moon", "over moon")).toBe(false);
    expect(sameValue("東京", "大阪")).toBe(false);
  });
});

describe("sameUnit()", () => {
  it("is true for one unit, in any case, with or without a space, singular or plural", () => {
    expect(sameUnit("250 ms", "80MS")).toBe(true);
    expect(sameUnit("65 %", "82%")).toBe(true);
    expect(sameUnit("1 hour", "3 hours")).toBe(true);
    expect(sameUnit("about 1,200 euros", "950.50 euros")).toBe(true);
  });

  it("is false for two units", () => {
    expect(sameUnit("250 ms", "12 %")).toBe(false);
    expect(sameUnit("5 kg", "3 km")).toBe(false);
    expect(sameUnit("80 kg", "80 %")).toBe(false);
  });

  it("does not confuse units of one letter", () => {
    expect(sameUnit("250 ms", "250 m")).toBe(false);
    expect(sameUnit("5 s", "5 %")).toBe(false);
  });

  it("is true for values that are not measures", () => {
    expect(sameUnit("250 ms", "low")).toBe(true);
    expect(sameUnit("1 June", "15 July")).toBe(true);
    expect(sameUnit("Porto", "Faro")).toBe(true);
    expect(sameUnit("42", "12 %")).toBe(true);
    expect(sameUnit("3 rooms and a garden", "12 %")).toBe(true);
    expect(sameUnit("", "12 %")).toBe(true);
  });
});

describe("isNamedBy()", () => {
  it.each([
    ["red Vespa", "Vespa", true],
    ["Acme", "job at Acme in Graz", true],
    ["eggs", "egg", true],
    ["Acme", "Bosch", false],
    ["kayak", "kayak's paddle", false],
    ["Acme", "", false],
  ])("%s by %s: %s", (value, name, named) =>
    expect(new ComparedValue(value).isNamedBy(new ComparedValue(name))).toBe(named),
  );
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
