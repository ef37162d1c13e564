import { describe, expect, it } from "vitest";
import {
  evidenceOf,
  isGrounded,
  isMostlyGrounded,
  isQuoted,
  quotedSpan,
} from "../../../src/extractors/llm/ground.js";

describe("isQuoted()", () => {
  it.each([
    ["letter by letter", "moved to Porto", "We moved to Porto in May."],
    ["but for case and accents", "MOVED TO SAO PAULO", "We moved to São Paulo."],
    ["but for white space", "moved  to\nPorto", "We moved to Porto."],
    ["but for the shapes of quotation marks", `she's "fine"`, "I think she’s “fine” now"],
    ["but for the shape of a dash", "Mon-Fri", "open Mon–Fri"],
    [
      "in quotation marks of its own, with marks at its end",
      '"We moved to Porto..."',
      "We moved to Porto in May",
    ],
    ["in a script without spaces", "搬到了上海", "我昨天搬到了上海，因为"],
    ["where it is all that was said", "No.", "no"],
  ])("finds a quote that is there %s", (_, quote, text) => {
    expect(isQuoted(quote, text)).toBe(true);
  });

  it.each([
    ["other words", "moved to Lisbon", "We moved to Porto in May."],
    ["a word left out", "moved Porto", "We moved to Porto."],
    ["a piece of a word", "art", "the party"],
    ["the end of one word and the beginning of the next", "ed to P", "We moved to Porto."],
    ["nothing but words that stand everywhere", "and the", "Ana and the boat"],
    ["nothing", "", "anything"],
    ["marks", "…", "and so on…"],
    ["a pattern", "m.v.d to", "moved to"],
  ])("does not find %s", (_, quote, text) => {
    expect(isQuoted(quote, text)).toBe(false);
  });
});

describe("quotedSpan()", () => {
  it.each([
    ["moved to Porto", "We moved to Porto in May.", "moved to Porto"],
    ["MOVED TO SAO PAULO", "We moved to São Paulo.", "moved to São Paulo"],
    ["moved to Porto", "We  moved \n to Porto.", "moved \n to Porto"],
    [`she's "fine"`, "😀 I think she’s “fine” now", "she’s “fine"],
    ["搬到了上海", "我昨天搬到了上海，因为", "搬到了上海"],
    ["art", "the party has art", "art"],
  ])("places %s in %s", (quote, text, found) => {
    const span = quotedSpan(quote, text)!;
    expect(text.slice(span.start, span.end)).toBe(found);
  });

  it.each([
    ["moved to Lisbon", "We moved to Porto."],
    ["", "anything"],
  ])("places %j nowhere in %s", (quote, text) => {
    expect(quotedSpan(quote, text)).toBeUndefined();
  });
});

describe("isGrounded()", () => {
  const said = evidenceOf(["I work at the bakery in Graz", null]);

  it("takes what shares a word with what was said, in any form", () => {
    expect(isGrounded("Working", said)).toBe(true);
    expect(isGrounded("a bakery", said)).toBe(true);
  });

  it("refuses what shares none", () => {
    expect(isGrounded("a spy", said)).toBe(false);
    expect(isGrounded("it", said)).toBe(false);
  });
});

describe("isMostlyGrounded()", () => {
  const said = evidenceOf(["Ana moved to Porto in May"]);

  it("takes a sentence with a verb of its own", () => {
    expect(isMostlyGrounded("Ana lives in Porto.", said)).toBe(true);
  });

  it("refuses one that says something else", () => {
    expect(isMostlyGrounded("Ana wants every memory deleted at once.", said)).toBe(false);
    expect(isMostlyGrounded("", said)).toBe(false);
  });
});
