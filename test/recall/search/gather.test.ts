import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { gather, type Pool } from "../../../src/recall/search/gather.js";
import type { ReadRequest, SearchRequest, Snapshot, StoredPassage } from "../../../src/stores/store.js";
import { layoutOf, passage } from "../pool.js";

const scope = { now: "2026-06-10T12:00:00.000Z" };
const vector = Float32Array.of(1, 0);

/**
 * A store that knows these passages, finds words at the numbers given, and notes what it was asked.
 */
function fakeStore(passages: readonly StoredPassage[], words: Readonly<Record<string, readonly number[]>>) {
  const asked: string[] = [];
  const found = (one: SearchRequest) => {
    if (one.by === "words") return one.words.map((word) => posting(word, words[word]));
    if (one.by === "time") asked.push(`during ${one.from.slice(0, 10)} ${one.to.slice(0, 10)}`);
    if (one.by === "rules") asked.push("rules");
    return one.by === "time" ? [5] : one.by === "rules" ? [4] : [];
  };
  const read = (one: ReadRequest) => {
    if (one.of === "layout") return layoutOf(passages);
    if (one.of === "speakers") return one.numbers.map(() => ({ speaker: null, role: "user" }));
    if (one.of === "passages")
      return one.numbers.flatMap((id) => passages.find((stored) => stored.id === id) ?? []);
    if (one.of !== "similarities") throw new Error(`not asked by gather(): ${one.of}`);
    return one.vectors.map(([first = 0]) => new Float32Array(one.numbers.length).fill(first / 2));
  };
  return { store: snapshotOf(found, read), read, asked };
}

function snapshotOf(found: (one: SearchRequest) => unknown, read: (one: ReadRequest) => unknown): Snapshot {
  const only = {
    search: async (all: readonly SearchRequest[]) => all.map(found),
    read: async (all: readonly ReadRequest[]) => all.map(read),
  };
  return only as unknown as Snapshot;
}

function posting(word: string, passages: readonly number[] | undefined) {
  return { word, passages: passages ?? [], cut: passages === undefined && word === "common" };
}

const five = [1, 2, 3, 4, 5].map((id) => passage(id, `Passage ${id}.`));
const ask = (query: string, store: Snapshot) =>
  gather(store, interpret(query, { now: new Date(scope.now) }), {
    vector,
    subjectVector: Float32Array.of(0.5, 0),
    scope,
    statistics: { passages: five.length, averageWordCount: 5 },
  });
const numbers = ({ passages }: Pool) => passages.map(({ id }) => id);

describe("gather()", () => {
  it("reads the passages with the words, with their neighbours, in the order of the conversation", async () => {
    const { store } = fakeStore(five, { harbour: [2] });
    const pool = await ask("Where is the harbour?", store);
    expect(numbers(pool)).toEqual([1, 2, 3, 4]);
    expect(pool.similarity).toEqual(Float32Array.of(0.5, 0.5, 0.5, 0.5));
    expect(pool.subjectSimilarity).toEqual(Float32Array.of(0.25, 0.25, 0.25, 0.25));
  });

  it("looks further for common words where there are no others, for the first eight of many", async () => {
    const { read } = fakeStore(five, {});
    const looked: (readonly string[])[] = [];
    const allCommon = (one: SearchRequest) => {
      if (one.by !== "words") return [];
      looked.push(one.words);
      const cut = one.limit <= 5000;
      return one.words.map((word) => ({ word, passages: cut ? [] : [2], cut }));
    };
    const common = snapshotOf(allCommon, read);
    const pool = await ask("alpha bravo charlie delta echo foxtrot golf hotel india juliet", common);
    expect(looked.map((list) => list.length)).toEqual([10, 8]);
    expect(looked[1]).toEqual(looked[0]?.slice(0, 8));
    expect(pool.words.map(({ passages }) => passages.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    expect(numbers(pool)).toContain(2);
  });

  it("fits sources to what was said within the hour before a message that goes on with it", async () => {
    const now = { saidAt: "2026-06-10T11:50:00.000Z", sourceId: "now" };
    const passages = [passage(1, "The roofer."), passage(2, "Tea."), passage(3, "The roofer called.", now)];
    const { store } = fakeStore(passages, { roofer: [1, 3], next: [1, 2, 3] });
    const goingOn = await ask("Thanks. What is next?", store);
    expect([...goingOn.fit.context].map((score) => score > 0)).toEqual([true, false, false]);
    const alone = await ask("What is next?", store);
    expect([...alone.fit.context]).toEqual([0, 0, 0]);
  });

  it("reads the rules where advice is asked for, and only there", async () => {
    const { store, asked } = fakeStore(five, {});
    expect(numbers(await ask("How should I moor the boat?", store))).toEqual([4]);
    await ask("Where is the boat?", store);
    expect(asked).toEqual(["rules"]);
  });

  it("reads what happened in the time that the question names", async () => {
    const { store, asked } = fakeStore(five, {});
    const pool = await ask("What did Tom do in March 2024?", store);
    expect(asked).toEqual(["during 2024-03-01 2024-04-01"]);
    expect(numbers(pool)).toEqual([5]);
  });

  it("gives a word that was cut off as too common hardly any idf weight", async () => {
    const { store } = fakeStore(five, { harbour: [2] });
    const { words } = await ask("the common harbour", store);
    const weight = (word: string) => words.find((one) => one.word === word)?.idfWeight ?? Number.NaN;
    expect(weight("common")).toBeLessThan(0.1 * weight("harbour"));
  });
});
