import { describe, expect, it } from "vitest";
import { partOfSpeech, partsOfSpeech, wordsOf } from "../../../src/extractors/learnt/features.js";
import { type ReadWord, type TaggerContext, taggerInput } from "../../../src/extractors/learnt/input.js";

const input = (text: string, over: Partial<TaggerContext> = {}) =>
  taggerInput(
    text,
    { role: "user", previous: null, words: [], ...over },
    wordsOf(() => []),
  );

/** The words of a text, each with the tags that are given for it. */
function read(text: string, tags: Readonly<Record<string, string>>): ReadWord[] {
  return Object.entries(tags).map(([word, tag]) => {
    const start = text.indexOf(word);
    return { start, end: start + word.length, tags: new Set([tag]) };
  });
}

const part = (tag: string) => partOfSpeech(new Set([tag]));

describe("taggerInput()", () => {
  it("gives a row of features for each token", () => {
    const { tokens, contextLength, features } = input("I live in Porto.");
    expect(tokens.map(({ text }) => text)).toEqual(["I", "live", "in", "Porto", "."]);
    expect(contextLength).toBe(0);
    expect(features).toHaveLength(5);
  });

  it("distinguishes the message before, a person's message and an assistant's by their place", () => {
    const places = (role: TaggerContext["role"]) =>
      input("Porto", { role, previous: "Where?" }).features.map(({ place }) => place);
    expect(places("user")).toEqual([0, 0, 1]);
    expect(places("system")).toEqual([0, 0, 1]);
    expect(places("assistant")).toEqual([0, 0, 2]);
    expect(places("tool")).toEqual([0, 0, 2]);
  });

  it("reads the last 12 tokens of what was said before", () => {
    const previous = Array.from({ length: 20 }, (_, at) => `w${"x".repeat(at)}`).join(" ");
    const { contextLength, features, tokens } = input("Porto", { previous });
    expect(contextLength).toBe(12);
    expect(features).toHaveLength(13);
    expect(tokens).toHaveLength(1);
    const last = input(`w${"x".repeat(19)}`).features[0]!;
    expect(features[11]).toMatchObject({ word: last.word, shape: last.shape });
  });

  it("looks at the last 400 characters of what was said before", () => {
    expect(input("Porto", { previous: `one two ${"x".repeat(392)}` }).contextLength).toBe(3);
    expect(input("Porto", { previous: `one two ${"x".repeat(400)}` }).contextLength).toBe(1);
  });

  it("gives each token the part of speech of the word at its offset", () => {
    const text = "Ana lives in Porto";
    const words = read(text, { Ana: "FirstName", lives: "PresentTense", Porto: "City" });
    expect(input(text, { words }).features.map((row) => row.part)).toEqual([
      part("FirstName"),
      part("PresentTense"),
      0,
      part("City"),
    ]);
  });

  it("gives all tokens inside one word its part of speech", () => {
    const text = "we don't know";
    const words = read(text, { "don't": "Negative" });
    expect(input(text, { words }).features.map((row) => row.part)).toEqual([
      0,
      part("Negative"),
      part("Negative"),
      0,
    ]);
  });

  it("gives no part of speech to what was said before", () => {
    const words = read("Porto", { Porto: "City" });
    expect(input("Porto", { previous: "Porto", words }).features.map((row) => row.part)).toEqual([
      0,
      part("City"),
    ]);
  });

  it("has no tokens for an empty text, whatever was said before", () => {
    expect(input("", { previous: "Where do you live?" }).tokens).toEqual([]);
  });
});

describe("partOfSpeech()", () => {
  it("takes the most specific class of a word", () => {
    expect(partOfSpeech(new Set(["Noun", "ProperNoun", "City"]))).toBe(part("City"));
    expect(partOfSpeech(new Set(["Verb", "Modal"]))).toBe(part("Modal"));
  });

  it("gives 0 for what no class names, else a row of the table", () => {
    expect(partOfSpeech(new Set())).toBe(0);
    expect(partOfSpeech(new Set(["Unheard"]))).toBe(0);
    expect(part("Pronoun")).toBe(1);
    expect(part("Url")).toBe(partsOfSpeech - 1);
  });
});
