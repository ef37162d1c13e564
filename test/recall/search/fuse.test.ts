import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { scoreLevels } from "../../../src/recall/search/bm25.js";
import { byPassage, bySource, fuse, shortlist } from "../../../src/recall/search/fuse.js";
import { layoutOf, passage } from "../pool.js";

const hits = (word: string, passages: number[]) => ({ word, idfWeight: 1, weight: 1, name: false, passages });
const question = interpret("What does Ana paint?", { now: new Date("2026-06-10") });
const near = (passage: number, similarity: number) => ({ passage, similarity });

describe("fuse()", () => {
  it("ranks a record found twice above one found once", () => {
    const { passages, scores } = fuse(
      { words: byPassage([hits("paint", [1, 2])]), nearest: [near(2, 0.6)] },
      10,
    );
    expect(Object.fromEntries(passages.map((passage, place) => [passage, scores[place]]))).toEqual({
      1: 1,
      2: 2,
    });
  });

  it("finds nothing where nothing was found", () => {
    expect(fuse({ words: byPassage([]), nearest: [] }, 10)).toEqual({ passages: [], scores: [] });
  });

  it("takes no passage for near because the others are even further", () => {
    const { passages } = fuse({ words: byPassage([hits("paint", [1])]), nearest: [near(9, -0.2)] }, 10);
    expect(passages).toEqual([1]);
  });

  it("keeps the best of them", () => {
    const { passages } = fuse(
      { words: byPassage([hits("paint", [1, 2, 3]), hits("oil", [3])]), nearest: [] },
      1,
    );
    expect(passages).toEqual([3]);
  });
});

describe("bySource()", () => {
  it("prefers of two equal passages the one whose source has more words of the question", () => {
    const texts = [
      passage(1, "The boat."),
      passage(2, "Oars.", { sourceId: "source-1" }),
      passage(3, "The boat."),
    ];
    const words = [hits("boat", [1, 3]), hits("oar", [2])];
    const layout = layoutOf(texts);
    const levels = scoreLevels(words, layout, { passages: 3, averageWordCount: 1 });
    const scores = new Map<number, number>();
    bySource(levels, layout).each((number, score) => scores.set(number, score));
    expect(scores.get(1)).toBeGreaterThan(scores.get(3)!);
    expect(scores.get(3)).toBeGreaterThan(0);
  });
});

describe("shortlist()", () => {
  const scored = { passages: [1, 10], scores: [1, 0.9] };

  it("reads what a person said before what an assistant recited", () => {
    const speakers = [
      { speaker: null, role: "assistant" as const },
      { speaker: null, role: "user" as const },
    ];
    expect(shortlist(scored, speakers, question, { inTime: new Set(), limit: 1, withNeighbours: 0 })).toEqual(
      [10],
    );
  });

  it("reads what an assistant said first where the question asks for that", () => {
    const speakers = [
      { speaker: null, role: "user" as const },
      { speaker: null, role: "assistant" as const },
    ];
    const asked = interpret("What did you recommend?", { now: new Date("2026-06-10") });
    expect(shortlist(scored, speakers, asked, { inTime: new Set(), limit: 1, withNeighbours: 0 })).toEqual([
      10,
    ]);
  });

  it("reads what the one asked about said before what others did", () => {
    const speakers = [
      { speaker: "Tom", role: "user" as const },
      { speaker: "Ana", role: "user" as const },
    ];
    expect(shortlist(scored, speakers, question, { inTime: new Set(), limit: 1, withNeighbours: 0 })).toEqual(
      [10],
    );
  });

  it("reads what was said about a time that the question names before what fits its words better", () => {
    const options = { limit: 1, withNeighbours: 0 };
    expect(shortlist(scored, [], question, { ...options, inTime: new Set([10]) })).toEqual([10]);
    expect(shortlist(scored, [], question, { ...options, inTime: new Set([1, 10]) })).toEqual([1]);
  });

  it("brings the neighbours of the best along", () => {
    expect(shortlist(scored, [], question, { inTime: new Set(), limit: 2, withNeighbours: 1 })).toEqual([
      1, 10, 2, 3,
    ]);
  });
});
