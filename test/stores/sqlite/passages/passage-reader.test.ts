import { describe, expect, it } from "vitest";
import type { Criteria, Store } from "../../../../src/stores/store.js";
import { ask, change, erasure, fact, friday, passage, saved, scope, tuesday } from "../../store-fixture.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

const home = passage("Ana lives in Porto.", {
  speaker: "Ana",
  records: [fact("r1", ["Ana", "home", "Porto"])],
});
const moved = passage("Ana moved to Lisbon.", {
  speaker: "Ana",
  records: [fact("r2", ["Ana", "home", "Lisbon"])],
});
const closing = { recordId: "r1", validTo: tuesday, supersededBy: "r2" };

async function recordIds(store: Store): Promise<string[]> {
  return (await ask(store).passages([1], scope)).flatMap(({ records }) => records.map(({ id }) => id));
}

async function countSpeakers(store: Store): Promise<number> {
  return (await ask(store).speakers([1])).filter((speaker) => speaker !== undefined).length;
}

describe("a passage in the cache", () => {
  it("is read again after the store itself ended or erased one of its records", async () => {
    const store = openStore(":memory:");
    saved(await store.save(change([home])));
    expect([await recordIds(store), await recordIds(store)]).toEqual([["r1"], ["r1"]]);
    saved(await store.save(change([moved], { closings: [closing] })));
    expect(await recordIds(store)).toEqual([]);
    expect(await countSpeakers(store)).toBe(1);
    await store.erase(["r1"], erasure());
    expect(await countSpeakers(store)).toBe(0);
  });

  it("is read again after another connection ended or erased one of its records", async () => {
    const path = temporaryPath();
    const [one, other] = [openStore(path), openStore(path)];
    saved(await one.save(change([home])));
    expect([await recordIds(other), await countSpeakers(other)]).toEqual([["r1"], 1]);
    saved(await one.save(change([moved], { closings: [closing] })));
    expect(await recordIds(other)).toEqual([]);
    await one.erase(["r1"], erasure());
    expect(await countSpeakers(other)).toBe(0);
  });

  it("is the same object under other criteria as long as its records are the same", async () => {
    const store = openStore(":memory:");
    saved(await store.save(change([home])));
    const read = async (criteria: Partial<Criteria>) =>
      (await ask(store).passages([1], { ...scope, ...criteria }))[0];
    const asOf = { asOf: friday };
    const first = await read(asOf);
    expect(first?.records).toHaveLength(1);
    expect(await read(asOf)).toBe(first);
    const plain = await read({});
    expect(await read({ includeSuperseded: true })).toBe(plain);
    expect(await read({ types: ["episodic"] })).toBeUndefined();
    saved(await store.save(change([moved], { closings: [closing] })));
    const ended = await read({ includeSuperseded: true });
    expect(ended).not.toBe(plain);
    expect(ended?.records).toMatchObject([{ superseded_by: "r2" }]);
    await store.erase(["r1"], erasure());
    expect(await read({ includeSuperseded: true })).toBeUndefined();
  });

  it("is not returned after its records have expired, though nothing was written", async () => {
    const store = openStore(":memory:");
    const guest = { ...fact("r3", ["door", "code", "4417"]), expiresAt: friday };
    saved(await store.save(change([passage("The code is 4417.", { records: [guest] })])));
    expect(await ask(store).passages([1], { now: tuesday })).toHaveLength(1);
    expect(await ask(store).passages([1], { now: tuesday })).toHaveLength(1);
    expect(await ask(store).passages([1], { now: friday })).toEqual([]);
  });
});
