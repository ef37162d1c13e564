import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filePassageChars, segmentSection } from "../../../src/remember/files/segment-file.js";

const sentence = (index: number) =>
  `The ${index}th lantern on the breakwater was lit before the evening tide.`;
const long = (count: number) => Array.from({ length: count }, (_, index) => sentence(index)).join(" ");

describe("segmentSection()", () => {
  it("does not split a short section, and returns nothing for white space", () => {
    expect(segmentSection("  Closed on Monday.\n")).toEqual(["Closed on Monday."]);
    expect(segmentSection(" \n\t")).toEqual([]);
  });

  it("splits a long one at the ends of sentences, and loses and repeats none", () => {
    const passages = segmentSection(long(40));
    expect(passages.join(" ")).toBe(long(40));
    for (const passage of passages) {
      expect(passage.length).toBeLessThanOrEqual(filePassageChars);
      expect(passage).toMatch(/^The .*tide\.$/s);
    }
  });

  it("moves the boundary where a sentence depends on the one before it", () => {
    const filler = long(8);
    const text = `${filler} The ferry was sold to a yard in Gdansk. It was scrapped there in May. ${filler}`;
    const found = segmentSection(text).find((passage) => passage.includes("It was scrapped"));
    expect(found).toContain("The ferry was sold");
  });

  it("keeps a line that introduces a list with it", () => {
    const text = `${long(8)}\n\nBring with you:\n- a lamp\n- a rope\n\n${long(8)}`;
    expect(segmentSection(text).find((passage) => passage.includes("Bring"))).toContain("- a rope");
  });

  it("removes what no store can keep", () => {
    expect(segmentSection("a\0b \ud800c")).toEqual(["ab \ufffdc"]);
  });

  it("keeps every word of any text, in order", () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 30, mode: "sentences" }), { maxLength: 12 }), (parts) => {
        const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");
        const text = parts.join("\n\n");
        expect(segmentSection(text).flatMap(words)).toEqual(words(text));
      }),
    );
  });
});
