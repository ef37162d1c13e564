import { describe, expect, it } from "vitest";
import { featuresOf, maxPieces, tableRows, wordsOf } from "../../../src/extractors/learnt/features.js";
import { tokensOf } from "../../../src/extractors/learnt/tokens.js";

/** A piece for each letter: its place in the alphabet. */
const letters = (text: string) =>
  [...text.toLowerCase()].map((letter) => letter.charCodeAt(0) - "a".charCodeAt(0));
const features = (text: string) => featuresOf(tokensOf(text)[0]!, { place: 1, part: 7 }, wordsOf(letters));

describe("featuresOf()", () => {
  it("hashes a word in lower case, and gives its shape apart", () => {
    const [small, large] = [features("porto"), features("Porto")];
    expect(large.word).toBe(small.word);
    expect(large.ending).toBe(small.ending);
    expect(large.shape).not.toBe(small.shape);
    expect(features("faro").word).not.toBe(small.word);
  });

  it("gives words with the same last three letters one ending", () => {
    expect(features("walking").ending).toBe(features("SING").ending);
    expect(features("walked").ending).not.toBe(features("walking").ending);
  });

  it("gives words, names, abbreviations, numbers, years, links and code a shape each", () => {
    const tokens = ["word", "Name", "API", "I", "12", "2.3.1", "2024", "https://a.b", "```x```", "?"];
    expect(new Set(tokens.map((token) => features(token).shape)).size).toBe(tokens.length);
    const alike = (one: string, other: string) => expect(features(one).shape).toBe(features(other).shape);
    alike("Ana", "Bartholomew");
    alike("API", "HTTPS");
    alike("7", "123");
    alike("2.3.1", "10.0.12");
    alike("1999", "2024");
    alike("[image: a dog]", "```npm test```");
  });

  it("reads the first pieces of a word, and none of what is longer than 60 characters", () => {
    expect(features("abcdef").pieces).toEqual([0, 1, 2, 3]);
    expect(maxPieces).toBe(4);
    expect(features("a".repeat(60)).pieces).toHaveLength(4);
    expect(features("a".repeat(61)).pieces).toEqual([]);
  });

  it("works a word out once for as long as it is cached, and the same anew", () => {
    const cut: string[] = [];
    const words = wordsOf((text) => {
      cut.push(text);
      return letters(text);
    });
    const first = words("Porto");
    expect(words("Porto")).toBe(first);
    expect(cut).toEqual(["Porto"]);
    for (let at = 0; at < 10_000; at++) words(`x${at}`);
    expect(words("Porto")).toEqual(first);
    expect(cut.filter((text) => text === "Porto")).toHaveLength(2);
    words("a".repeat(30));
    words("a".repeat(30));
    expect(cut.filter((text) => text.length === 30)).toHaveLength(2);
  });

  it("passes on the place and the part of speech", () => {
    expect(features("word")).toMatchObject({ place: 1, part: 7 });
  });

  it("stays inside the tables, whatever the token is", () => {
    for (const text of ["word", "Ω", "東京", "👍", "ﬀ", "\n\n", "```".repeat(40), "9".repeat(80), "\ud800"]) {
      const { word, ending, shape } = features(text);
      expect(Number.isInteger(word) && word >= 0 && word < 2 ** 32).toBe(true);
      expect(Number.isInteger(ending) && ending >= 0 && ending < tableRows.endings).toBe(true);
      expect(Number.isInteger(shape) && shape >= 0 && shape < tableRows.shapes).toBe(true);
    }
  });
});
