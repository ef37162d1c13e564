import { describe, expect, it } from "vitest";
import { Bm25Ranking } from "../../benchmarks/recall-quality/bm25.js";

const turns = ["昨天我们去了植物园。", "明天要下雨，记得带伞。", "पिताजी कल दिल्ली गए।"].map(
  (text, place) => ({
    id: `${place}`,
    session: "one",
    at: "2026-05-03T09:00:00Z",
    speaker: "ana",
    text,
  }),
);

describe("Bm25Ranking", () => {
  it("finds what recall's words find, in scripts without spaces and with vowel signs", () => {
    const ranking = new Bm25Ranking("turn", "recall");
    ranking.add(turns);
    expect(ranking.rank("谁去了植物园?", 1)).toEqual([turns[0]]);
    expect(ranking.rank("会下雨吗?", 1)).toEqual([turns[1]]);
    expect(ranking.rank("दिल्ली कौन गया?", 1)).toEqual([turns[2]]);
  });

  it("reads words as FTS5 does if nothing else is asked for", () => {
    const ranking = new Bm25Ranking("turn");
    ranking.add(turns);
    expect(ranking.rank("谁去了植物园?", 1)).toEqual([]);
  });
});
