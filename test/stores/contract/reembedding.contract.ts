/** What every store guarantees about a move to another embedder. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reembedding, Store } from "../../../src/stores/store.js";
import {
  ask,
  change,
  erasure,
  fileChange,
  filePassage,
  nextEmbedder,
  now,
  passage,
  record,
  savedFile,
  scope,
  unlimited,
  vectorOf,
} from "../store-fixture.js";

const by = { at: now, actor: "mover", limits: unlimited };
const third = { id: "triples@3", dimensions: 16 };
const next = (text: string) => vectorOf(text, nextEmbedder);

/**
 * @param open opens a new, empty store of `testEmbedder` whose clock returns `now`; the suite
 * closes it
 */
export function describeReembedding(open: () => Promise<Store>): void {
  describe("a store that moves to another embedder", () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    /** Texts without common letters. */
    const texts = Array.from({ length: 70 }, (_, index) =>
      ["boat", "abcdefg".charAt(index / 10).repeat(3), "klmnopqrst".charAt(index % 10).repeat(4)].join(" "),
    );
    const keep = (said: readonly string[]) =>
      store.save(change(said.map((text) => passage(text, { records: [record(`of ${text}`)] }))));
    const move = async () => (await store.reembed(nextEmbedder, unlimited))!;
    /** Embeds so many passages; by default all. */
    const embed = async (reembedding: Reembedding, limit = 1000) => {
      const waiting = await reembedding.next(limit);
      return reembedding.keep(waiting.map(({ id, text }) => ({ passage: id, vector: next(text) })));
    };
    const nearest = async (of: Store, vector: Float32Array) => {
      const found = await ask(of).nearest(vector, { limit: 1, scope });
      return (
        await ask(of).passages(
          found.map((one) => one.passage),
          scope,
        )
      )[0]?.text;
    };

    it("searches the former vectors until it has moved, and the new ones afterwards", async () => {
      await keep(texts);
      const reembedding = await move();
      await embed(reembedding, 40);
      expect(await nearest(store, vectorOf(texts[60]!))).toBe(texts[60]);
      await embed(reembedding);
      expect(await nearest(store, vectorOf(texts[3]!))).toBe(texts[3]);
      const moved = (await reembedding.finish(by))!;
      for (const text of [texts[0]!, texts[31]!, texts[69]!])
        expect(await nearest(moved, next(text))).toBe(text);
      const [[similarity] = []] = await ask(moved).similarities([next(texts[5]!)], [6]);
      expect(similarity).toBeGreaterThan(0.99);
    });

    it("next() returns the verbatim passages in order, each once, and progress() counts them", async () => {
      await keep(texts);
      const reembedding = await move();
      expect(await reembedding.progress()).toEqual({ done: 0, total: 70 });
      const first = await reembedding.next(30);
      expect(first.map(({ text }) => text)).toEqual(texts.slice(0, 30));
      expect(await embed(reembedding, 30)).toEqual({ done: 30, total: 70 });
      expect((await reembedding.next(1))[0]?.text).toBe(texts[30]);
      expect(await embed(reembedding)).toEqual({ done: 70, total: 70 });
      expect(await reembedding.next(1)).toEqual([]);
    });

    it("continues an interrupted move to the same embedder, and starts again for another one", async () => {
      await keep(texts);
      await embed(await move(), 50);
      expect(await (await move()).progress()).toEqual({ done: 50, total: 70 });
      expect(await (await store.reembed(third, unlimited))!.progress()).toEqual({ done: 0, total: 70 });
      expect(await (await move()).progress()).toEqual({ done: 0, total: 70 });
    });

    it("refuses a step of a move that another one has replaced", async () => {
      await keep(texts);
      const abandoned = await move();
      const waiting = await abandoned.next(10);
      await store.reembed(third, unlimited);
      const kept = abandoned.keep(waiting.map(({ id, text }) => ({ passage: id, vector: next(text) })));
      await expect(kept).rejects.toMatchObject({
        code: "embedder_mismatch",
        data: { stored: third.id, given: nextEmbedder.id },
      });
      await expect(abandoned.finish(by)).rejects.toMatchObject({ code: "embedder_mismatch" });
    });

    it("ends a move if asked to move to the current embedder", async () => {
      await keep(texts);
      await embed(await move(), 50);
      expect(await store.reembed({ id: "letters@1", dimensions: 40 }, unlimited)).toBeUndefined();
      expect(await (await move()).progress()).toEqual({ done: 0, total: 70 });
    });

    it("does not finish before passages that were saved meanwhile have a vector", async () => {
      await keep(texts.slice(0, 40));
      const reembedding = await move();
      await embed(reembedding);
      await keep(texts.slice(40));
      expect(await reembedding.finish(by)).toBeUndefined();
      expect(await embed(reembedding)).toEqual({ done: 70, total: 70 });
      const moved = (await reembedding.finish(by))!;
      expect(await nearest(moved, next(texts[69]!))).toBe(texts[69]);
    });

    it("erases the new vectors of passages that are erased meanwhile", async () => {
      await keep(texts);
      const reembedding = await move();
      await embed(reembedding, 20);
      const waiting = await reembedding.next(20);
      const gone = [texts[4]!, texts[25]!, texts[60]!];
      const { residue } = await store.erase(
        gone.map((text) => `of ${text}`),
        erasure(),
      );
      expect(residue).toMatchObject({ vectors: 0, passages: 0 });
      expect(await reembedding.progress()).toEqual({ done: 19, total: 67 });
      await reembedding.keep(waiting.map(({ id, text }) => ({ passage: id, vector: next(text) })));
      expect(await embed(reembedding)).toEqual({ done: 67, total: 67 });
      const moved = (await reembedding.finish(by))!;
      expect(await ask(moved).similarities([next(gone[0]!)], [5, 26, 61])).toEqual([
        Float32Array.of(0, 0, 0),
      ]);
    });

    it("keeps storage_used exact, whatever the dimensions and whichever texts have a vector", async () => {
      await keep([...texts, "1234", "5678"]);
      const before = (await store.usage()).storageUsed;
      const reembedding = await move();
      await embed(reembedding);
      expect((await store.usage()).storageUsed).toBe(before);
      const moved = (await reembedding.finish(by))!;
      const after = (await moved.usage()).storageUsed;
      expect(after).toBeGreaterThan(before);
      expect((after - before) % texts.length).toBe(0);
      const all = (await moved.list({ limit: 1000, include_superseded: true }, now)).items.map(
        ({ id }) => id,
      );
      const { freedBytes } = await moved.erase(all, erasure());
      expect(freedBytes).toBe(after);
      expect((await moved.usage()).storageUsed).toBe(0);
    });

    it("refuses a move that would pass the storage limit, before any work and again before it finishes", async () => {
      await keep(texts);
      const { storageUsed } = await store.usage();
      const tight = { ...unlimited, storageBytes: storageUsed + 10 };
      await expect(store.reembed(nextEmbedder, tight)).rejects.toMatchObject({
        code: "storage_limit_reached",
      });
      const reembedding = await move();
      await embed(reembedding);
      await expect(reembedding.finish({ ...by, limits: tight })).rejects.toMatchObject({
        code: "storage_limit_reached",
      });
      expect(await nearest(store, vectorOf(texts[9]!))).toBe(texts[9]);
      expect(await reembedding.finish(by)).toBeDefined();
    });

    it("finish() writes one REEMBED row without content", async () => {
      await keep(texts);
      const reembedding = await move();
      await embed(reembedding);
      const rows = async () => (await store.audit({ operation: "REEMBED", limit: 10 })).items;
      expect(await rows()).toEqual([]);
      await reembedding.finish(by);
      expect(await rows()).toMatchObject([
        { actor: "mover", at: now, record_id: null, reason: "from letters@1 to pairs@2" },
      ]);
      expect(await store.verifyAudit()).toMatchObject({ valid: true });
    });

    it("refuses vectors of the former embedder after it has moved, and writes nothing", async () => {
      await keep(texts);
      const reembedding = await move();
      await embed(reembedding);
      const moved = (await reembedding.finish(by))!;
      const before = await moved.usage();
      const mismatch = { code: "embedder_mismatch", data: { stored: nextEmbedder.id, given: "letters@1" } };
      await expect(store.assertEmbedder("recall")).rejects.toMatchObject(mismatch);
      await expect(ask(store).nearest(vectorOf("boat"), { limit: 3, scope })).rejects.toMatchObject(mismatch);
      await expect(ask(store).similarities([vectorOf("boat")], [1])).rejects.toMatchObject(mismatch);
      await expect(keep(["one more boat"])).rejects.toMatchObject(mismatch);
      expect(await moved.usage()).toEqual(before);
      const { residue, freedBytes } = await store.erase([`of ${texts[0]}`], erasure());
      expect(residue).toMatchObject({ vectors: 0 });
      expect((await moved.usage()).storageUsed).toBe(before.storageUsed - freedBytes);
    });

    it("moves the passages of files too, and keeps them separate", async () => {
      await keep(texts.slice(0, 3));
      savedFile(
        await store
          .newFile()
          .save(
            fileChange([filePassage("f1", "High water at noon."), filePassage("f2", "Low water at six.")]),
          ),
      );
      await keep(texts.slice(3, 6));
      const reembedding = await move();
      expect(await embed(reembedding)).toEqual({ done: 8, total: 8 });
      const moved = (await reembedding.finish(by))!;
      const filed = { now, corpus: "files" as const };
      const [found] = await ask(moved).nearest(next("Low water at six."), { limit: 1, scope: filed });
      expect(found?.passage).toBe(5);
      expect(await nearest(moved, next(texts[5]!))).toBe(texts[5]);
    });

    it("moves an empty store", async () => {
      const moved = await (await move()).finish(by);
      await moved!.save(change([passage("boat", { vector: next("boat"), records: [record("b")] })]));
      expect(await nearest(moved!, next("boat"))).toBe("boat");
    });
  });
}
