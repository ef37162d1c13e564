import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { scoreLevels } from "../../../src/recall/search/bm25.js";
import { followChain } from "../../../src/recall/search/chain.js";
import type { ReadRequest, SearchRequest, Snapshot, StoredPassage } from "../../../src/stores/store.js";
import { passageWords } from "../../../src/text/words.js";
import { layoutOf, passage, poolOf } from "../pool.js";

const now = "2026-06-10T12:00:00.000Z";
const question = "Where was the wife of the founder of Brightwater born?";

const told = [
  "The founder of Brightwater is Henrik Sund.",
  "Henrik Sund is married to Amala Rao.",
  "Amala Rao comes from Pondicherry.",
  "The trains were late.",
  "A neighbour plays cello.",
  "Rain fell on Sunday.",
];

/** A store with these passages, and the numbers of those that were read. */
function snapshotOf(passages: readonly StoredPassage[]) {
  const read: number[] = [];
  let searches = 0;
  const containing = (word: string) =>
    passages.filter((one) => passageWords(one).includes(word)).map(({ id }) => id);
  const store = {
    search: async (all: readonly SearchRequest[]) => {
      searches += 1;
      return all.map((one) => {
        if (one.by !== "words") return [];
        return one.words.map((word) => {
          const found = containing(word);
          const cut = found.length > one.limit;
          return { word, passages: cut ? [] : found, cut };
        });
      });
    },
    read: async (all: readonly ReadRequest[]) =>
      all.map((one) => {
        if (one.of !== "passages") return [];
        read.push(...one.numbers);
        return passages.filter(({ id }) => one.numbers.includes(id));
      }),
  };
  return { store: store as unknown as Snapshot, read, searches: () => searches };
}

async function follow(texts: readonly string[], query = question, firstRead = 1) {
  const passages = texts.map((text, index) => passage(index + 1, text));
  const { store, read, searches } = snapshotOf(passages);
  const { words: hits, statistics } = poolOf(query, passages);
  const levels = scoreLevels(hits, layoutOf(passages), statistics);
  const asked = interpret(query, { now: new Date(now) });
  const chain = await followChain(
    store,
    { question: asked, hits, levels, passages: passages.slice(0, firstRead) },
    { scope: { now }, statistics },
  );
  return { ...chain, read, searches: searches() };
}

describe("followChain()", () => {
  it("reads the statements that continue the best one, step by step", async () => {
    const { passages, strength } = await follow(told);
    expect(passages.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(strength[1]).toBeGreaterThan(strength[2]!);
    expect(strength[2]).toBeGreaterThan(0);
  });

  it("keeps the passages in ascending order and reads none twice", async () => {
    const { passages, read } = await follow([told[1]!, told[0]!, told[2]!, ...told.slice(3)], question, 2);
    expect(passages.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(read).toEqual([3]);
  });

  it("does not follow a word that many passages contain", async () => {
    const often = Array.from({ length: 200 }, (_, index) => `Henrik Sund wrote letter number ${index}.`);
    const { passages } = await follow([told[0]!, ...often, "Amala Rao comes from Pondicherry."]);
    expect(passages.map(({ id }) => id)).toEqual([1]);
  });

  it("searches for nothing if the question is about one thing", async () => {
    const { passages, strength, searches } = await follow(told, "Who is the founder of Brightwater?");
    expect(passages.map(({ id }) => id)).toEqual([1]);
    expect([...strength]).toEqual([0]);
    expect(searches).toBe(0);
  });

  it("gives a long passage less strength, as most of its words lead elsewhere", async () => {
    const long = `${told[0]} He sails in autumn, collects stamps of Peru, repairs bicycles and paints fences.`;
    const [short, other] = [await follow(told), await follow([long, ...told.slice(1)])];
    expect(other.strength[1] ?? 0).toBeLessThan(short.strength[1]!);
  });
});
