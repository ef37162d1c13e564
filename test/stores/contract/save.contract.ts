/** What every store guarantees about `save`. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/stores/store.js";
import { passageWords } from "../../../src/text/words.js";
import {
  ask,
  change,
  fact,
  friday,
  monday,
  noUsage,
  now,
  passage,
  record,
  saved,
  scope,
  tuesday,
  unlimited,
} from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeSave(open: () => Promise<Store>): void {
  describe("save()", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const page = { limit: 100, include_superseded: true };
    const ids = async () => (await store.list(page, now)).items.map(({ id }) => id);
    const textsOf = async (passages: readonly number[]) =>
      (await ask(store).passages(passages, { now, includeSuperseded: true })).map(({ text }) => text);

    it("saves a passage verbatim, with its records", async () => {
      const said = passage("I paint boats at the harbour.", {
        speaker: "Mira",
        prompt: "What do you do?",
        message: 2,
        records: [record("r1", { entity: "Mira", metadata: { tag: ["a", 1, true, null], "odd key": "x" } })],
      });
      await store.save(change([said], { source: { id: "s", createdAt: tuesday } }));
      const [kept] = await ask(store).passages([1], scope);
      expect(kept).toMatchObject({
        id: 1,
        sourceId: "s",
        text: said.text,
        prompt: said.prompt,
        speaker: "Mira",
        role: "user",
        saidAt: monday,
        wordCount: passageWords(said).length,
        superseded: [],
      });
      expect(kept?.records).toEqual([
        {
          id: "r1",
          type: "episodic",
          text: said.text,
          entity: "Mira",
          property: null,
          value: null,
          trigger: null,
          speaker: "Mira",
          source_id: "s",
          occurred_at: monday,
          occurred_until: null,
          valid_from: null,
          valid_to: null,
          created_at: monday,
          superseded_by: null,
          expires_at: null,
          metadata: { tag: ["a", 1, true, null], "odd key": "x" },
        },
      ]);
    });

    it("saves the certainty of a record, and none for a certain one", async () => {
      const records = [record("doubted", { certainty: 0.7 }), record("sure", { certainty: 1 })];
      await store.save(change([passage("a heron", { records })]));
      const { items } = await store.list({ limit: 10, include_superseded: false }, now);
      expect(items.map(({ certainty }) => certainty)).toEqual([0.7, undefined]);
    });

    it("returns what it added, and the usage afterwards", async () => {
      const first = saved(await store.save(change([passage("One boat.", { records: [record("r1")] })])));
      const usage = { requests: 2, tokens: 7, spendMicros: 3 };
      const second = saved(
        await store.save(change([passage("Two boats.", { records: [record("r2")] })], { usage })),
      );
      expect(first.embeddingBytes).toBeGreaterThan(0);
      expect(first.addedBytes).toBeGreaterThan(first.embeddingBytes);
      expect(second.usage).toEqual({
        requests: 3,
        tokens: 7,
        spendMicros: 3,
        storageUsed: first.addedBytes + second.addedBytes,
      });
      expect(await store.usage()).toEqual(second.usage);
    });

    it("numbers passages in insertion order", async () => {
      await store.save(
        change([passage("alpha", { records: [record("a")] }), passage("beta", { records: [record("b")] })]),
      );
      await store.save(change([passage("gamma", { records: [record("c")] })]));
      expect(await textsOf([1, 2, 3])).toEqual(["alpha", "beta", "gamma"]);
    });

    it("ends the record that a new one supersedes", async () => {
      await store.save(
        change([passage("I live in Graz.", { records: [fact("old", ["Mira", "home", "Graz"])] })]),
      );
      await store.save(
        change([passage("I live in Linz now.", { records: [fact("new", ["Mira", "home", "Linz"])] })], {
          closings: [{ recordId: "old", validTo: friday, supersededBy: "new" }],
        }),
      );
      const history = await ask(store).history("new");
      expect(history.map(({ id, valid_to, superseded_by }) => [id, valid_to, superseded_by])).toEqual([
        ["old", friday, "new"],
        ["new", null, null],
      ]);
    });

    it("returns conflict if a fact that it relied on has changed, and writes nothing", async () => {
      await store.save(
        change([passage("I live in Graz.", { records: [fact("old", ["Mira", "home", "Graz"])] })]),
      );
      const before = await store.usage();
      const expects = { facts: [{ entity: "mira", property: "HOME", recordIds: [] }], absentDigests: [] };
      const outcome = await store.save(change([passage("x y", { records: [record("r2")] })], { expects }));
      expect(outcome).toEqual({ outcome: "conflict" });
      expect([await ids(), await store.usage()]).toEqual([["old"], before]);
      const lowerCased = { ...expects, facts: [{ entity: "mira", property: "HOME", recordIds: ["old"] }] };
      expect(
        (await store.save(change([passage("x y", { records: [record("r2")] })], { expects: lowerCased })))
          .outcome,
      ).toBe("saved");
    });

    it("returns conflict if a passage that it took for new was saved meanwhile", async () => {
      const said = passage("The ferry leaves at nine.", { digest: "d1", records: [record("r1")] });
      const expects = { facts: [], absentDigests: ["d1"] };
      expect((await store.save(change([said], { expects }))).outcome).toBe("saved");
      const again = { ...said, records: [record("r2")] };
      expect((await store.save(change([again], { expects }))).outcome).toBe("conflict");
    });

    it("returns conflict if the record to end is gone, and writes nothing", async () => {
      const closings = [{ recordId: "gone", validTo: friday, supersededBy: "r1" }];
      const outcome = await store.save(
        change([passage("hello harbour", { records: [record("r1")] })], { closings }),
      );
      expect(outcome).toEqual({ outcome: "conflict" });
      expect(await ids()).toEqual([]);
      expect((await store.audit({ limit: 10 })).items).toEqual([]);
    });

    it("refuses a change that would pass the storage limit, and writes nothing", async () => {
      const limits = { storageBytes: 100, spendMicros: null };
      const outcome = await store.save(
        change([passage("a long story", { records: [record("r1")] })], { limits }),
      );
      expect(outcome).toEqual({
        outcome: "refused",
        limit: "storage",
        usage: { ...noUsage, storageUsed: 0 },
      });
      expect(await ids()).toEqual([]);
    });

    it("refuses a change that would overdraw the wallet, but allows spending the last micro-dollar", async () => {
      const limits = { storageBytes: unlimited.storageBytes, spendMicros: 10 };
      const pay = (spendMicros: number) =>
        store.save(change([], { limits, usage: { requests: 1, tokens: 0, spendMicros } }));
      expect((await pay(11)).outcome).toBe("refused");
      expect((await pay(10)).outcome).toBe("saved");
      expect(await pay(1)).toMatchObject({
        outcome: "refused",
        limit: "spend",
        usage: { spendMicros: 10 },
      });
      expect((await pay(0)).outcome).toBe("saved");
    });

    it("returns the first answer for a key that was used before, and writes nothing", async () => {
      const keyed = (id: string, answer: string) =>
        change([passage("keyed harbour", { records: [record(id)] })], {
          idempotency: { key: "k", answer: ({ addedBytes }) => `${answer} ${addedBytes}`, recordIds: [id] },
        });
      const first = saved(await store.save(keyed("r1", "first")));
      expect(await store.save(keyed("r2", "second"))).toEqual({
        outcome: "replayed",
        answer: `first ${first.addedBytes}`,
      });
      expect(await ask(store).answered("k", monday)).toBe(`first ${first.addedBytes}`);
      expect(await ask(store).answered("other", monday)).toBeUndefined();
      expect(await ids()).toEqual(["r1"]);
    });

    it("counts the answer under a key, keeps it for a day, and frees what it counted", async () => {
      const day = 86_400_000;
      const later = (ms: number) => new Date(Date.parse(now) + ms).toISOString();
      const keyed = (at: string, key: string, answer: string) =>
        change([], { at, idempotency: { key, answer: () => answer, recordIds: [] } });
      const usedBy = async () => (await store.usage()).storageUsed;
      const empty = await usedBy();
      const first = saved(await store.save(keyed(now, "k", "x".repeat(1000))));
      expect(first.addedBytes).toBeGreaterThan(1000);
      expect(await usedBy()).toBe(empty + first.addedBytes);
      expect(await ask(store).answered("k", later(day - 1))).toBe("x".repeat(1000));
      expect(await ask(store).answered("k", later(day))).toBeUndefined();
      const second = saved(await store.save(keyed(later(day), "k", "again")));
      expect(await ask(store).answered("k", later(day))).toBe("again");
      expect(await usedBy()).toBe(empty + second.addedBytes);
      const third = saved(await store.save(keyed(later(3 * day), "other", "another")));
      expect(await usedBy()).toBe(empty + third.addedBytes);
    });

    it("refuses an answer under a key that a full store has no room for", async () => {
      const { storageUsed } = await store.usage();
      const full = { limits: { storageBytes: storageUsed + 500, spendMicros: null } };
      const idempotency = { key: "k", answer: () => "x".repeat(1000), recordIds: [] };
      expect((await store.save(change([], { ...full, idempotency }))).outcome).toBe("refused");
      expect((await store.save(change([], full))).outcome).toBe("saved");
    });

    it("saves nothing of a change whose answer could not be made", async () => {
      const answer = () => {
        throw new Error("no answer");
      };
      const failing = change([passage("half a harbour", { records: [record("r1")] })], {
        idempotency: { key: "k", answer, recordIds: [] },
      });
      await expect(store.save(failing)).rejects.toThrow("no answer");
      expect(await ids()).toEqual([]);
      expect(await store.usage()).toEqual({ ...noUsage, storageUsed: 0 });
      expect((await store.audit({ limit: 10 })).items).toEqual([]);
      expect((await ask(store).matching(["harbour"], { limit: 5, scope }))[0]?.passages).toEqual([]);
    });
  });
}
