/** What every store guarantees about `known`. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/stores/store.js";
import { ask, change, fact, friday, now, passage } from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeKnown(open: () => Promise<Store>): void {
  describe("known()", () => {
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

    it("known() returns current facts, and passages said before", async () => {
      const digest = passage("I moved to Linz.").digest;
      const known = await ask(store).known([{ entity: "mira", property: "Home" }], [digest, "never said"]);
      expect(known.facts.map(({ id }) => id)).toEqual(["linz"]);
      expect(known.passages.map(({ digest: said, records }) => [said, records.map(({ id }) => id)])).toEqual([
        [digest, ["linz"]],
      ]);
    });

    it("known() returns current records by their ids", async () => {
      const replaced = (await store.list(page, now)).items.filter(({ superseded_by }) => superseded_by);
      expect(replaced).not.toEqual([]);
      const wanted = ["linz", "linz", "nobody", ...replaced.map(({ id }) => id)];
      expect((await ask(store).known([], [], wanted)).named.map(({ id }) => id)).toEqual(["linz"]);
      expect((await ask(store).known([], [])).named).toEqual([]);
    });
  });
}
