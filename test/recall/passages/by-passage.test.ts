import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { byPassage } from "../../../src/recall/passages/by-passage.js";
import { analysisOf } from "../../../src/recall/passages/passage-analysis.js";
import { claimsOf } from "../../../src/recall/ranking/disagree.js";
import type { Store } from "../../../src/stores/store.js";
import { openStore } from "../../stores/sqlite/sqlite-fixture.js";
import { ask, change, erasure, passage, record, saved, scope } from "../../stores/store-fixture.js";

it("computes a value once for each passage object, also if it is null", async () => {
  const store = openStore(":memory:");
  saved(await store.save(change([passage("Ana lives in Porto.", { records: [record("r1")] })])));
  let computed = 0;
  const speakerOf = byPassage(({ speaker }) => {
    computed += 1;
    return speaker;
  });
  const [one] = await ask(store).passages([1], scope);
  expect([speakerOf(one!), speakerOf(one!), speakerOf({ ...one! })]).toEqual([null, null, null]);
  expect(computed).toBe(2);
});

it("keeps nothing of a passage that was erased, whatever was derived from it", async () => {
  const store = openStore(":memory:");
  saved(await store.save(change([passage("Ana never ate fish.", { records: [record("r1")] })])));
  const derived = await deriveFrom(store);
  expect(derived.some((one) => one.deref() === undefined)).toBe(false);
  await store.erase(["r1"], erasure());
  await collectGarbage();
  expect(derived.map((one) => one.deref())).toEqual(derived.map(() => undefined));
});

/** Returns weak references, so that nothing here keeps the objects. */
async function deriveFrom(store: Store): Promise<WeakRef<object>[]> {
  const found: WeakRef<object>[] = [];
  for (const criteria of [scope, { ...scope, includeSuperseded: true }]) {
    const [one] = await ask(store).passages([1], criteria);
    found.push(new WeakRef(one!), new WeakRef(analysisOf(one!)), new WeakRef(claimsOf(one!)));
  }
  return found;
}

/** A weak reference keeps its object until the end of the turn in which it was made or read. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    collect();
  }
}
