import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { gather, type Pool } from "../../../src/recall/search/gather.js";
import type { Store, StoredPassage } from "../../../src/stores/store.js";
import { layoutOf, passage } from "../pool.js";

const scope = { now: "2026-06-10T12:00:00.000Z" };
const vector = Float32Array.of(1, 0);

/** A store that knows these passages, finds words at the numbers given, and notes what it was asked. */
function fakeStore(passages: readonly StoredPassage[], words: Readonly<Record<string, readonly number[]>>) {
  const asked: string[] = [];
  const only: Partial<Store> = {
    matching: async (list) =>
      list.map((word) => ({
        word,
        passages: words[word] ?? [],
        cut: words[word] === undefined && word === "common",
      })),
    nearest: async () => [],
    rules: async () => {
      asked.push("rules");
      return [4];
    },
    during: async (from, to) => {
      asked.push(`during ${from.slice(0, 10)} ${to.slice(0, 10)}`);
      return [5];
    },
    about: async () => [],
    layout: async () => layoutOf(passages),
    speakers: async (ids) => ids.map(() => ({ speaker: null, role: "user" as const })),
    passages: async (ids) => ids.flatMap((id) => passages.find((one) => one.id === id) ?? []),
    similarities: async (vectors, ids) =>
      vectors.map(([first = 0]) => new Float32Array(ids.length).fill(first / 2)),
  };
  return { store: only as Store, asked };
}

const five = [1, 2, 3, 4, 5].map((id) => passage(id, `Passage ${id}.`));
const ask = (query: string, store: Store) =>
  gather(store, interpret(query, { now: new Date(scope.now) }), {
    vector,
    subjectVector: Float32Array.of(0.5, 0),
    scope,
    statistics: { passages: five.length, averageWordCount: 5 },
  });
const numbers = ({ passages }: Pool) => passages.map(({ id }) => id);

describe("gather()", () => {
  it("reads what the words stand in, with its neighbours, in the order of the conversation", async () => {
    const { store } = fakeStore(five, { harbour: [2] });
    const pool = await ask("Where is the harbour?", store);
    expect(numbers(pool)).toEqual([1, 2, 3, 4]);
    expect(pool.similarity).toEqual(Float32Array.of(0.5, 0.5, 0.5, 0.5));
    expect(pool.subjectSimilarity).toEqual(Float32Array.of(0.25, 0.25, 0.25, 0.25));
  });

  it("looks further for common words where there are no others, for the first eight of many", async () => {
    const { store } = fakeStore(five, {});
    const looked: (readonly string[])[] = [];
    const common: Store = {
      ...store,
      matching: async (list, { limit }) => {
        looked.push(list);
        return list.map((word) => ({ word, passages: limit > 5000 ? [2] : [], cut: limit <= 5000 }));
      },
    };
    const pool = await ask("alpha bravo charlie delta echo foxtrot golf hotel india juliet", common);
    expect(looked.map((list) => list.length)).toEqual([10, 8]);
    expect(looked[1]).toEqual(looked[0]?.slice(0, 8));
    expect(pool.words.map(({ passages }) => passages.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    expect(numbers(pool)).toContain(2);
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

  it("gives a word that was cut off as too common hardly any worth", async () => {
    const { store } = fakeStore(five, { harbour: [2] });
    const { words } = await ask("the common harbour", store);
    const worth = (word: string) => words.find((one) => one.word === word)?.worth ?? Number.NaN;
    expect(worth("common")).toBeLessThan(0.1 * worth("harbour"));
  });
});
