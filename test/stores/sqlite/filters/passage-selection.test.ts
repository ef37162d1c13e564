/**
 * With criteria that leave many of 10,000 passages, rules, names, times and words are found as in
 * the reference store, which checks each record.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryStore } from "../../../../src/stores/memory/memory-store.js";
import { openSqliteStore } from "../../../../src/stores/sqlite/sqlite-store.js";
import type { Criteria, NewPassage, Store } from "../../../../src/stores/store.js";
import { ask, change, friday, monday, now, passage, record, scope, tuesday } from "../../store-fixture.js";

const count = 10_000;
const dimensions = 4;
const people = ["Ana", "Anabel", "Anton", "Bo"];

/** A repeatable number from 0 to `below` - 1. */
function pick(number: number, salt: number, below: number): number {
  return (Math.imul(number + 1, 0x9e3779b1 + 2 * salt) >>> 8) % below;
}

/** The later a passage, the later it was said, mostly. Half are rules, and some have ended. */
function numbered(number: number): NewPassage {
  const isLate = number > count / 2 !== (pick(number, 1, 50) === 0);
  const isRule = pick(number, 2, 2) === 0;
  const person = people[pick(number, 3, number < count / 2 ? 3 : 4)]!;
  return passage(isRule ? `Always ask in the harbour ${number}` : `harbour ${number}`, {
    digest: `${number}`,
    vector: new Float32Array(dimensions).fill(0.5),
    saidAt: isLate ? friday : monday,
    speaker: `${person} ${number < count / 2 ? "Silva" : "Costa"}`,
    records: [
      record(`r${number}`, {
        type: isRule ? "procedural" : "episodic",
        trigger: isRule && pick(number, 4, 4) === 0 ? "asked for help" : null,
        occurredAt: [monday, tuesday, friday][pick(number, 5, 3)]!,
        validFrom: pick(number, 6, 40) === 0 ? "2026-02-01T00:00:00.000Z" : null,
        validTo: pick(number, 7, 20) === 0 ? tuesday : null,
        metadata: pick(number, 8, 2) === 0 ? { topic: "boat" } : {},
      }),
    ],
  });
}

const criteria: Readonly<Record<string, Criteria>> = {
  "as of a past day": { ...scope, asOf: tuesday },
  "of a topic": { ...scope, filter: { topic: "boat" } },
  "of a type": { ...scope, types: ["procedural"] },
  "as of a past day, of a type": { ...scope, asOf: tuesday, types: ["procedural", "semantic"] },
};

describe("criteria that leave many passages", () => {
  const options = {
    embedder: { id: "test@1", dimensions },
    ids: () => "store",
    clock: () => new Date(now),
  };
  let stores: readonly [Store, Store];
  beforeAll(async () => {
    stores = [openSqliteStore({ path: ":memory:", ...options }), memoryStore()(options)];
    for (let from = 1; from <= count; from += 1000) {
      const passages = Array.from({ length: 1000 }, (_, at) => numbered(from + at));
      for (const store of stores) await store.save(change(passages));
    }
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
  });

  it.each(Object.entries(criteria))("%s: what the reference store finds", async (_, asked) => {
    const of = { limit: 40, scope: asked };
    const found = (store: Store) =>
      Promise.all([
        ask(store).rules(of),
        ask(store).rules({ ...of, byUser: "standing" }),
        ask(store).rules({ ...of, byUser: "conditional" }),
        ask(store).names("an", of),
        ask(store).names("bo", of),
        ask(store).during(monday, tuesday, of),
        ask(store).matching(["harbour", "ask", "77"], { limit: 1000, scope: asked }),
        ask(store).matching(["harbour", "ask"], { limit: count, scope: asked }),
      ]);
    const [here, there] = await Promise.all(stores.map(found));
    expect(here).toEqual(there);
    expect(here![0].length).toBeGreaterThan(0);
    expect(here![3].length).toBeGreaterThan(1);
  });

  it.each(Object.entries(criteria))(
    "%s: a word is common from one passage over the limit on",
    async (_, asked) => {
      const [store] = stores;
      const [all] = await ask(store).matching(["harbour"], { limit: count, scope: asked });
      expect(all!.passages.length).toBeGreaterThan(2048);
      const limits = [all!.passages.length, all!.passages.length - 1];
      const found = limits.map((limit) => ask(store).matching(["harbour"], { limit, scope: asked }));
      expect((await Promise.all(found)).map(([posting]) => posting!.cut)).toEqual([false, true]);
    },
  );

  it("as of a past day: no name that was first said later", async () => {
    const asked = { limit: 40, scope: { ...scope, asOf: "2026-01-01T00:00:00.000Z" } };
    for (const store of stores) expect(await ask(store).names("bo", asked)).toEqual([]);
  });
});
