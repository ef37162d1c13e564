/** What every store guarantees about `snapshot`: its answers are from one state of the store. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nextTurn } from "../../../src/async/next-turn.js";
import type { Snapshot, Store } from "../../../src/stores/store.js";
import { ask, change, erasure, fact, passage, record, scope } from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeSnapshot(open: () => Promise<Store>): void {
  describe("snapshot()", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      await store.save(said("one"));
    });
    afterEach(() => store.close());

    const said = (id: string) =>
      change([passage(`the harbour of ${id}`, { digest: id, records: [fact(id, ["Mira", "home", id])] })]);
    const state = async (snapshot: Snapshot) => {
      const asked = ask(snapshot);
      const [posting] = await asked.matching(["harbour"], { limit: 9, scope });
      const passages = await asked.passages([1, 2, 3], scope);
      const known = await asked.known([{ entity: "mira", property: "home" }], ["one", "two"]);
      const about = await asked.about(["Mira"], { limit: 9, scope });
      const { said: counted } = await asked.statistics();
      const numbers = [...(posting?.passages ?? [])];
      return [
        numbers,
        passages.length,
        known.facts.length,
        known.passages.length,
        [...about],
        counted.passages,
      ];
    };
    const turns = async () => {
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    };

    it("does not show what is saved while it is asked", async () => {
      let saving: Promise<unknown> | undefined;
      const states = await store.snapshot(async (snapshot) => {
        const before = await state(snapshot);
        saving = store.save(said("two"));
        await turns();
        return [before, await state(snapshot)];
      });
      await saving;
      expect(states).toEqual([
        [[1], 1, 1, 1, [1], 1],
        [[1], 1, 1, 1, [1], 1],
      ]);
      expect(await store.snapshot(state)).toEqual([[1, 2], 2, 2, 2, [2, 1], 2]);
    });

    it("shows what is erased while it is asked", async () => {
      let erasing: Promise<unknown> | undefined;
      const shown = await store.snapshot(async (snapshot) => {
        await state(snapshot);
        erasing = store.erase(["one"], erasure());
        await turns();
        return state(snapshot);
      });
      await erasing;
      expect(shown).toEqual([[1], 1, 1, 1, [1], 1]);
      expect(await store.snapshot(state)).toEqual([[], 0, 0, 0, [], 0]);
    });

    it("rejects with what the work throws, and lets others go on", async () => {
      const failing = store.snapshot(async (snapshot) => {
        await state(snapshot);
        throw new Error("the work failed");
      });
      await expect(failing).rejects.toThrow("the work failed");
      expect((await store.save(change([passage("a pier", { records: [record("p")] })]))).outcome).toBe(
        "saved",
      );
    });

    it("answers requests in their order, and several snapshots at once", async () => {
      const [first, second] = await Promise.all([store.snapshot(state), store.snapshot(state)]);
      expect(first).toEqual(second);
      const [facts, words, names] = await store.search([
        { by: "facts", entities: ["mira"], limit: 9, scope },
        { by: "words", words: ["harbour"], limit: 9, scope },
        { by: "names", beginning: "mi", limit: 9, scope },
      ]);
      expect([facts, words, names]).toEqual([
        [1],
        [{ word: "harbour", passages: [1], cut: false }],
        ["mira"],
      ]);
      expect(await store.search([])).toEqual([]);
    });
  });
}
