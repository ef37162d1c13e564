/** What every store guarantees about files. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Criteria, FileChange, NewFilePassage, Store, WantedFile } from "../../../src/stores/store.js";
import {
  ask,
  change,
  collect,
  erasure,
  fileChange,
  filePassage,
  friday,
  monday,
  now,
  passage,
  provable,
  record,
  savedFile,
  scope,
  tuesday,
  unlimited,
  vectorOf,
} from "../store-fixture.js";

const filed: Criteria = { now, corpus: "files" };
const page = { limit: 100, include_superseded: true };

/** @param open opens a new, empty store whose clock returns `now`; the suite closes it */
export function describeFileStore(open: () => Promise<Store>): void {
  describe("a store of files", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const keep = async (passages: readonly NewFilePassage[], parts: Partial<FileChange> = {}) =>
      savedFile(await store.newFile().save(fileChange(passages, parts)));
    const records = async () => (await store.list(page, now)).items;
    const ids = async () => (await records()).map(({ id }) => id);
    const second = { digest: "second", id: "file-1", name: "tides.pdf", mediaType: "application/pdf" };

    describe("saveFile()", () => {
      it("saves passages with their positions, and returns these with their records", async () => {
        await keep([
          filePassage("f1", "High water at noon.", { page: 3, heading: "May › Ebb" }),
          filePassage("f2", "Low water at six."),
        ]);
        const [first, other] = await ask(store).passages([1, 2], filed);
        expect(first?.file).toEqual({
          id: "file-1",
          name: "tides.pdf",
          mediaType: "application/pdf",
          page: 3,
          heading: "May › Ebb",
        });
        expect(other?.file).toMatchObject({ page: null, heading: null });
        expect(await records()).toMatchObject([
          { id: "f1", type: "file", file_id: "file-1", page: 3, heading: "May › Ebb" },
          { id: "f2", type: "file", file_id: "file-1" },
        ]);
        expect(Object.keys((await records())[1]!)).not.toContain("page");
      });

      it("saves added passages before the others, in order", async () => {
        const writer = store.newFile();
        await writer.add([filePassage("a", "one"), filePassage("b", "two")]);
        await writer.add([filePassage("c", "three")]);
        expect(await ids()).toEqual([]);
        const saved = savedFile(await writer.save(fileChange([filePassage("d", "four")])));
        expect(saved.created).toBe(4);
        expect(await ids()).toEqual(["a", "b", "c", "d"]);
      });

      it("saves nothing of discarded passages, or of passages of another writer", async () => {
        const discarded = store.newFile();
        await discarded.add([filePassage("a", "one")]);
        await discarded.discard();
        await store.newFile().add([filePassage("b", "two")]);
        await keep([filePassage("c", "three")]);
        expect(await ids()).toEqual(["c"]);
      });

      it("returns exactly what it added", async () => {
        const before = (await store.usage()).storageUsed;
        const saved = await keep([filePassage("f1", "High water at noon.", { heading: "May" })]);
        expect((await store.usage()).storageUsed - before).toBe(saved.addedBytes);
        const { freedBytes } = await store.erase(["f1"], erasure());
        expect(freedBytes).toBe(saved.addedBytes);
        expect((await store.usage()).storageUsed).toBe(before);
      });

      it("saves the same text at one position once", async () => {
        const saved = await keep([
          filePassage("f1", "Continued overleaf.", { page: 1 }),
          filePassage("f2", "Continued overleaf.", { page: 1 }),
          filePassage("f3", "Continued overleaf.", { page: 2 }),
        ]);
        expect([saved.created, await ids()]).toEqual([2, ["f1", "f3"]]);
        expect(saved.textBytes).toBe("Continued overleaf.".length * 2);
      });

      it("ends passages that a newer version does not have, superseded by the record at the same position", async () => {
        await keep([
          filePassage("stays", "Harbour rules.", { page: 1 }),
          filePassage("changes", "Fee: 10 euros.", { page: 2 }),
          filePassage("goes", "Closed on Monday.", { page: 3 }),
        ]);
        const known = await ask(store).currentPassages("file-1", [
          filePassage("", "Harbour rules.", { page: 1 }).digest,
        ]);
        expect([...known.values()]).toEqual([1]);
        const saved = await keep([filePassage("new", "Fee: 12 euros.", { page: 2 })], {
          at: friday,
          file: second,
          expects: "first",
          kept: new Set(known.values()),
        });
        expect([saved.created, saved.ended]).toEqual([1, 2]);
        expect(
          (await records()).map(({ id, valid_to, superseded_by }) => [id, valid_to, superseded_by]),
        ).toEqual([
          ["stays", null, null],
          ["changes", friday, "new"],
          ["goes", friday, null],
          ["new", null, null],
        ]);
        const current = await ask(store).passages([1, 2, 3, 4], filed);
        expect(current.map(({ text }) => text)).toEqual(["Harbour rules.", "Fee: 12 euros."]);
        const asOf = await ask(store).passages([1, 2, 3, 4], { ...filed, asOf: tuesday });
        expect(asOf.map(({ text }) => text)).toContain("Closed on Monday.");
        const trail = (await store.audit({ limit: 100, operation: "UPDATE" })).items;
        expect(trail.map(({ record_id, reason }) => [record_id, reason])).toEqual([
          ["changes", "superseded by new"],
          ["goes", "no longer in the file"],
        ]);
        expect((await store.verifyAudit()).valid).toBe(true);
      });

      it("returns conflict if another version was saved first, and writes nothing", async () => {
        await keep([filePassage("f1", "one")]);
        const before = await store.usage();
        const late = { file: second, expects: "other" };
        expect(await store.newFile().save(fileChange([filePassage("f2", "two")], late))).toEqual({
          outcome: "conflict",
        });
        const alsoNew = { file: { ...second, id: "file-2" } };
        expect(await store.newFile().save(fileChange([filePassage("f2", "two")], alsoNew))).toEqual({
          outcome: "conflict",
        });
        expect([await ids(), await store.usage()]).toEqual([["f1"], before]);
      });

      it("refuses a version that would pass the limit, and writes nothing", async () => {
        const writer = store.newFile();
        await writer.add([filePassage("a", "one")]);
        const limits = { ...unlimited, storageBytes: 500 };
        const outcome = await writer.save(fileChange([filePassage("b", "two")], { limits }));
        expect(outcome).toMatchObject({ outcome: "refused", limit: "storage" });
        expect([await ids(), (await store.usage()).storageUsed]).toEqual([[], 0]);
        expect(await ask(store).file({ digest: "first", name: "tides.pdf" })).toBeUndefined();
      });

      it("finds every passage by the new name of a renamed file", async () => {
        await keep([filePassage("f1", "High water at noon.")]);
        await keep([], {
          at: tuesday,
          file: { ...second, name: "almanac.pdf" },
          expects: "first",
          kept: new Set([1]),
        });
        const found = async (word: string) =>
          (await ask(store).matching([word], { limit: 9, scope: filed }))[0]?.passages;
        expect([await found("almanac"), await found("tide")]).toEqual([[1], []]);
        expect((await ask(store).file({ id: "file-1", digest: "", name: "" }))?.name).toBe("almanac.pdf");
        const erased = await store.erase(["f1"], erasure());
        expect(erased.residue).toMatchObject({ passages: 0, words: 0 });
      });
    });

    describe("files and what was said", () => {
      beforeEach(async () => {
        await store.save(change([passage("The harbour floods.", { records: [record("said")] })]));
        await keep([
          filePassage("f1", "The harbour master.", { page: 7 }),
          filePassage("f2", "The harbour wall.", { page: 8 }),
        ]);
      });

      it("are counted separately", async () => {
        const counted = async () => {
          const { said, files } = await ask(store).statistics();
          return [said.passages, files.passages];
        };
        expect(await counted()).toEqual([1, 2]);
        await store.erase(["f1"], erasure());
        expect(await counted()).toEqual([1, 1]);
      });

      it("are found separately, by words and by vectors", async () => {
        const words = async (one: Criteria) =>
          (await ask(store).matching(["harbour"], { limit: 9, scope: one }))[0]?.passages;
        expect([await words(scope), await words(filed)]).toEqual([[1], [2, 3]]);
        const near = async (one: Criteria) =>
          (await ask(store).nearest(vectorOf("harbour"), { limit: 9, scope: one }))
            .map(({ passage: id }) => id)
            .sort();
        expect([await near(scope), await near(filed)]).toEqual([[1], [2, 3]]);
        const narrow = { ...filed, filter: { none: 1 } };
        expect(await near(narrow)).toEqual([]);
      });

      it("onPage() returns the passages of a page in order", async () => {
        expect(await ask(store).onPage(8, { limit: 9, scope: filed })).toEqual([3]);
        expect(await ask(store).onPage(9, { limit: 9, scope: filed })).toEqual([]);
      });
    });

    it("file() finds a file by its id, its digest and its name", async () => {
      await keep([filePassage("f1", "one")]);
      const by = async (wanted: WantedFile) => (await ask(store).file(wanted))?.id;
      expect(await by({ id: "file-1", digest: "x", name: "x" })).toBe("file-1");
      expect(await by({ digest: "first", name: "x" })).toBe("file-1");
      expect(await by({ digest: "x", name: "tides.pdf" })).toBe("file-1");
      expect(await by({ id: "nobody", digest: "first", name: "tides.pdf" })).toBeUndefined();
    });

    it("file() prefers the name to the digest, and uses both if several files have the name", async () => {
      const other = { id: "file-2", name: "b.pdf", mediaType: "text/plain", digest: "other" };
      await keep([filePassage("f1", "one")]);
      await keep([filePassage("f2", "two")], { file: other });
      expect((await ask(store).file({ digest: "first", name: "b.pdf" }))?.id).toBe("file-2");
      await keep([], {
        file: { ...other, name: "tides.pdf", digest: "newest" },
        expects: "other",
        kept: new Set([2]),
      });
      expect((await ask(store).file({ digest: "first", name: "tides.pdf" }))?.id).toBe("file-1");
      expect((await ask(store).file({ digest: "unknown", name: "tides.pdf" }))?.id).toBe("file-2");
    });

    it("select() returns every version of a file, and erase() leaves no file", async () => {
      await store.save(change([passage("The harbour floods.", { records: [record("said")] })]));
      await keep([filePassage("f1", "one", { page: 1 })]);
      await keep([filePassage("f2", "two", { page: 1 })], { at: friday, file: second, expects: "first" });
      const preview = await store.select({ file_id: "file-1" });
      expect(preview.map(({ record_id }) => record_id)).toEqual(["f1", "f2"]);
      const erased = await store.erase(["f1", "f2"], erasure());
      expect(provable(erased.residue)).toEqual({
        records: 0,
        passages: 0,
        vectors: 0,
        words: 0,
        overwritten: true,
      });
      expect(await ask(store).file({ digest: "second", name: "tides.pdf" })).toBeUndefined();
      expect(await ids()).toEqual(["said"]);
    });

    it("sources() and load() transfer files, pages, headings and versions, a long file in parts", async () => {
      const many = Array.from({ length: 1100 }, (_, index) =>
        filePassage(`f${index}`, `Line ${index}.`, { page: index + 1, heading: "Log" }),
      );
      await keep(many);
      await keep([filePassage("new", "Line zero.", { page: 1 })], {
        at: friday,
        file: second,
        expects: "first",
        kept: new Set(Array.from({ length: 1099 }, (_, index) => index + 2)),
      });
      const dumps = await collect(store.sources());
      expect(dumps.map(({ id, passages }) => [id, passages.length])).toEqual([
        [dumps[0]!.id, 500],
        [dumps[0]!.id, 500],
        [dumps[0]!.id, 100],
        [dumps[3]!.id, 1],
      ]);
      const other = await open();
      const loaded = await other.load(
        dumps.map((dump) => ({
          dump,
          passages: dump.passages.map(({ text, place, digest }) => ({
            ...filePassage("", text, place),
            digest: digest!,
          })),
        })),
        { at: now, actor: "importer", limits: unlimited },
      );
      expect(loaded).toEqual({ sources: 2, records: 1101, skipped: 0 });
      expect(await collect(other.sources())).toEqual(dumps);
      expect((await other.usage()).storageUsed).toBe((await store.usage()).storageUsed);
      expect((await ask(other).statistics()).files).toEqual((await ask(store).statistics()).files);
      expect(await ask(other).currentPassages("file-1", [many[5]!.digest])).toEqual(
        new Map([[many[5]!.digest, 6]]),
      );
      await other.close();
    });

    it("a passage of a file keeps the time that the file gives for it", async () => {
      await keep([filePassage("f1", "one", { record: { occurredAt: tuesday } })]);
      expect((await records())[0]).toMatchObject({ occurred_at: tuesday, created_at: monday });
    });
  });
}
