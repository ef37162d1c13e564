/**
 * What every store guarantees about scopes: each part behaves like a store with no other contents.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "../../../src/contract/scope.js";
import type { Store } from "../../../src/stores/store.js";
import { passageWords } from "../../../src/text/words.js";
import {
  ask,
  change,
  collect,
  scope as criteria,
  erasure,
  fact,
  fileChange,
  filePassage,
  monday,
  now,
  passage,
  provable,
  record,
  saved,
  savedFile,
  unlimited,
  vectorOf,
} from "../store-fixture.js";

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeScopes(open: () => Promise<Store>): void {
  describe("the scopes of a store", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const of = (scope: Scope | null) => store.within({ scope });
    const alice = () => of({ user: "alice" });
    const session = () => of({ session: "s1", user: "alice" });
    const bob = () => of({ user: "bob" });
    const page = { limit: 100, include_superseded: true };
    const ids = async (part: Store) => (await part.list(page, now)).items.map(({ id }) => id);
    const keep = async (part: Store, id: string, text: string) =>
      part.save(change([passage(text, { records: [fact(id, ["the user", "home", text])] })]));

    /** Passages of Bob and of no scope are between those of Alice. */
    async function three(): Promise<void> {
      await keep(bob(), "b1", "Oslo harbour");
      await keep(alice(), "a1", "Lisbon harbour");
      await keep(of(null), "n1", "Kyoto harbour");
      await keep(session(), "s1", "Porto harbour");
      await keep(bob(), "b2", "Bergen harbour");
      await keep(alice(), "a2", "Faro harbour");
    }

    it("shows what was saved under scopes that include all of its labels, in any order", async () => {
      await three();
      expect(await ids(alice())).toEqual(["a1", "s1", "a2"]);
      expect(await ids(session())).toEqual(["s1"]);
      expect(await ids(of({ session: "s1" }))).toEqual(["s1"]);
      expect(await ids(bob())).toEqual(["b1", "b2"]);
      expect(await ids(of({ user: "carol" }))).toEqual([]);
    });

    it("shows without a scope what was saved without one, and both if asked to", async () => {
      await three();
      expect(await ids(store)).toEqual(["n1"]);
      expect(await ids(store.within({ scope: { user: "bob" }, includeUnscoped: true }))).toEqual([
        "b1",
        "n1",
        "b2",
      ]);
      expect(await ids(store.within("everything"))).toEqual(["b1", "a1", "n1", "s1", "b2", "a2"]);
    });

    it("numbers passages by their ordinal in the visible part", async () => {
      await three();
      const texts = async (part: Store) =>
        (await ask(part).passages([1, 2, 3, 4, 5, 6], criteria)).map(({ id, text }) => [id, text]);
      expect(await texts(alice())).toEqual([
        [1, "Lisbon harbour"],
        [2, "Porto harbour"],
        [3, "Faro harbour"],
      ]);
      expect(await texts(bob())).toEqual([
        [1, "Oslo harbour"],
        [2, "Bergen harbour"],
      ]);
      expect(await texts(store)).toEqual([[1, "Kyoto harbour"]]);
    });

    it("returns the layout of a store with no other contents", async () => {
      await three();
      saved(await alice().save(change([passage("One two three"), passage("Four five")])));
      savedFile(
        await alice()
          .newFile()
          .save(fileChange([filePassage("f1", "A boat")])),
      );
      const laidOut = async (part: Store) => {
        const {
          passages,
          conversations,
          conversationOf,
          passageWords: lengths,
          conversationWords,
        } = await ask(part).layout();
        const some = (numbers: Uint32Array) => Array.from({ length: 8 }, (_, at) => numbers[at] ?? 0);
        return [passages, conversations, ...[conversationOf, lengths, conversationWords].map(some)];
      };
      const other = await open();
      const hers = () => other.within({ scope: { user: "alice" } });
      for (const text of ["Lisbon harbour", "Porto harbour", "Faro harbour"]) await keep(hers(), text, text);
      await hers().save(change([passage("One two three"), passage("Four five")]));
      expect(await laidOut(alice())).toEqual(await laidOut(hers()));
      expect((await laidOut(alice())).slice(0, 3)).toEqual([5, 4, [0, 1, 2, 3, 4, 4, 0, 0]]);
      expect((await laidOut(bob())).slice(0, 3)).toEqual([2, 2, [0, 1, 2, 0, 0, 0, 0, 0]]);
      expect((await laidOut(of({ user: "carol" }))).slice(0, 2)).toEqual([0, 0]);
      await alice().erase(["a1"], erasure());
      await hers().erase(["Lisbon harbour"], erasure());
      expect(await laidOut(alice())).toEqual(await laidOut(hers()));
      expect((await laidOut(alice())).slice(0, 3)).toEqual([4, 3, [0, 1, 2, 3, 3, 0, 0, 0]]);
      await keep(session(), "s2", "Evora harbour");
      expect((await laidOut(alice())).slice(0, 2)).toEqual([5, 4]);
      await other.close();
    });

    it("finds words, vectors, times, facts and speakers of the visible part", async () => {
      await three();
      const [harbour] = passageWords({ text: "harbour", prompt: null, speaker: null });
      const find = { limit: 9, scope: criteria };
      expect(await ask(bob()).matching([harbour!], find)).toEqual([
        { word: harbour, passages: [1, 2], cut: false },
      ]);
      const near = await ask(bob()).nearest(vectorOf("Bergen harbour"), find);
      expect(near.map(({ passage: number }) => number)).toEqual([2, 1]);
      expect(await ask(bob()).during(monday, now, find)).toEqual([2, 1]);
      expect(await ask(bob()).about(["the user"], find)).toEqual([2, 1]);
      expect(await ask(bob()).speakers([1, 2, 3])).toEqual([
        { speaker: null, role: "user" },
        { speaker: null, role: "user" },
        undefined,
      ]);
      const recent = await ask(bob()).nearestRecent(vectorOf("Lisbon harbour"), find);
      expect(recent.map(({ passage: number }) => number).sort()).toEqual([1, 2]);
      const [similar] = await ask(bob()).similarities([vectorOf("Bergen harbour")], [1, 2, 3]);
      expect(similar![1]).toBeGreaterThan(0.9);
      expect(similar![2]).toBe(0);
    });

    it("finds by narrow criteria only in the visible part", async () => {
      const tagged = (id: string) => record(id, { type: "procedural", metadata: { team: "boats" } });
      await alice().save(change([passage("paint the boats", { records: [tagged("a1")] })]));
      await bob().save(change([passage("paint the boats blue", { records: [tagged("b1")] })]));
      const narrow = { ...criteria, types: ["procedural" as const], filter: { team: "boats" } };
      const found = await ask(bob()).nearest(vectorOf("paint the boats"), { limit: 9, scope: narrow });
      expect(found.map(({ passage: number }) => number)).toEqual([1]);
      const rules = await ask(bob()).passages(await ask(bob()).rules({ limit: 9, scope: narrow }), narrow);
      expect(rules.map(({ text }) => text)).toEqual(["paint the boats blue"]);
    });

    it("counts the visible part", async () => {
      await three();
      await bob()
        .newFile()
        .save(fileChange([filePassage("f1", "tides of the north")]));
      expect((await ask(alice()).statistics()).said.passages).toBe(3);
      expect((await ask(store).statistics()).said.passages).toBe(1);
      expect((await ask(store.within("everything")).statistics()).said.passages).toBe(6);
      expect((await ask(bob()).statistics()).files.passages).toBe(1);
      expect((await ask(alice()).statistics()).files).toEqual({ passages: 0, averageWordCount: 0 });
    });

    it("knows facts and repetitions of the visible part, and ends no other record", async () => {
      await three();
      const asked = [{ entity: "the user", property: "home" }];
      const known = await ask(bob()).known(asked, [passage("Lisbon harbour").digest], ["a1", "b1"]);
      expect(known.facts.map(({ id }) => id)).toEqual(["b1", "b2"]);
      expect(known.named.map(({ id }) => id)).toEqual(["b1"]);
      expect(known.passages).toEqual([]);
      const expects = {
        facts: [{ ...asked[0]!, recordIds: ["s1"] }],
        absentDigests: [passage("Oslo harbour").digest],
      };
      const said = change(
        [passage("Evora harbour", { records: [fact("s2", ["the user", "home", "Evora"])] })],
        { expects },
      );
      saved(await session().save(said));
    });

    it("stores an answer under a key for each scope", async () => {
      const under = (id: string) => ({
        idempotency: { key: "k", answer: () => `answer of ${id}`, recordIds: [id] },
      });
      await alice().save(change([passage("red", { records: [record("a1")] })], under("a1")));
      await bob().save(change([passage("blue", { records: [record("b1")] })], under("b1")));
      expect(await ask(alice()).answered("k", monday)).toBe("answer of a1");
      expect(await ask(bob()).answered("k", monday)).toBe("answer of b1");
      expect(await ask(session()).answered("k", monday)).toBeUndefined();
      expect(await ask(store).answered("k", monday)).toBeUndefined();
    });

    it("finds a file only in the scope that it was saved under", async () => {
      const file = { id: "file-a", name: "tides.pdf", mediaType: "application/pdf", digest: "first" };
      savedFile(
        await alice()
          .newFile()
          .save(fileChange([filePassage("f1", "tides")], { file })),
      );
      const like = { digest: "first", name: "tides.pdf" };
      expect((await ask(alice()).file(like))?.id).toBe("file-a");
      for (const part of [bob(), session(), store]) {
        expect(await ask(part).file(like)).toBeUndefined();
        expect(await ask(part).file({ ...like, id: "file-a" })).toBeUndefined();
        expect((await ask(part).currentPassages("file-a", [filePassage("f1", "tides").digest])).size).toBe(0);
      }
      const other = { ...file, id: "file-b" };
      savedFile(
        await bob()
          .newFile()
          .save(fileChange([filePassage("f2", "tides")], { file: other })),
      );
      expect(await ask(bob()).onPage(1, { limit: 9, scope: criteria })).toEqual([]);
    });

    it("erases only in the visible part, by name, by condition and with what was superseded", async () => {
      await three();
      expect((await bob().select({ ids: ["a1", "b1"] })).map(({ record_id }) => record_id)).toEqual(["b1"]);
      expect((await bob().select({ entity: "the user" })).map(({ record_id }) => record_id)).toEqual([
        "b1",
        "b2",
      ]);
      expect((await store.select({ all: true })).map(({ record_id }) => record_id)).toEqual(["n1"]);
      const erased = await bob().erase(["a1", "b1", "b2"], erasure());
      expect(erased.ids).toEqual(["b1", "b2"]);
      expect(provable(erased.residue)).toEqual({
        records: 0,
        passages: 0,
        vectors: 0,
        words: 0,
        overwritten: true,
      });
      expect(await ids(store.within("everything"))).toEqual(["a1", "n1", "s1", "a2"]);
      expect((await ask(bob()).statistics()).said.passages).toBe(0);
    });

    it("returns the history and the audit trail of the visible part", async () => {
      await three();
      expect(await ask(bob()).history("a1")).toEqual([]);
      expect((await ask(alice()).history("a1")).map(({ id }) => id)).toEqual(["a1"]);
      const recordIds = async (part: Store) =>
        (await part.audit({ limit: 100 })).items.flatMap(({ record_id }) => record_id ?? []);
      expect(await recordIds(bob())).toEqual(["b1", "b2"]);
      expect(await recordIds(store)).toEqual(["n1"]);
      expect(await recordIds(store.within("everything"))).toHaveLength(6);
      expect(await store.verifyAudit()).toEqual({ valid: true, rows: 12 });
    });

    it("dumps the visible sources with their scopes, and loads them into these", async () => {
      await three();
      const dumps = await collect(alice().sources());
      expect(dumps.map(({ scope }) => scope)).toEqual([
        { user: "alice" },
        { session: "s1", user: "alice" },
        { user: "alice" },
      ]);
      expect(await collect(bob().sources(dumps[0]!.id))).toEqual([]);
      const other = await open();
      const loads = dumps.map((dump) => ({
        dump,
        passages: dump.passages.map(({ text }) => ({ digest: `digest of ${text}`, vector: vectorOf(text) })),
      }));
      const loaded = await other.load(loads, { at: now, actor: "tester", limits: unlimited });
      expect(loaded).toEqual({ sources: 3, records: 3, skipped: 0 });
      expect(await ids(other.within({ scope: { session: "s1" } }))).toEqual(["s1"]);
      expect((await ask(other.within({ scope: { user: "alice" } })).statistics()).said.passages).toBe(3);
      await other.close();
    });

    it("does not move a source that another scope has", async () => {
      await three();
      const [dump] = await collect(alice().sources());
      const passages = [{ digest: "d", vector: vectorOf("x") }];
      const moved = { dump: { ...dump!, scope: { user: "bob" } }, passages };
      expect(await store.load([moved], { at: now, actor: "tester", limits: unlimited })).toEqual({
        sources: 0,
        records: 0,
        skipped: 1,
      });
      expect(await ids(bob())).toEqual(["b1", "b2"]);
    });

    it("uses no storage after all scopes were erased", async () => {
      await three();
      for (const part of [alice(), bob(), store]) await part.erase(await ids(part), erasure({ all: true }));
      expect((await store.usage()).storageUsed).toBe(0);
    });
  });
}
