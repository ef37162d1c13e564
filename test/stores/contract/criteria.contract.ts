/** Which records match criteria. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Criteria, Store } from "../../../src/stores/store.js";
import { ask, change, fact, friday, monday, now, passage, record, scope, tuesday } from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeCriteria(open: () => Promise<Store>): void {
  describe("criteria", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      const graz = passage("I live in Graz and I love tea.", {
        records: [fact("graz", ["Mira", "home", "Graz"]), fact("tea", ["Mira", "likes", "tea"])],
      });
      await store.save(change([graz]));
      await store.save(
        change(
          [
            passage("I moved to Linz.", {
              saidAt: friday,
              records: [{ ...fact("linz", ["Mira", "home", "Linz"]), occurredAt: friday }],
            }),
          ],
          { at: friday, closings: [{ recordId: "graz", validTo: friday, supersededBy: "linz" }] },
        ),
      );
    });
    afterEach(() => store.close());

    const page = { limit: 100, include_superseded: true };

    const textsOf = async (within: Criteria) =>
      (await ask(store).passages([1, 2], within)).map(({ records, superseded }) => [
        records.map(({ id }) => id),
        superseded.map(({ id }) => id),
      ]);

    it("match what is current, and return what is superseded separately", async () => {
      expect(await textsOf(scope)).toEqual([
        [["tea"], ["graz"]],
        [["linz"], []],
      ]);
    });

    it("with a past asOf match what was true then", async () => {
      expect(await textsOf({ now, asOf: tuesday })).toEqual([[["graz", "tea"], []]]);
      expect(await textsOf({ now, asOf: friday })).toEqual([
        [["tea"], ["graz"]],
        [["linz"], []],
      ]);
    });

    it("with any asOf leave out what was never true, with and without validFrom", async () => {
      const own = { ...fact("own", ["Rita", "home", "Graz"]), validFrom: tuesday };
      // It happens after it was said. Without validFrom, it is true from when it was said.
      const said = { ...fact("said", ["Rita", "work", "Graz"]), occurredAt: friday };
      await store.save(change([passage("Rita is in Graz.", { records: [own, said] })]));
      const closings = [own, said].map(({ id }) => ({
        recordId: id,
        validTo: null,
        supersededBy: "right",
      }));
      const right = passage("Rita is in Linz.", { records: [fact("right", ["Rita", "home", "Linz"])] });
      await store.save(change([right], { closings }));
      const moments = [monday, "2026-03-02T12:00:00.000Z", tuesday, friday, now];
      const counted = await Promise.all(
        moments.map((asOf) =>
          ask(store)
            .passages([3], { now, asOf })
            .then((found) => found.length),
        ),
      );
      expect(counted).toEqual([0, 0, 0, 0, 0]);
      const history = await ask(store).history("right");
      expect(Object.fromEntries(history.map(({ id, valid_to }) => [id, valid_to]))).toEqual({
        own: tuesday,
        said: monday,
        right: null,
      });
    });

    it("with includeSuperseded match everything", async () => {
      expect(await textsOf({ now, includeSuperseded: true })).toEqual([
        [["graz", "tea"], ["graz"]],
        [["linz"], []],
      ]);
    });

    it("with a type leave out passages without it", async () => {
      expect(await textsOf({ now, types: ["procedural"] })).toEqual([]);
    });

    it("never match a record from the moment it expires", async () => {
      const brief = passage("The code word is heron.", {
        records: [record("brief", { expiresAt: friday })],
      });
      await store.save(change([brief]));
      const at = async (moment: string) => (await ask(store).passages([3], { now: moment })).length;
      expect([await at(tuesday), await at(friday)]).toEqual([1, 0]);
      expect((await store.status(tuesday)).expired).toEqual([]);
      expect((await store.status(friday)).expired).toEqual(["brief"]);
      expect((await store.list({ ids: ["brief"], ...page }, friday)).items).toEqual([]);
    });
  });
}
