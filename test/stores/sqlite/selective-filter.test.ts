/**
 * A filter that leaves five of 20,000 passages finds these five: by vector, by rare and common
 * words, and by time. A filter that leaves half finds that half.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqliteStore, type SqliteStore } from "../../../src/stores/sqlite/sqlite-store.js";
import { ask, change, friday, now, passage, record, scope } from "../store-fixture.js";

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

async function filled(): Promise<SqliteStore> {
  const store = openSqliteStore({
    path: ":memory:",
    embedder: { id: "waves@1", dimensions },
    ids: () => "store",
    clock: () => new Date(now),
  });
  for (let from = 1; from <= count; from += 1000)
    await store.save(change(Array.from({ length: 1000 }, (_, at) => numbered(from + at))));
  return store;
}

describe("a filter that leaves 5 of 20,000", () => {
  let store: SqliteStore;
  beforeAll(async () => {
    store = await filled();
  });
  afterAll(() => store.close());

  const boat = { ...scope, filter: { project: "boat" } };

  it("nearest() finds them all, whatever the query vector", async () => {
    for (const asked of [1, 12_345]) {
      const found = await ask(store).nearest(vectorOf(asked), { limit: 10, scope: boat });
      expect(found.map((one) => one.passage).sort((a, b) => a - b)).toEqual(chosen);
    }
  });

  it("matching() finds them by a word that all 20,000 contain, and by a word that one contains", async () => {
    const [common, rare] = await ask(store).matching(["harbour", "4321"], { limit: 100, scope: boat });
    expect(common).toEqual({ word: "harbour", passages: chosen, cut: false });
    expect(rare).toEqual({ word: "4321", passages: [4321], cut: false });
    const [open] = await ask(store).matching(["harbour"], { limit: 100, scope });
    expect(open?.cut).toBe(true);
  });

  it("passages() returns only these", async () => {
    const some = await ask(store).passages([1, 7, 8, 9000], boat);
    expect(some.map(({ id }) => id)).toEqual([7, 9000]);
  });

  it("during() and rules() return only these", async () => {
    const of = { limit: 40, scope: boat };
    const found = await ask(store).during("2026-03-01T00:00:00.000Z", "2026-03-04T00:00:00.000Z", of);
    expect(found.toSorted((a, b) => a - b)).toEqual(chosen);
    expect(await ask(store).rules(of)).toEqual([]);
  });

  it("list() and select() find them", async () => {
    const filter = { project: "boat" };
    const ids = chosen.map((number) => `r${number}`);
    const request = { filter, limit: 3, include_superseded: false };
    const first = await store.list(request, now);
    const second = await store.list({ ...request, cursor: first.next_cursor! }, now);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
    const going = await store.select({ filter });
    expect(going.map(({ record_id }) => record_id)).toEqual(ids);
  });
});

describe("a filter that leaves half of 20,000", () => {
  let store: SqliteStore;
  beforeAll(async () => {
    store = await filled();
  });
  afterAll(() => store.close());

  const isShed = (number: number) => number % 2 === 0 && !chosen.includes(number);
  const sheds = Array.from({ length: count }, (_, at) => at + 1).filter(isShed);
  const shed = { ...scope, filter: { project: "shed" } };

  it("nearest() returns only these", async () => {
    const found = await ask(store).nearest(vectorOf(12_345), { limit: 200, scope: shed });
    expect(found).toHaveLength(200);
    expect(found.filter(({ passage }) => !isShed(passage))).toEqual([]);
  });

  it("matching() applies its limit to these only, and finds later ones", async () => {
    const few = await ask(store).matching(["harbour"], { limit: 100, scope: shed });
    expect(few).toEqual([{ word: "harbour", passages: [], cut: true }]);
    const all = await ask(store).matching(["harbour", "4322"], { limit: sheds.length, scope: shed });
    expect(all[0]).toEqual({ word: "harbour", passages: sheds, cut: false });
    expect(all[1]?.passages).toEqual([4322]);
    await store.save(change([numbered(count + 2)]));
    const [more] = await ask(store).matching(["harbour"], { limit: 15_000, scope: shed });
    expect(more?.passages).toEqual([...sheds, count + 1]);
  });

  it("list() and select() scan them in batches", async () => {
    const filter = { project: "shed" };
    const last = await store.list({ filter, limit: 2, include_superseded: false, after: friday }, now);
    expect(last.items).toEqual([]);
    const going = await store.select({ filter, type: "episodic" });
    expect(going.length).toBeGreaterThanOrEqual(sheds.length);
  });

  it("select() gives other tasks a turn", async () => {
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    await store.select({ filter: { project: "shed" } });
    clearImmediate(next);
    expect(turns).toBeGreaterThan(4);
  });
});
