import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { feedbackOf } from "../../../src/recall/search/feedback.js";
import type { SearchRequest, Snapshot, StoredPassage } from "../../../src/stores/store.js";
import { passageWords } from "../../../src/text/words.js";
import { layoutOf, passage, poolOf } from "../pool.js";

const now = "2026-06-10T12:00:00.000Z";
const request = "Hi, I am back. What is next for the portal?";

/** A store that finds words in these passages, and the words that were searched for. */
function snapshotOf(passages: readonly StoredPassage[]) {
  const searched: string[] = [];
  const containing = (word: string) => passages.filter((one) => passageWords(one).includes(word));
  const found = (one: SearchRequest) =>
    one.by === "words"
      ? one.words.map((word) => {
          searched.push(word);
          return { word, passages: containing(word).map(({ id }) => id), cut: false };
        })
      : [];
  const only = { search: async (all: readonly SearchRequest[]) => all.map(found) };
  return { store: only as unknown as Snapshot, searched };
}

async function feedback(texts: readonly string[], query = request) {
  const passages = texts.map((text, index) => passage(index + 1, text));
  const { store, searched } = snapshotOf(passages);
  const pool = poolOf(query, passages);
  const scores = await feedbackOf(
    store,
    { ...pool, question: interpret(query, { now: new Date(now) }) },
    {
      layout: layoutOf(passages),
      askedMs: Date.parse(now),
      scope: { now },
      statistics: pool.statistics,
      limit: 2000,
    },
  );
  return { scores: [...scores], searched };
}

const talks = [
  "The portal needs a vendor form with invoices.",
  "The portal shows invoices of each vendor.",
  "A vendor may upload invoices twice.",
  "Compost for a garden.",
  "Grandmother baked bread.",
  "The trains were late.",
  "A neighbour plays cello.",
  "The cat sleeps outside.",
  "Rain fell on Sunday.",
];

describe("feedbackOf()", () => {
  it("scores a source worded like the best ones above one that shares no word with them", async () => {
    const { scores } = await feedback(talks);
    expect(scores[2]).toBeGreaterThan(0);
    expect(scores.slice(3)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
  });

  it("searches for words that two of the best sources have, without those of the request", async () => {
    const { searched } = await feedback(talks);
    expect(searched).toEqual(expect.arrayContaining(["vendor", "invoic"]));
    expect(searched).not.toContain("portal");
    expect(searched).not.toContain("upload");
  });

  it("does not count a source's own words for itself", async () => {
    const { scores } = await feedback([
      "The portal, the portal: slate walls.",
      "Slate walls of a barn.",
      ...talks.slice(3),
    ]);
    const { scores: without } = await feedback([
      "The portal, the portal: slate walls.",
      "A barn in the wood.",
      ...talks.slice(3),
    ]);
    expect(scores[0]).toBeGreaterThan(0);
    expect(without[0]).toBe(0);
  });

  it("is 0 for a single question and for a store of few sources", async () => {
    const single = await feedback(talks, "What is next for the portal?");
    expect(single).toEqual({ scores: talks.map(() => 0), searched: [] });
    const few = await feedback(talks.slice(0, 5));
    expect(few.scores).toEqual([0, 0, 0, 0, 0]);
  });
});
