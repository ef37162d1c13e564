/** What every store guarantees about searches by word. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Criteria, Store } from "../../../../src/stores/store.js";
import { ask, change, erasure, now, passage, record, scope } from "../../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeWords(open: () => Promise<Store>): void {
  describe("search() by word", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      const said = ["red boat", "blue boat", "red kite in 東京", "boat 𱍐𱍑"];
      await store.save(
        change(
          said.map((text, index) =>
            passage(text, { records: [record(`r${index + 1}`, { metadata: { n: index } })] }),
          ),
        ),
      );
    });
    afterEach(() => store.close());

    it("returns the passages of each word, ascending, in the order of the words", async () => {
      expect(await ask(store).matching(["red", "boat", "none"], { limit: 10, scope })).toEqual([
        { word: "red", passages: [1, 3], cut: false },
        { word: "boat", passages: [1, 2, 4], cut: false },
        { word: "none", passages: [], cut: false },
      ]);
    });

    it("reports a common word that the limit cuts", async () => {
      const [boat] = await ask(store).matching(["boat"], { limit: 2, scope });
      expect(boat).toEqual({ word: "boat", passages: [], cut: true });
      expect(await ask(store).matching(["boat"], { limit: 1, scope })).toEqual([boat]);
      expect((await ask(store).matching(["boat"], { limit: 3, scope }))[0]?.cut).toBe(false);
    });

    it("finds words of every script, including scripts newer than SQLite's own tokenizer", async () => {
      const found = await ask(store).matching(["東京", "𱍐𱍑"], { limit: 5, scope });
      expect(found.map(({ passages }) => passages)).toEqual([[3], [4]]);
    });

    it("treats no word as an operator", async () => {
      const words = ['"', "*", "NEAR(", "red OR blue", "held:red", "-", "';--"];
      const found = await ask(store).matching(words, { limit: 5, scope });
      expect(found.map(({ passages }) => passages.length)).toEqual(words.map(() => 0));
    });

    it("applies the criteria to every passage, not only to those before the cut", async () => {
      const narrow: Criteria = { now, filter: { n: 3 } };
      expect((await ask(store).matching(["boat"], { limit: 1, scope: narrow }))[0]).toEqual({
        word: "boat",
        passages: [4],
        cut: false,
      });
    });

    it("counts passages and their words", async () => {
      const nothing = { passages: 0, averageWordCount: 0 };
      expect(await ask(store).statistics()).toEqual({
        said: { passages: 4, averageWordCount: 9 / 4 },
        files: nothing,
      });
      await store.erase(["r3"], erasure());
      expect(await ask(store).statistics()).toEqual({
        said: { passages: 3, averageWordCount: 2 },
        files: nothing,
      });
    });
  });
}
