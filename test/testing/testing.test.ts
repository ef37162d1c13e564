import { testClock, testIds, testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

describe("testClock()", () => {
  it("does not move until it is moved", () => {
    const clock = testClock("2026-01-01T00:00:00Z");
    expect(clock().toISOString()).toBe(clock().toISOString());
    clock.advance(1000);
    expect(clock().toISOString()).toBe("2026-01-01T00:00:01.000Z");
    clock.set("2027-01-01");
    expect(clock().getUTCFullYear()).toBe(2027);
    expect(() => clock.set("soon")).toThrow(RangeError);
  });
});

describe("testIds()", () => {
  it("counts, in the format of UUIDs", () => {
    const next = testIds();
    expect([next(), next()]).toEqual([
      "00000000-0000-7000-8000-000000000001",
      "00000000-0000-7000-8000-000000000002",
    ]);
  });
});

describe("testMemory()", () => {
  it("returns the same payloads each time", async () => {
    const observed = async () => {
      const { memory } = await testMemory({ seed: ["Ana lives in Lisbon."] });
      await using _ = memory;
      return [
        (await memory.records()).items,
        await memory.recall({ query: "Where does Ana live?", explain: true }),
      ];
    };
    expect(await observed()).toEqual(await observed());
  });
});
