/** A filter that leaves five of 20,000 passages finds these five, by vector, by rare and by common words, and by time. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqliteStore, type SqliteStore } from "../../../src/stores/sqlite/sqlite-store.js";
import { change, now, passage, record, scope } from "../store-fixture.js";

const count = 20_000;
const dimensions = 16;
const chosen = [7, 4321, 9000, 15_000, 19_999];

function vectorOf(number: number): Float32Array {
  return Float32Array.from({ length: dimensions }, (_, at) => Math.sin((number + 1) * (at + 1) * 0.618));
}

function numbered(number: number) {
  const isChosen = chosen.includes(number);
  return passage(`harbour ${number}`, {
    digest: `${number}`,
    vector: vectorOf(number),
    records: [
      record(`r${number}`, {
        metadata: isChosen ? { project: "boat" } : number % 2 === 0 ? { project: "shed" } : {},
      }),
    ],
  });
}

describe("a filter that leaves 5 of 20,000", () => {
  let store: SqliteStore;
  beforeAll(async () => {
    store = openSqliteStore({
      path: ":memory:",
      embedder: { id: "waves@1", dimensions },
      ids: () => "store",
      clock: () => new Date(now),
    });
    for (let from = 1; from <= count; from += 1000)
      await store.save(change(Array.from({ length: 1000 }, (_, at) => numbered(from + at))));
  });
  afterAll(() => store.close());

  const boat = { ...scope, filter: { project: "boat" } };

  it("nearest() finds them all, wherever the question points", async () => {
    for (const asked of [1, 12_345]) {
      const found = await store.nearest(vectorOf(asked), { limit: 10, scope: boat });
      expect(found.map((one) => one.passage).sort((a, b) => a - b)).toEqual(chosen);
    }
  });

  it("matching() finds them by a word that all 20,000 hold, and by one that one holds", async () => {
    const [common, rare] = await store.matching(["harbour", "4321"], { limit: 100, scope: boat });
    expect(common).toEqual({ word: "harbour", passages: chosen, cut: false });
    expect(rare).toEqual({ word: "4321", passages: [4321], cut: false });
    const [open] = await store.matching(["harbour"], { limit: 100, scope });
    expect(open?.cut).toBe(true);
  });

  it("passages() reads them and no other", async () => {
    const some = await store.passages([1, 7, 8, 9000], boat);
    expect(some.map(({ id }) => id)).toEqual([7, 9000]);
  });
});
