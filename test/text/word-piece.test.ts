import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WordPiece } from "../../src/text/word-piece.js";

const vocabulary = ["a", "cat", "cats", "##s", "##nap", "nap", "2", "##3", "cafe", "naive"];
const pieces = new WordPiece(new TextEncoder().encode(`${vocabulary.join("\n")}\n`));
const cut = (text: string) => [...pieces.encode(text).ids].map((id) => vocabulary[id]);

describe("WordPiece", () => {
  it("encode() uses the longest piece first, and continues with ## pieces only", () => {
    expect(cut("cats catnap catnaps nap")).toEqual(["cats", "cat", "##nap", "cat", "##nap", "##s", "nap"]);
  });

  it("encode() returns nothing for a word that pieces do not cover to its end", () => {
    expect(cut("catx cat")).toEqual(["cat"]);
    expect(cut("snap")).toEqual([]);
  });

  it("encode() reads words in any case, with or without accents, between any marks", () => {
    expect(cut("CATS-(Café)…naïve,“23”")).toEqual(["cats", "cafe", "naive", "2", "##3"]);
  });

  it("encode() ignores words of other scripts, alone or joined", () => {
    expect(cut("кот cat 猫 cat猫")).toEqual(["cat"]);
  });

  it("encode() reads the first 60 characters and uses the first 8 pieces of a word", () => {
    expect(cut(`cat${"s".repeat(57)}!x`)).toHaveLength(8);
    expect(cut(`cat${"s".repeat(57)}xyz`)).toHaveLength(8);
    expect(cut(`cat${"s".repeat(56)}xyz`)).toHaveLength(0);
  });

  it("encode() counts pieces, marks and characters that no piece covers as tokens", () => {
    expect(pieces.encode("cats, catnap!").tokens).toBe(1 + 1 + 2 + 1);
    expect(pieces.encode("東京 👍").tokens).toBe(3);
    expect(pieces.encode(" \n\u3000").tokens).toBe(0);
  });

  it("encode() returns ids that do not depend on the size of its buffer", () => {
    expect(cut("cat ".repeat(5000))).toHaveLength(5000);
  });

  it("encode() agrees with a plain greedy split over substrings", () => {
    const text = fc.array(fc.constantFrom("cat", "s", "nap", "a", "2", "3", " ", "x", "É", "cafe", "-"));
    fc.assert(
      fc.property(text, (parts) => {
        expect(cut(parts.join(""))).toEqual(plainCut(parts.join("")));
      }),
    );
  });
});

function plainCut(text: string): string[] {
  const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => plainPieces(word).slice(0, 8));
}

function plainPieces(word: string): string[] {
  const found: string[] = [];
  for (let rest = word.slice(0, 60); rest.length > 0; ) {
    const prefix = found.length > 0 ? "##" : "";
    const piece = vocabulary
      .filter((entry) => entry.startsWith("##") === (prefix !== ""))
      .filter((entry) => rest.startsWith(entry.slice(prefix.length)))
      .sort((left, right) => right.length - left.length)[0];
    if (piece === undefined) return [];
    found.push(piece);
    rest = rest.slice(piece.length - prefix.length);
  }
  return found;
}
