/** Searches for vectors: cached ones, and those of stores that are too large to cache them. */
import { expect, it } from "vitest";
import { indexVectors } from "../../../src/stores/postgres/index.js";
import type { Store } from "../../../src/stores/store.js";
import {
  ask,
  change,
  erasure,
  fileChange,
  filePassage,
  now,
  passage,
  record,
  scope,
  testEmbedder,
  vectorOf,
} from "../store-fixture.js";
import { openCaching } from "./caching-store.js";
import { newStoreId, openStore, testPool } from "./postgres-fixture.js";

it("finds the nearest of many passages by their codes, as the cosines of all would", async () => {
  const { id: storeId } = await openStore();
  const cachingUpTo = (maxPassages: number) => openCaching({ pool: testPool(), storeId, maxPassages });
  const [large, cached] = [cachingUpTo(0), cachingUpTo(10_000)];
  const texts = Array.from(
    { length: 5000 },
    (_, at) => `boat ${(at * 7919).toString(36)} of ${(at * 104_729).toString(36)}`,
  );
  const passages = texts.map((text, at) => passage(text, { digest: `d${at}`, records: [record(`r${at}`)] }));
  await large.save(change(passages));
  await large.newFile().save(fileChange([filePassage("f", "boat of harbour")]));
  const vector = vectorOf("boat of harbour");
  for (const criteria of [
    scope,
    { ...scope, types: ["episodic" as const] },
    { ...scope, corpus: "files" as const },
  ]) {
    const found = await ask(large).nearest(vector, { limit: 10, scope: criteria });
    expect(found).toEqual(await ask(cached).nearest(vector, { limit: 10, scope: criteria }));
    expect(found).toHaveLength("corpus" in criteria ? 1 : 10);
  }
  const numbers = [1, 17, 4999, 5001, 6000];
  expect(await ask(large).similarities([vector], numbers)).toEqual(
    await ask(cached).similarities([vector], numbers),
  );
  const recent = await ask(large).nearestRecent(vector, { limit: 10, scope });
  const nearest = await ask(cached).nearestRecent(vector, { limit: 10, scope });
  expect(recent).toHaveLength(10);
  expect(recent[0]).toEqual(nearest[0]);
}, 120_000);

it("sees what others save, erase and re-embed after the vectors were cached", async () => {
  const storeId = newStoreId();
  const [one, other] = [await openStore({ storeId }), await openStore({ storeId })];
  const found = async (text: string) =>
    (await ask(one).nearest(vectorOf(text), { limit: 9, scope })).map(({ passage: number }) => number);
  await other.save(change([passage("a boat", { records: [record("a")] })]));
  expect(await found("a boat")).toEqual([1]);
  await other.save(change([passage("a boat at sea", { records: [record("b")] })]));
  expect(await found("a boat")).toEqual([1, 2]);
  await other.erase(["a"], erasure());
  expect(await found("a boat")).toEqual([2]);
  expect(await ask(one).similarities([vectorOf("a boat")], [1])).toEqual([Float32Array.of(0)]);
  const limits = { storageBytes: Number.MAX_SAFE_INTEGER, spendMicros: null };
  const move = (await other.reembed(testEmbedder, limits, true))!;
  await move.keep([{ passage: 2, vector: vectorOf("something else") }]);
  await move.finish({ at: now, actor: "tester", limits });
  const [[similarity] = []] = await ask(one).similarities([vectorOf("something else")], [2]);
  expect(similarity).toBeGreaterThan(0.99);
});

it("a snapshot compares with the vectors of its own moment", async () => {
  const storeId = newStoreId();
  const [one, other] = [await openStore({ storeId }), await openStore({ storeId })];
  await one.save(change([passage("a boat", { records: [record("a")] })]));
  const asked = (of: Pick<Store, "search" | "read" | "known">) =>
    ask(of).nearest(vectorOf("a boat"), { limit: 9, scope });
  const [before, newer, after] = await one.snapshot(async (snapshot) => {
    await ask(snapshot).statistics();
    await other.save(change([passage("a boat at sea", { records: [record("b")] })]));
    const latest = await asked(one);
    return [await asked(snapshot), latest, await asked(snapshot)];
  });
  expect([before, newer, after].map((some) => some.length)).toEqual([1, 2, 1]);
});

it("compares with the vectors that it saved, and with those that others saved in between", async () => {
  const storeId = newStoreId();
  const [one, other] = [await openStore({ storeId }), await openStore({ storeId })];
  const texts = ["a boat", "a boat at sea", "a harbour", "a lighthouse", "an anchor"];
  const saving = (store: Store, at: number) =>
    store.save(change([passage(texts[at]!, { digest: `d${at}`, records: [record(`r${at}`)] })]));
  await saving(one, 0);
  expect(await ask(one).nearest(vectorOf("a boat"), { limit: 9, scope })).toHaveLength(1);
  // Its own save, one of the other process, and its own again.
  for (const [store, at] of [
    [one, 1],
    [other, 2],
    [one, 3],
    [other, 4],
  ] as const) {
    await saving(store, at);
    const numbers = texts.slice(0, at + 1).map((_, index) => index + 1);
    for (const each of [one, other]) {
      const [cosines] = await ask(each).similarities([vectorOf(texts[at]!)], numbers);
      expect(cosines![at]).toBeGreaterThan(0.99);
      expect(cosines).toEqual(
        (await ask(await openStore({ storeId })).similarities([vectorOf(texts[at]!)], numbers))[0],
      );
    }
  }
});

it("an index of vectors needs pgvector", async () => {
  const [pool, storeId] = [testPool(), newStoreId()];
  const store = await openStore({ pool, storeId });
  await store.save(change([passage("a boat", { records: [record("a")] })]));
  await expect(indexVectors({ pool, storeId })).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringContaining("must have the extension vector (pgvector), 0.8.4 or later"),
  });
});
