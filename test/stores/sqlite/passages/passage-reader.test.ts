import { describe, expect, it } from "vitest";
import type { Store } from "../../../../src/stores/store.js";
import { change, erasure, fact, friday, passage, saved, scope, tuesday } from "../../store-fixture.js";
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

async function told(store: Store): Promise<string[]> {
  return (await store.passages([1], scope)).flatMap(({ records }) => records.map(({ id }) => id));
}

async function voiced(store: Store): Promise<number> {
  return (await store.voices([1])).filter((voice) => voice !== undefined).length;
}

describe("a passage that was read before", () => {
  it("is seen as it is after the store itself ended or erased one of its records", async () => {
    const store = openStore(":memory:");
    saved(await store.save(change([home])));
    expect([await told(store), await told(store)]).toEqual([["r1"], ["r1"]]);
    saved(await store.save(change([moved], { closings: [closing] })));
    expect(await told(store)).toEqual([]);
    expect(await voiced(store)).toBe(1);
    await store.erase(["r1"], erasure());
    expect(await voiced(store)).toBe(0);
  });

  it("is seen as it is after another connection ended or erased one of its records", async () => {
    const path = temporaryPath();
    const [one, other] = [openStore(path), openStore(path)];
    saved(await one.save(change([home])));
    expect([await told(other), await voiced(other)]).toEqual([["r1"], 1]);
    saved(await one.save(change([moved], { closings: [closing] })));
    expect(await told(other)).toEqual([]);
    await one.erase(["r1"], erasure());
    expect(await voiced(other)).toBe(0);
  });

  it("is not told past its time, though nothing was written meanwhile", async () => {
    const store = openStore(":memory:");
    const guest = { ...fact("r3", ["door", "code", "4417"]), expiresAt: friday };
    saved(await store.save(change([passage("The code is 4417.", { records: [guest] })])));
    expect(await store.passages([1], { now: tuesday })).toHaveLength(1);
    expect(await store.passages([1], { now: tuesday })).toHaveLength(1);
    expect(await store.passages([1], { now: friday })).toEqual([]);
  });
});
