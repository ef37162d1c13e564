import { describe, expect, it } from "vitest";
import { priorRecords } from "../../src/remember/nearest.js";
import { openStore } from "../stores/sqlite/sqlite-fixture.js";
import { change, monday, now, passage, record, vectorOf } from "../stores/store-fixture.js";

describe("priorRecords()", () => {
  const asked = vectorOf("a boat in the harbour");

  async function shown(vectors: readonly Float32Array[]): Promise<string[]> {
    const store = openStore(":memory:");
    const texts = [
      "a boat in the harbour",
      "the boat in the harbour",
      "a boat in a harbour",
      "boats in harbours",
    ];
    for (const [index, text] of texts.entries())
      await store.save(change([passage(text, { records: [record(`r${index}`)] })]));
    await store.save(change([passage("quiz: why?", { records: [record("far")] })]));
    const closing = { recordId: "r1", validTo: monday, supersededBy: "r2" };
    await store.save(change([], { closings: [closing] }));
    return (await priorRecords(vectors, store, new Date(now))).map(({ id }) => id);
  }

  it("returns current records that are similar, best first", async () => {
    expect(await shown([asked])).toEqual(["r0", "r2", "r3"]);
  });

  it("returns each record once, however many passages it is similar to", async () => {
    expect(await shown([asked, asked])).toEqual(["r0", "r2", "r3"]);
  });
});
