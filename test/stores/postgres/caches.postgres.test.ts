/** What a process has cached of a store, and what other processes do to it meanwhile. */
import { expect, it } from "vitest";
import { postgresStores } from "../../../src/stores/postgres/many-stores.js";
import type { Store } from "../../../src/stores/store.js";
import {
  ask,
  change,
  erasure,
  fact,
  fileChange,
  filePassage,
  monday,
  nextEmbedder,
  now,
  passage,
  record,
  scope,
  unlimited,
  vectorOf,
} from "../store-fixture.js";
import { newStoreId, openStore, testPool } from "./postgres-fixture.js";
import { admin, role } from "./server.js";

/** Two processes' views of one new store. */
async function twoOfOneStore(): Promise<readonly [Store, Store]> {
  const storeId = newStoreId();
  return [await openStore({ storeId }), await openStore({ storeId })];
}

async function textsIn(store: Store, numbers: readonly number[]): Promise<string[]> {
  return (await ask(store).passages(numbers, scope)).map(({ text }) => text);
}

it("returns the same object for a passage until something stored changes", async () => {
  const [one, other] = await twoOfOneStore();
  await one.save(change([passage("a boat", { records: [record("a")] })]));
  const [first] = await ask(one).passages([1], scope);
  await other.save(change([passage("a harbour", { records: [record("b")] })]));
  const [again] = await ask(one).passages([1], scope);
  expect(again).toBe(first);
  await other.erase(["b"], erasure());
  const [anew] = await ask(one).passages([1], scope);
  expect(anew).not.toBe(first);
  expect(anew).toEqual(first);
});

it("sees a record that another process ends, and a passage that it erases", async () => {
  const [one, other] = await twoOfOneStore();
  await one.save(
    change([
      passage("Mira lives in Graz", { records: [fact("r1", ["Mira", "home", "Graz"])] }),
      passage("Mira likes tea", { records: [fact("r3", ["Mira", "drink", "tea"])] }),
    ]),
  );
  expect(await textsIn(one, [1, 2])).toEqual(["Mira lives in Graz", "Mira likes tea"]);
  const closings = [{ recordId: "r1", validTo: null, supersededBy: "r2" }];
  const next = passage("Mira lives in Linz", { records: [fact("r2", ["Mira", "home", "Linz"])] });
  await other.save(change([next], { closings }));
  expect(await textsIn(one, [1, 2, 3])).toEqual(["Mira likes tea", "Mira lives in Linz"]);
  await other.erase(["r3"], erasure());
  expect(await textsIn(one, [1, 2, 3])).toEqual(["Mira lives in Linz"]);
  expect(await ask(one).speakers([2])).toEqual([undefined]);
});

it("sees a record that time ends, and one that expires, without any write", async () => {
  const [one] = await twoOfOneStore();
  await one.save(
    change([
      passage("the shop is open until Friday", {
        records: [record("a", { validTo: "2026-03-06T00:00:00.000Z" })],
      }),
      passage("a code for today", { records: [record("b", { expiresAt: "2026-03-06T00:00:00.000Z" })] }),
      passage("a boat", { records: [record("c")] }),
    ]),
  );
  const at = async (time: string) => (await ask(one).passages([1, 2, 3], { now: time })).map(({ id }) => id);
  expect(await at("2026-03-05T00:00:00.000Z")).toEqual([1, 2, 3]);
  expect(await at("2026-03-07T00:00:00.000Z")).toEqual([3]);
  const rules = { limit: 5, scope: { now: monday } };
  expect(await ask(one).rules(rules)).toEqual([]);
});

it("sees a rule that another process adds, ends or lets expire", async () => {
  const [one, other] = await twoOfOneStore();
  const rule = (id: string, given: Parameters<typeof record>[1] = {}) =>
    passage("Always answer in metric units.", {
      digest: id,
      records: [record(id, { type: "procedural", ...given })],
    });
  const rules = (at = now) => ask(one).rules({ limit: 5, scope: { now: at } });
  await other.save(change([rule("r1")]));
  expect(await rules()).toEqual([1]);
  await other.save(change([passage("a boat", { records: [record("b")] })]));
  expect(await rules()).toEqual([1]);
  await other.save(change([rule("r2")]));
  expect(await rules()).toEqual([3, 1]);
  await other.erase(["r1"], erasure());
  expect(await rules()).toHaveLength(1);
  await other.save(change([rule("r3", { expiresAt: "2026-12-24T00:00:00.000Z" })]));
  expect(await rules("2026-12-23T00:00:00.000Z")).toHaveLength(2);
  expect(await rules("2026-12-25T00:00:00.000Z")).toHaveLength(1);
});

it("sees the new name of a file", async () => {
  const [one, other] = await twoOfOneStore();
  const file = { id: "file", name: "tides.pdf", mediaType: "application/pdf", digest: "one" };
  await one.newFile().save(fileChange([filePassage("f1", "high water")], { file }));
  const name = async () => (await ask(one).passages([1], { ...scope, corpus: "files" }))[0]?.file?.name;
  expect(await name()).toBe("tides.pdf");
  const renamed = { ...file, digest: "two", name: "moon.pdf" };
  const kept = new Set([1]);
  await other.newFile().save(fileChange([], { file: renamed, expects: "one", kept }));
  expect(await name()).toBe("moon.pdf");
});

