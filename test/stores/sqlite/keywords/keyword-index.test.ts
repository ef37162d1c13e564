/**
 * A repeated search for a word finds what any connection has saved since, and not what it has
 * erased.
 */
import { expect, it } from "vitest";
import type { SqliteStore } from "../../../../src/stores/sqlite/sqlite-store.js";
import { ask, change, erasure, passage, record, scope } from "../../store-fixture.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

async function saveBoats(store: SqliteStore, ...names: string[]): Promise<void> {
  const said = names.map((name) => passage(`${name} boat`, { records: [record(name)] }));
  await store.save(change(said, { source: { id: `of-${names[0]}`, createdAt: "2026-04-01T12:00:00.000Z" } }));
}

async function boats(store: SqliteStore, limit = 10): Promise<readonly number[] | "cut"> {
  const [posting] = await ask(store).matching(["boat"], { limit, scope });
  return posting!.cut ? "cut" : posting!.passages;
}

it("a repeated search finds passages that were saved since", async () => {
  const store = openStore(":memory:");
  await saveBoats(store, "red", "blue");
  expect(await boats(store)).toEqual([1, 2]);
  expect(await boats(store)).toEqual([1, 2]);
  await saveBoats(store, "green");
  expect(await boats(store)).toEqual([1, 2, 3]);
  await store.erase(["blue"], erasure());
  expect(await boats(store)).toEqual([1, 3]);
});

it("a repeated search is cut by a lower limit, and by passages that were saved since", async () => {
  const store = openStore(":memory:");
  await saveBoats(store, "red", "blue", "green");
  expect(await boats(store, 3)).toEqual([1, 2, 3]);
  expect(await boats(store, 2)).toBe("cut");
  expect(await boats(store, 3)).toEqual([1, 2, 3]);
  await saveBoats(store, "white");
  expect(await boats(store, 3)).toBe("cut");
  expect(await boats(store, 4)).toEqual([1, 2, 3, 4]);
});

it("a repeated search finds what another connection saved, and not what it erased", async () => {
  const path = temporaryPath();
  const one = openStore(path);
  const other = openStore(path);
  await saveBoats(one, "red", "blue");
  expect(await boats(one)).toEqual([1, 2]);
  await other.erase(["red"], erasure());
  await saveBoats(other, "green");
  expect(await boats(one)).toEqual([2, 3]);
});
