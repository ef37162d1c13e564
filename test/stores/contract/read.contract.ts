/** What every store guarantees about `read`. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/stores/store.js";
import { ask, change, fact, friday, passage, record, scope } from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeRead(open: () => Promise<Store>): void {
  describe("read()", () => {
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

    it("speakers() returns who said each passage, and undefined for an unknown one", async () => {
      const speakers = await ask(store).speakers([1, 99]);
      const [first] = await ask(store).passages([1], scope);
      expect(speakers).toEqual([{ speaker: first?.speaker, role: first?.role }, undefined]);
    });

    it("passages() keeps the order asked and leaves out unknown ones", async () => {
      expect((await ask(store).passages([2, 99, 1], scope)).map(({ id }) => id)).toEqual([2, 1]);
    });

    it("speakers() keeps the order asked", async () => {
      await store.save(
        change([passage("Hm.", { speaker: "Eva", role: "assistant", records: [record("hm")] })]),
      );
      const [eva, user] = [
        { speaker: "Eva", role: "assistant" },
        { speaker: null, role: "user" },
      ];
      expect(await ask(store).speakers([3, 99, 1, 3])).toEqual([eva, undefined, user, eva]);
    });

    it("layout() counts the messages of a chat as one conversation", async () => {
      const before = (await ask(store).layout()).conversations;
      const say = (text: string, speaker: string | null, saidAt: string) =>
        store.save(change([passage(text, { speaker, saidAt, records: [record(text)] })]));
      await say("Is the boat ready?", "Eva", "2026-03-06T09:00:00.000Z");
      await say("Tomorrow.", "Tom", "2026-03-06T09:20:00.000Z");
      await say("The paint is dry.", "Tom", "2026-03-20T09:00:00.000Z");
      await say("I sell eggs.", "Uma", "2026-03-21T09:00:00.000Z");
      const { conversations, conversationOf } = await ask(store).layout();
      expect(conversations).toBe(before + 2);
      expect([4, 5, 6].map((number) => conversationOf[number]! - conversationOf[3]!)).toEqual([0, 0, 1]);
    });

    it("layout() numbers conversations in insertion order, and grows with what is saved", async () => {
      const before = await ask(store).layout();
      expect([before.passages, before.conversations]).toEqual([2, 2]);
      const parts = [
        passage("One two three.", { records: [record("one")] }),
        passage("Four five.", { records: [record("two")] }),
      ];
      await store.save(change(parts));
      const after = await ask(store).layout();
      expect([after.passages, after.conversations]).toEqual([4, 3]);
      expect([1, 2, 3, 4, 5].map((number) => after.conversationOf[number] ?? 0)).toEqual([1, 2, 3, 3, 0]);
      const [first, second] = await ask(store).passages([3, 4], scope);
      expect([...after.passageWords.subarray(3, 5)]).toEqual([first?.wordCount, second?.wordCount]);
      expect(after.conversationWords[3]).toBe(first!.wordCount + second!.wordCount);
    });

    it("history() is empty for an unknown id", async () => {
      expect(await ask(store).history("nobody")).toEqual([]);
    });
  });
}