it("a snapshot shows what was true when it began, whatever is cached meanwhile", async () => {
  const [one, other] = await twoOfOneStore();
  await one.save(
    change([passage("Mira lives in Graz", { records: [fact("r1", ["Mira", "home", "Graz"])] })]),
  );
  const [before, during, after] = await one.snapshot(async (snapshot) => {
    const read = async (of: Pick<Store, "read" | "search" | "known">) =>
      (await ask(of).passages([1, 2], scope)).map(({ text }) => text);
    await ask(snapshot).statistics();
    const closings = [{ recordId: "r1", validTo: null, supersededBy: "r2" }];
    const next = passage("Mira lives in Linz", { records: [fact("r2", ["Mira", "home", "Linz"])] });
    await other.save(change([next], { closings }));
    return [await read(snapshot), await read(one), await read(snapshot)];
  });
  expect(before).toEqual(["Mira lives in Graz"]);
  expect(during).toEqual(["Mira lives in Linz"]);
  expect(after).toEqual(before);
});

it("shows nothing of a store that was deleted and made again under the same id", async () => {
  const [pool, storeId] = [testPool(), newStoreId()];
  const one = await openStore({ pool, storeId });
  const boat = (text: string) => change([passage(text, { speaker: text, records: [record("a")] })]);
  const shown = async () => [
    await textsIn(one, [1, 2]),
    (await ask(one).nearest(vectorOf("a boat"), { limit: 9, scope })).map(
      ({ similarity }) => similarity > 0.99,
    ),
    await ask(one).speakers([1, 2]),
  ];
  await one.save(boat("a boat"));
  expect(await shown()).toEqual([["a boat"], [true], [{ speaker: "a boat", role: "user" }, undefined]]);
  await postgresStores({ pool, partitions: 4 }).remove(storeId);
  // The trail stays, which no role of keepsake may delete.
  const owner = testPool({ user: admin, database: role, max: 1 });
  await owner.query("delete from keepsake.audit where store_id = $1", [storeId]);
  const other = await openStore({ pool, storeId });
  await other.save(boat("a harbour"));
  expect(await shown()).toEqual([
    ["a harbour"],
    [false],
    [{ speaker: "a harbour", role: "user" }, undefined],
  ]);
});

it("finds a property that this process or another one adds, and none that was erased", async () => {
  const [one, other] = await twoOfOneStore();
  const drinks = (id: string, value: string) =>
    change([passage(`Mira drinks ${value}`, { digest: id, records: [fact(id, ["Mira", "drink", value])] })]);
  const about = (store: Store, property: string) =>
    ask(store).about(["Mira"], { limit: 9, scope, isProperty: (name) => name === property });
  await one.save(
    change([passage("Mira lives in Graz", { records: [fact("r1", ["Mira", "home", "Graz"])] })]),
  );
  expect(await about(one, "drink")).toEqual([]);
  expect(await about(one, "home")).toEqual([1]);
  await one.save(drinks("r2", "tea"));
  expect(await about(one, "drink")).toEqual([2]);
  await other.save(
    change([passage("Mira plays chess", { records: [fact("r3", ["Mira", "game", "chess"])] })]),
  );
  expect(await about(one, "game")).toEqual([3]);
  await other.erase(["r2"], erasure());
  expect(await about(one, "drink")).toEqual([]);
  const ana = one.within({ scope: { user: "ana" } });
  await ana.save(drinks("r4", "juice"));
  expect(await about(one, "drink")).toEqual([]);
  expect(await about(ana, "drink")).toHaveLength(1);
});

it("finds a passage again at a time before its record ended", async () => {
  const [one] = await twoOfOneStore();
  const open = { records: [record("a", { validTo: "2026-03-06T00:00:00.000Z" })] };
  await one.save(change([passage("the shop is open until Friday", open)]));
  const found = (time: string) => ask(one).nearest(vectorOf("open"), { limit: 3, scope: { now: time } });
  expect(await found("2026-03-07T00:00:00.000Z")).toEqual([]);
  expect(await found("2026-03-05T00:00:00.000Z")).toHaveLength(1);
  expect(await found("2026-03-08T00:00:00.000Z")).toEqual([]);
});

it("a search refuses vectors after another process has moved the store to another embedder", async () => {
  const [one, other] = await twoOfOneStore();
  await one.save(change([passage("a boat", { records: [record("a")] })]));
  await one.assertEmbedder("recall");
  const move = (await other.reembed(nextEmbedder, unlimited))!;
  const waiting = await move.next(9);
  await move.keep(waiting.map(({ id, text }) => ({ passage: id, vector: vectorOf(text, nextEmbedder) })));
  await move.finish({ at: now, actor: "mover", limits: unlimited });
  const mismatch = { code: "embedder_mismatch" };
  await expect(ask(one).nearest(vectorOf("boat"), { limit: 3, scope })).rejects.toMatchObject(mismatch);
  await expect(one.assertEmbedder("recall")).rejects.toMatchObject(mismatch);
});
