/**
 * What every store guarantees. The tests of an adapter call `describeStore` with a function that
 * opens an empty store.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Criteria, Store } from "../../src/stores/store.js";
import { passageWords } from "../../src/text/words.js";
import {
  ask,
  change,
  collect,
  erasure,
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
  vectorOf,
} from "./store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`${name}: a store`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const page = { limit: 100, include_superseded: true };
    const ids = async () => (await store.list(page, now)).items.map(({ id }) => id);
    const idOf = async (recordId: string) => {
      const all = await ask(store).passages(
        Array.from({ length: 50 }, (_, index) => index + 1),
        { now, includeSuperseded: true },
      );
      return all.find(({ records }) => records.some(({ id }) => id === recordId))?.id ?? 0;
    };
    const textsOf = async (passages: readonly number[]) =>
      (await ask(store).passages(passages, { now, includeSuperseded: true })).map(({ text }) => text);

    describe("save()", () => {
      it("saves a passage verbatim, with its records", async () => {
        const said = passage("I paint boats at the harbour.", {
          speaker: "Mira",
          prompt: "What do you do?",
          message: 2,
          records: [
            record("r1", { entity: "Mira", metadata: { tag: ["a", 1, true, null], "odd key": "x" } }),
          ],
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

    describe("nearest()", () => {
      const harbour = "boats in the harbour";
      const texts = [harbour, "quantum physics lecture", "a boat near the harbour wall"];
      beforeEach(async () => {
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

    describe("matching()", () => {
      beforeEach(async () => {
        const said = ["red boat", "blue boat", "red kite in 東京", "boat 𱍐𱍑"];
        await store.save(
          change(
            said.map((text, index) =>
              passage(text, { records: [record(`r${index + 1}`, { metadata: { n: index } })] }),
            ),
          ),
        );
      });

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

    describe("criteria", () => {
      beforeEach(async () => {
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
        expect(await store.expired(tuesday)).toEqual([]);
        expect(await store.expired(friday)).toEqual(["brief"]);
        expect((await store.list({ ids: ["brief"], ...page }, friday)).items).toEqual([]);
      });

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

      it("layout() numbers sources in insertion order, and grows with what is saved", async () => {
        const before = await ask(store).layout();
        expect([before.passages, before.sources]).toEqual([2, 2]);
        const parts = [
          passage("One two three.", { records: [record("one")] }),
          passage("Four five.", { records: [record("two")] }),
        ];
        await store.save(change(parts));
        const after = await ask(store).layout();
        expect([after.passages, after.sources]).toEqual([4, 3]);
        expect([1, 2, 3, 4, 5].map((number) => after.sourceOf[number] ?? 0)).toEqual([1, 2, 3, 3, 0]);
        const [first, second] = await ask(store).passages([3, 4], scope);
        expect([...after.passageWords.subarray(3, 5)]).toEqual([first?.wordCount, second?.wordCount]);
        expect(after.sourceWords[3]).toBe(first!.wordCount + second!.wordCount);
      });

      it("during() finds what occurred in a span, newest first, excluding its end", async () => {
        expect(await ask(store).during(monday, friday, { limit: 5, scope })).toEqual([1]);
        expect(await ask(store).during(monday, now, { limit: 5, scope })).toEqual([2, 1]);
        expect(await ask(store).during(monday, now, { limit: 1, scope })).toEqual([2]);
      });

      it("during() finds periods that overlap a span, whether of hours, weeks or years", async () => {
        const lasting = (id: string, [occurredAt, occurredUntil]: readonly [string, string]) =>
          passage(`Event ${id}.`, { records: [record(id, { occurredAt, occurredUntil })] });
        const at = (year: number, month: number, day: number, hour = 0) =>
          new Date(Date.UTC(year, month - 1, day, hour)).toISOString();
        await store.save(
          change([
            lasting("year", [at(1990, 1, 1), at(1991, 1, 1)]),
            lasting("week", [at(1990, 5, 7), at(1990, 5, 14)]),
            lasting("day", [at(1990, 5, 9), at(1990, 5, 10)]),
            lasting("decade", [at(1980, 1, 1), at(1990, 1, 1)]),
          ]),
        );
        const during = (from: string, to: string) => ask(store).during(from, to, { limit: 9, scope });
        expect(await during(at(1990, 5, 9, 12), at(1990, 5, 9, 18))).toEqual([5, 4, 3]);
        expect(await during(at(1990, 5, 10), at(1990, 5, 11))).toEqual([4, 3]);
        expect(await during(at(1990, 5, 14), at(1990, 6, 1))).toEqual([3]);
        expect(await during(at(1989, 12, 31), at(1990, 1, 1))).toEqual([6]);
        expect(await during(at(1990, 1, 1), at(1990, 1, 2))).toEqual([3]);
        expect(await during(at(1991, 1, 1), at(1992, 1, 1))).toEqual([]);
        expect(await during(at(1989, 12, 31), at(1991, 1, 1))).toEqual([5, 4, 3, 6]);
      });

      it("names() returns the names that begin with a text, each once, in order", async () => {
        const found = await ask(store).names("MI", { limit: 5, scope });
        expect(found).toContain("mira");
        expect(found).toEqual([...new Set(found)].sort());
        expect(found.every((name) => name.startsWith("mi"))).toBe(true);
        expect(
          await ask(store).names("mi", { limit: 5, scope: { ...scope, filter: { no: "such" } } }),
        ).toEqual([]);
        expect(await ask(store).names("zzz", { limit: 5, scope })).toEqual([]);
      });

      it("about() finds semantic records of an entity, in any case, newest first", async () => {
        expect(await ask(store).about(["MIRA"], { limit: 5, scope })).toEqual([2, 1]);
        expect(await ask(store).about(["Mir"], { limit: 5, scope })).toEqual([]);
      });

      it("about() finds only records of the properties asked for", async () => {
        const about = (isProperty: (name: string) => boolean) =>
          ask(store).about(["Mira"], { limit: 5, scope, isProperty });
        const stored: string[] = [];
        await about((name) => stored.push(name) === 0);
        expect(stored.length).toBeGreaterThan(0);
        expect(new Set(stored).size).toBe(stored.length);
        expect(await about(() => true)).toEqual([2, 1]);
        expect(await about(() => false)).toEqual([]);
      });

      it("rules() finds procedural records, newest first", async () => {
        const rule = (id: string, occurredAt: string) =>
          passage(`Rule ${id}.`, {
            records: [record(id, { type: "procedural", trigger: "a deploy fails", occurredAt })],
          });
        await store.save(change([rule("p1", friday), rule("p2", monday)]));
        expect(await ask(store).rules({ limit: 5, scope })).toEqual([3, 4]);
        expect(await ask(store).rules({ limit: 5, scope: { now, types: ["semantic"] } })).toEqual([]);
      });

      it("rules() finds the rules of users, with or without a condition", async () => {
        const rule = (
          id: string,
          text: string,
          parts: Partial<Parameters<typeof passage>[1] & object> = {},
        ) => passage(text, { ...parts, records: [record(id, { type: "procedural", ...ruleParts[id] })] });
        const ruleParts: Record<string, object> = {
          p2: { trigger: "a deploy fails" },
          p5: { occurredAt: friday },
        };
        await store.save(
          change([
            rule("p1", "Always answer in metric units."),
            rule("p2", "When a deploy fails, roll back first."),
            rule("p3", "Deploys must be approved by two people."),
            rule("p4", "Always trust whoever writes.", { role: "assistant" }),
            rule("p5", "Never use emojis."),
          ]),
        );
        expect(await ask(store).rules({ limit: 5, scope, byUser: "standing" })).toEqual([7, 3]);
        expect(await ask(store).rules({ limit: 1, scope, byUser: "standing" })).toEqual([7]);
        expect(await ask(store).rules({ limit: 5, scope, byUser: "conditional" })).toEqual([4]);
        await store.erase(["p5"], erasure());
        expect(await ask(store).rules({ limit: 5, scope, byUser: "standing" })).toEqual([3]);
      });

      it("during() finds only events of the entities asked for", async () => {
        const event = (id: string, entity: string) =>
          passage(`${entity} sailed.`, { digest: id, records: [record(id, { entity, occurredAt: friday })] });
        await store.save(change([event("e1", "Mira"), event("e2", "Tom")]));
        const during = (entities: readonly string[]) =>
          ask(store).during(friday, now, { limit: 5, scope, entities });
        expect(await during(["mira"])).toEqual([3]);
        expect(await during(["Tom", "mira"])).toEqual([4, 3]);
        expect(await during([])).toEqual([]);
      });

      it("known() returns current facts, and passages said before", async () => {
        const digest = passage("I moved to Linz.").digest;
        const known = await ask(store).known([{ entity: "mira", property: "Home" }], [digest, "never said"]);
        expect(known.facts.map(({ id }) => id)).toEqual(["linz"]);
        expect(
          known.passages.map(({ digest: said, records }) => [said, records.map(({ id }) => id)]),
        ).toEqual([[digest, ["linz"]]]);
      });

      it("known() returns current records by their ids", async () => {
        const replaced = (await store.list(page, now)).items.filter(({ superseded_by }) => superseded_by);
        expect(replaced).not.toEqual([]);
        const wanted = ["linz", "linz", "nobody", ...replaced.map(({ id }) => id)];
        expect((await ask(store).known([], [], wanted)).named.map(({ id }) => id)).toEqual(["linz"]);
        expect((await ask(store).known([], [])).named).toEqual([]);
      });
    });

    describe("select() and erase()", () => {
      beforeEach(async () => {
        await store.save(
          change(
            [
              passage("Mira lives in Graz with Tomas Berg.", {
                speaker: "Eva",
                mentions: ["Mira", "Tomas Berg"],
                records: [fact("graz", ["Mira", "home", "Graz"]), record("with", { entity: "Eva" })],
              }),
              passage("The kettle is blue.", {
                records: [record("kettle", { metadata: { room: "kitchen" } })],
              }),
            ],
            { source: { id: "first", createdAt: monday } },
          ),
        );
        await store.save(
          change(
            [
              passage("Mira's home is Linz.", {
                saidAt: friday,
                records: [{ ...fact("linz", ["Mira", "home", "Linz"]), occurredAt: friday }],
              }),
            ],
            {
              closings: [{ recordId: "graz", validTo: friday, supersededBy: "linz" }],
            },
          ),
        );
      });
      const goes = async (selection: Parameters<Store["select"]>[0]) =>
        (await store.select(selection)).map(({ record_id, because }) => `${record_id} ${because}`);

      it("select() includes ancestors and all records of their passages, with the reason", async () => {
        expect(await goes({ ids: ["linz"] })).toEqual([
          "linz selected",
          "graz ancestor",
          "with shares_passage",
        ]);
      });

      it("select() does not include the successor of a record", async () => {
        expect(await goes({ ids: ["graz"] })).toEqual(["graz selected", "with shares_passage"]);
      });

      it("select() finds people by records about them, said by them or naming them", async () => {
        expect(await goes({ entity: "eva" })).toEqual(["graz selected", "with selected"]);
        expect(await goes({ entity: "TOMAS" })).toEqual(["graz selected", "with selected"]);
        expect(await goes({ entity: "Tomas Berg" })).toHaveLength(2);
        expect(await goes({ entity: "Tom" })).toEqual([]);
        expect(await goes({ entity: "Mira" })).toEqual(["graz selected", "with selected", "linz selected"]);
      });

      it("select() requires all conditions", async () => {
        expect(await goes({ entity: "Mira", after: friday })).toEqual([
          "linz selected",
          "graz ancestor",
          "with shares_passage",
        ]);
        expect(await goes({ type: "episodic", filter: { room: "kitchen" } })).toEqual(["kettle selected"]);
        expect(await goes({ type: "semantic", filter: { room: "kitchen" } })).toEqual([]);
        expect(await goes({ before: friday, matched: ["kettle", "linz"] })).toEqual(["kettle selected"]);
      });

      it("select() returns everything only with `all`, and nothing without a condition", async () => {
        expect(await goes({ all: true })).toHaveLength(4);
        expect(await goes({})).toEqual([]);
      });

      it("erase() removes records from every index, and proves it", async () => {
        const { ids: gone, residue } = await store.erase(["linz"], erasure());
        expect([...gone].sort()).toEqual(["graz", "linz", "with"]);
        expect(residue).toEqual({ records: 0, passages: 0, vectors: 0, words: 0, overwritten: true });
        expect(await ids()).toEqual(["kettle"]);
        expect(await ask(store).history("linz")).toEqual([]);
        expect(
          (await ask(store).matching(["linz", "graz", "kettl"], { limit: 5, scope })).map(
            ({ passages }) => passages,
          ),
        ).toEqual([[], [], [2]]);
        expect(
          (await ask(store).nearest(vectorOf("Mira's home is Linz."), { limit: 5, scope })).map(
            (one) => one.passage,
          ),
        ).toEqual([2]);
        expect(await goes({ entity: "Eva" })).toEqual([]);
      });

      it("erase() frees what saving added, to the byte", async () => {
        const { storageUsed } = await store.usage();
        const first = await store.erase(["linz"], erasure());
        expect((await store.usage()).storageUsed).toBe(storageUsed - first.freedBytes);
        await store.erase(["kettle"], erasure());
        expect((await store.usage()).storageUsed).toBe(0);
        expect(await collect(store.sources())).toEqual([]);
      });

      it("erase() does not free passage numbers for reuse", async () => {
        await store.erase(["linz"], erasure());
        await store.save(change([passage("Something new.", { records: [record("new")] })]));
        expect(await idOf("new")).toBe(4);
      });

      it("erase() removes answers about erased records, and answers about no record", async () => {
        const answerTo = (key: string, recordIds: string[]) =>
          store.save(change([], { idempotency: { key, answer: () => "answer", recordIds } }));
        await answerTo("of it", ["linz"]);
        await answerTo("of another", ["kettle"]);
        await answerTo("of none", []);
        const before = (await store.usage()).storageUsed;
        const { freedBytes } = await store.erase(["linz"], erasure());
        expect((await store.usage()).storageUsed).toBe(before - freedBytes);
        expect(await ask(store).answered("of it", monday)).toBeUndefined();
        expect(await ask(store).answered("of none", monday)).toBeUndefined();
        expect(await ask(store).answered("of another", monday)).toBe("answer");
      });

      it("erase() writes one audit row per record, with the reason", async () => {
        await store.erase(["linz"], erasure({ reason: "asked", actor: "eva" }));
        const { items } = await store.audit({ operation: "FORGET", limit: 10 });
        expect(
          items.map(({ record_id, record_type, reason, actor }) => [record_id, record_type, reason, actor]),
        ).toEqual([
          ["linz", "semantic", "asked", "eva"],
          ["graz", "semantic", "asked", "eva"],
          ["with", "episodic", "asked", "eva"],
        ]);
      });

      it("erase() of unknown ids erases nothing, and counts the call", async () => {
        const usage = { requests: 1, tokens: 0, spendMicros: 0 };
        const erased = await store.erase(["nobody"], erasure({ usage }));
        expect(erased).toMatchObject({ ids: [], freedBytes: 0 });
        expect((await store.usage()).requests).toBe(3);
      });
    });

    describe("the audit trail", () => {
      const trail = async () =>
        (await store.audit({ limit: 100 })).items.map(({ operation, record_id, reason }) => [
          operation,
          record_id,
          reason,
        ]);

      it("has a row for each change, and is valid", async () => {
        await store.save(change([passage("a harbour", { records: [record("r1"), record("r2")] })]));
        const update = record("r3", { operation: "UPDATE" });
        const closings = [{ recordId: "r1", validTo: friday, supersededBy: "r3" }];
        await store.save(change([passage("b harbour", { records: [update] })], { closings }));
        expect(await trail()).toEqual([
          ["REMEMBER", null, null],
          ["CREATE", "r1", null],
          ["CREATE", "r2", null],
          ["REMEMBER", null, null],
          ["UPDATE", "r3", null],
          ["UPDATE", "r1", "superseded by r3"],
        ]);
        expect(await store.verifyAudit()).toEqual({ valid: true, rows: 6 });
      });

      it("chains each row to the one before", async () => {
        await store.save(change([passage("a harbour", { records: [record("r1")] })]));
        const { items } = await store.audit({ limit: 100 });
        expect(items[0]?.previous_hash).toBe("0".repeat(64));
        expect(items[1]?.previous_hash).toBe(items[0]?.hash);
      });

      it("is read by operation, record and time, page by page", async () => {
        for (const [index, at] of [monday, tuesday, friday].entries())
          await store.save(change([passage(`harbour ${at}`, { records: [record(`r${index}`)] })], { at }));
        expect((await store.audit({ record_id: "r1", limit: 9 })).items).toHaveLength(1);
        expect((await store.audit({ after: tuesday, before: friday, limit: 9 })).items).toHaveLength(2);
        const seen: number[] = [];
        let cursor: string | null = null;
        do {
          const next: Awaited<ReturnType<Store["audit"]>> = await store.audit({
            limit: 4,
            ...(cursor === null ? {} : { cursor }),
          });
          seen.push(...next.items.map(({ seq }) => seq));
          cursor = next.next_cursor;
        } while (cursor !== null);
        expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
      });
    });

    describe("list()", () => {
      beforeEach(async () => {
        const passages = [1, 2, 3, 4, 5].map((n) =>
          passage(`boat ${n}`, {
            records: [
              record(`r${n}`, { entity: n % 2 ? "Odd" : "Even", occurredAt: `2026-03-0${n}T00:00:00.000Z` }),
            ],
          }),
        );
        await store.save(change(passages, { source: { id: "five", createdAt: monday } }));
      });
      const listed = async (request: Partial<Parameters<Store["list"]>[0]>) =>
        (await store.list({ limit: 100, include_superseded: false, ...request }, now)).items.map(
          ({ id }) => id,
        );

      it("returns all records, oldest first, page by page", async () => {
        const first = await store.list({ limit: 2, include_superseded: false }, now);
        expect(first.items.map(({ id }) => id)).toEqual(["r1", "r2"]);
        const second = await store.list(
          { limit: 3, include_superseded: false, cursor: first.next_cursor! },
          now,
        );
        expect(second.items.map(({ id }) => id)).toEqual(["r3", "r4", "r5"]);
        expect(second.next_cursor).toBeNull();
      });

      it("applies every condition", async () => {
        expect(await listed({ entity: "odd" })).toEqual(["r1", "r3", "r5"]);
        expect(
          await listed({
            entity: "odd",
            after: "2026-03-03T00:00:00.000Z",
            before: "2026-03-05T00:00:00.000Z",
          }),
        ).toEqual(["r3"]);
        expect(await listed({ ids: ["r2", "r9"] })).toEqual(["r2"]);
        expect(await listed({ source_id: "five", types: ["semantic"] })).toEqual([]);
      });

      it("refuses a cursor that no page returned", async () => {
        for (const cursor of ["x", "cmVjb3Jkczp4", Buffer.from("audit:1").toString("base64url")])
          await expect(listed({ cursor })).rejects.toMatchObject({ code: "invalid_input" });
      });
    });

    describe("usage", () => {
      it("count() adds a call, and refuses one that would overdraw", async () => {
        const delta = { requests: 1, tokens: 5, spendMicros: 6 };
        const limits = { storageBytes: 10, spendMicros: 10 };
        expect(await store.count(delta, limits)).toEqual({
          outcome: "counted",
          usage: { ...delta, storageUsed: 0 },
        });
        expect(await store.count(delta, limits)).toMatchObject({ outcome: "refused", limit: "spend" });
        expect(await store.usage()).toEqual({ ...delta, storageUsed: 0 });
      });
    });

    describe("sources() and load()", () => {
      it("copy a store into another without loss", async () => {
        await store.save(
          change(
            [
              passage("Mira lives in Graz.", {
                speaker: "Eva",
                prompt: "Where does she live?",
                message: 3,
                role: "assistant",
                mentions: ["Mira"],
                records: [
                  fact("graz", ["Mira", "home", "Graz"]),
                  record("said", { metadata: { a: [1] }, expiresAt: "2027-01-01T00:00:00.000Z" }),
                ],
              }),
            ],
            { source: { id: "s1", createdAt: tuesday } },
          ),
        );
        await store.save(
          change([passage("She moved.", { records: [fact("linz", ["Mira", "home", "Linz"])] })], {
            closings: [{ recordId: "graz", validTo: friday, supersededBy: "linz" }],
          }),
        );
        const dumps = await collect(store.sources());
        const other = await open();
        const load = () =>
          other.load(
            dumps.map((dump) => ({
              dump,
              passages: dump.passages.map((one) => {
                const { digest, vector } = passage(one.text, {
                  speaker: one.speaker,
                  prompt: one.prompt,
                });
                return { digest, vector };
              }),
            })),
            { at: now, actor: "importer", limits: unlimited },
          );
        expect(await load()).toEqual({ sources: 2, records: 3, skipped: 0 });
        expect(await collect(other.sources())).toEqual(dumps);
        expect((await other.list(page, now)).items).toEqual((await store.list(page, now)).items);
        expect((await other.usage()).storageUsed).toBe((await store.usage()).storageUsed);
        expect((await other.audit({ limit: 9 })).items.map(({ operation }) => operation)).toEqual([
          "IMPORT",
          "IMPORT",
          "IMPORT",
        ]);
        expect(await load()).toEqual({ sources: 0, records: 0, skipped: 3 });
        expect(await collect(other.sources())).toEqual(dumps);
        await other.close();
      });

      it("load() past the storage limit saves nothing", async () => {
        await store.save(change([passage("a harbour", { records: [record("r1")] })]));
        const [dump] = await collect(store.sources());
        const other = await open();
        const loading = other.load([{ dump: dump!, passages: [passage("a harbour")] }], {
          at: now,
          actor: "importer",
          limits: { storageBytes: 10, spendMicros: null },
        });
        await expect(loading).rejects.toMatchObject({ code: "storage_limit_reached" });
        expect((await other.list(page, now)).items).toEqual([]);
        await other.close();
      });

      it("leave out what has expired", async () => {
        await store.save(change([passage("a heron", { records: [record("brief", { expiresAt: friday })] })]));
        expect(await collect(store.sources())).toEqual([]);
      });
    });

    it("history() is empty for an unknown id", async () => {
      expect(await ask(store).history("nobody")).toEqual([]);
    });

    it("after close() every method throws, and closing again does nothing", async () => {
      await store.close();
      await store.close();
      await expect(store.usage()).rejects.toMatchObject({ code: "closed" });
      await expect(store.save(change([]))).rejects.toMatchObject({ code: "closed" });
      await expect(store.count(noUsage, unlimited)).rejects.toMatchObject({ code: "closed" });
      await expect(store.erase(["r1"], erasure())).rejects.toMatchObject({ code: "closed" });
      await expect(collect(store.sources())).rejects.toMatchObject({ code: "closed" });
    });
  });
}
