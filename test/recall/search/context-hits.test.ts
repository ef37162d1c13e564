import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { continuationOf, hitsOfContext } from "../../../src/recall/search/context-hits.js";
import type { ReadRequest, SearchRequest, Snapshot, StoredPassage } from "../../../src/stores/store.js";
import { passageWords } from "../../../src/text/words.js";
import { layoutOf, passage } from "../pool.js";

const now = "2026-06-10T12:00:00.000Z";
const at = (time: string) => ({ saidAt: `2026-06-10T${time}.000Z` });

/** A store with these passages. */
function snapshotOf(passages: readonly StoredPassage[]): Snapshot {
  const read = (one: ReadRequest) =>
    one.of === "passages" ? passages.filter(({ id }) => one.numbers.includes(id)) : [];
  const containing = (word: string) => passages.filter((one) => passageWords(one).includes(word));
  const found = (one: SearchRequest) =>
    one.by === "words"
      ? one.words.map((word) => ({ word, passages: containing(word).map(({ id }) => id), cut: false }))
      : [];
  const only = {
    read: async (all: readonly ReadRequest[]) => all.map(read),
    search: async (all: readonly SearchRequest[]) => all.map(found),
  };
  return only as unknown as Snapshot;
}

/** Words of the context, each with the passages that it is found in. */
async function context(passages: readonly StoredPassage[], query = "Fine. What is next?") {
  const hits = await hitsOfContext(snapshotOf(passages), interpret(query, { now: new Date(now) }), {
    layout: layoutOf(passages),
    askedMs: Date.parse(now),
    scope: { now },
    statistics: { passages: passages.length, averageWordCount: 3 },
    limit: 2000,
  });
  return Object.fromEntries(hits.map(({ word, passages: found }) => [word, found]));
}

describe("goesOn()", () => {
  it("is 0 for a single question and grows with what is said beside it", () => {
    expect(continuationOf({ text: "Where is the key?" })).toBe(0);
    expect(continuationOf({ text: "Hi. Where is the key?" })).toBe(0.5);
    expect(continuationOf({ text: "Hi. I am back. Let us go on. What is next?" })).toBe(0.75);
  });
});

describe("hitsOfContext()", () => {
  const roof = [
    passage(1, "A roofer called.", at("09:00:00")),
    passage(2, "The garden rests.", at("09:10:00")),
    passage(3, "That roofer again.", at("11:40:00")),
  ];

  it("finds elsewhere what was said within the hour", async () => {
    expect(await context(roof)).toEqual({ roofer: [1] });
  });

  it("finds nothing for a single question", async () => {
    expect(await context(roof, "What is next?")).toEqual({});
  });

  it("stops at the first older passage, and leaves out what is said later", async () => {
    const older = passage(4, "An old bill.", at("08:00:00"));
    expect(await context([...roof, older])).toEqual({});
    expect(await context([...roof, passage(4, "A new bill.", at("12:30:00"))])).toEqual({});
  });

  it("leaves out what the question says itself, and the source that the words are from", async () => {
    const chat = { sourceId: "chat", ...at("11:30:00") };
    const said = [roof[0]!, passage(2, "The roofer costs more.", chat), passage(3, "More tiles.", chat)];
    const found = await context(said, "I see. What does the roofer cost?");
    expect(found).toEqual({ tile: [] });
  });

  it("takes 12 passages and 48 words at most, the last ones", async () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      passage(index + 1, `item${index + 1}`, at("11:50:00")),
    );
    expect(Object.keys(await context(many))).toEqual(
      many
        .slice(8)
        .reverse()
        .map(({ text }) => text),
    );
    const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");
    expect(Object.keys(await context([passage(1, long, at("11:50:00"))]))).toHaveLength(48);
  });
});
