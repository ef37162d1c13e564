import { describe, expect, it } from "vitest";
import { maxTokens, tokensOf } from "../../../src/extractors/learnt/tokens.js";

const cut = (text: string) => tokensOf(text).map((token) => token.text);

describe("tokensOf()", () => {
  it("cuts words, marks and line ends", () => {
    expect(cut("Ana lives in Porto, not Faro.\n\nTrue!")).toEqual([
      ..."Ana lives in Porto , not Faro .".split(" "),
      "\n\n",
      "True",
      "!",
    ]);
  });

  it("cuts a clitic from its word, with either apostrophe", () => {
    expect(cut("I'm sure Ana’s here, we don't, they'll")).toEqual(
      "I 'm sure Ana ’s here , we don 't , they 'll".split(" "),
    );
  });

  it("takes for a clitic only what ends its word", () => {
    expect(cut("'two' o'clock")).toEqual(["'", "two", "'", "o", "'", "clock"]);
  });

  it("keeps the points, commas and colons inside a number, not the one after it", () => {
    expect(cut("2.3.1, 10,000 or 14:30.")).toEqual(["2.3.1", ",", "10,000", "or", "14:30", "."]);
  });

  it("cuts a number from the letters beside it", () => {
    expect(cut("v3.11 12km")).toEqual(["v", "3.11", "12", "km"]);
  });

  it("keeps a link and an e-mail address whole", () => {
    expect(cut("see https://example.org/a?b=1#c or mail ana.silva+work@mail.example.org.")).toEqual([
      "see",
      "https://example.org/a?b=1#c",
      "or",
      "mail",
      "ana.silva+work@mail.example.org",
      ".",
    ]);
  });

  it("takes an @ without a domain for a mark", () => {
    expect(cut("@ana at home@")).toEqual(["@", "ana", "at", "home", "@"]);
  });

  it("keeps a code block whole, to its fence or to the end of the text", () => {
    expect(cut("run ```npm test\nnpm start``` now")).toEqual(["run", "```npm test\nnpm start```", "now"]);
    expect(cut("run ```npm test")).toEqual(["run", "```npm test"]);
  });

  it("keeps a note of an attachment whole, and cuts other brackets", () => {
    expect(cut("[image: a brown dog] [Photo] [maybe]")).toEqual([
      "[image: a brown dog]",
      "[Photo]",
      "[",
      "maybe",
      "]",
    ]);
    expect(cut("[image: a\ndog]")[0]).toBe("[");
  });

  it("reads letters of every script, with their marks", () => {
    expect(cut("Żółć 東京タワー re\u0301sume\u0301")).toEqual(["Żółć", "東京タワー", "re\u0301sume\u0301"]);
  });

  it("never cuts a character of two UTF-16 units", () => {
    expect(cut("👍🚀 ok")).toEqual(["👍", "🚀", "ok"]);
  });

  it("gives each token's place in the text", () => {
    const text = "  Ana’s 👍 https://a.b\n2.5!";
    for (const { start, end, text: token } of tokensOf(text)) expect(text.slice(start, end)).toBe(token);
    expect(tokensOf(text)[0]).toEqual({ start: 2, end: 5, text: "Ana" });
  });

  it("reads the first 256 tokens", () => {
    expect(maxTokens).toBe(256);
    const text = Array.from({ length: 300 }, (_, at) => `${at}`).join(" ");
    expect(cut(text)).toHaveLength(256);
    expect(cut(text).at(-1)).toBe("255");
  });

  it("gives none for an empty text and for spaces", () => {
    expect([...cut(""), ...cut(" \t\u3000")]).toEqual([]);
  });
});
