/** What every store guarantees about searches by vector, and about similarities. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Criteria, Store } from "../../../../src/stores/store.js";
import { ask, change, erasure, friday, now, passage, record, scope, vectorOf } from "../../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeVectors(open: () => Promise<Store>): void {
  describe("search() by vector", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      const passages = texts.map((text, index) =>
        passage(text, {
          records: [
            record(`r${index + 1}`, {
              metadata: { n: index + 1 },
              type: index === 1 ? "procedural" : "episodic",
            }),
          ],
        }),
      );
      await store.save(change(passages));
    });
    afterEach(() => store.close());

    const harbour = "boats in the harbour";
    const texts = [harbour, "quantum physics lecture", "a boat near the harbour wall"];

    it("returns the most similar passage first, with its cosine", async () => {
      const found = await ask(store).nearest(vectorOf(harbour), { limit: 3, scope });
      expect(found.map(({ passage: id }) => id)).toEqual([1, 3, 2]);
      expect(found[0]?.similarity).toBeGreaterThan(0.99);
      expect(found[1]!.similarity).toBeGreaterThan(found[2]!.similarity);
    });

    it("returns as many as asked for", async () => {
      expect(await ask(store).nearest(vectorOf(harbour), { limit: 1, scope })).toHaveLength(1);
      expect(await ask(store).nearest(vectorOf(harbour), { limit: 0, scope })).toEqual([]);
    });

    it("finds nothing for a zero vector, and never a passage without one", async () => {
      await store.save(change([passage("1234", { records: [record("digits")] })]));
      expect(await ask(store).nearest(vectorOf("99"), { limit: 9, scope })).toEqual([]);
      expect(await ask(store).nearest(vectorOf(harbour), { limit: 9, scope })).toHaveLength(3);
    });

    it("returns only passages that match the criteria, however dissimilar", async () => {
      const filtered: Criteria = { now, filter: { n: { gte: 2 } } };
      const byType: Criteria = { now, types: ["procedural"] };
      const among = async (within: Criteria) =>
        (await ask(store).nearest(vectorOf(harbour), { limit: 1, scope: within })).map(
          ({ passage: id }) => id,
        );
      expect(await among(filtered)).toEqual([3]);
      expect(await among(byType)).toEqual([2]);
      expect(await among({ now, asOf: "2026-01-01T00:00:00.000Z" })).toEqual([]);
    });

    it("finds what was saved since the last search, and not what was erased", async () => {
      await ask(store).nearest(vectorOf(harbour), { limit: 1, scope });
      await store.save(change([passage("harbour boats in the", { records: [record("r4")] })]));
      expect(
        (await ask(store).nearest(vectorOf("harbour boats in the"), { limit: 1, scope }))[0]?.passage,
      ).toBe(4);
      await store.erase(["r4"], erasure());
      expect(
        (await ask(store).nearest(vectorOf("harbour boats in the"), { limit: 1, scope }))[0]?.passage,
      ).toBe(1);
    });

    it("leaves out passages whose records are all superseded", async () => {
      await store.save(
        change([passage("no more boats", { records: [record("r5")] })], {
          closings: [{ recordId: "r1", validTo: friday, supersededBy: "r5" }],
        }),
      );
      const found = await ask(store).nearest(vectorOf(harbour), { limit: 9, scope });
      expect(found.map(({ passage: id }) => id)).not.toContain(1);
      const all = await ask(store).nearest(vectorOf(harbour), {
        limit: 9,
        scope: { now, includeSuperseded: true },
      });
      expect(all[0]?.passage).toBe(1);
    });

    it("similarities() compares passages in order, with 0 for one without a vector", async () => {
      const [cosines] = await ask(store).similarities([vectorOf(harbour)], [2, 1, 99]);
      const [far, near, missing] = cosines!;
      expect(near).toBeGreaterThan(0.99);
      expect(far).toBeLessThan(near!);
      expect(missing).toBe(0);
    });

    it("similarities() compares with each vector, in order", async () => {
      const [one, other] = [vectorOf(harbour), vectorOf("a garden")];
      const each = [
        await ask(store).similarities([one], [1, 2]),
        await ask(store).similarities([other], [1, 2]),
      ];
      expect(await ask(store).similarities([one, other], [1, 2])).toEqual(each.flat());
      expect(await ask(store).similarities([], [1])).toEqual([]);
    });
  });
}
