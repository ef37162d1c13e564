import { describe, expect, it } from "vitest";
import { SharedBatches } from "../../src/async/shared-batches.js";

/**
 * Converts to upper case, notes each batch, and fails for a batch that contains an item of `bad`.
 */
function upperCase({ size = 3, bad = [] as readonly string[] } = {}) {
  const seen: string[][] = [];
  const batches = new SharedBatches<string, string>({
    size,
    weight: (item) => item.length,
    compute: async (items) => {
      seen.push([...items]);
      const culprit = items.find((item) => bad.includes(item));
      if (culprit !== undefined) throw new Error(`cannot read ${culprit}`);
      return items.map((item) => item.toUpperCase());
    },
  });
  return { batches, seen };
}

describe("SharedBatches", () => {
  it("run() returns one result per item, in order, for any batch size", async () => {
    const items = ["b", "aaaa", "cc", "", "b"];
    for (const size of [1, 2, 5, 9])
      expect(await upperCase({ size }).batches.run(items)).toEqual(["B", "AAAA", "CC", "", "B"]);
  });

  it("run() of nothing computes nothing", async () => {
    const { batches, seen } = upperCase();
    expect(await batches.run([])).toEqual([]);
    expect(seen).toEqual([]);
  });

  it("lets calls take turns, so that a short one does not wait for a long one", async () => {
    const { batches, seen } = upperCase();
    const done: string[] = [];
    await Promise.all([
      batches.run(["a1", "a2", "a3", "a4", "a5"]).then(() => done.push("long")),
      batches.run(["b1"]).then(() => done.push("short")),
    ]);
    expect(seen).toEqual([
      ["a1", "b1", "a2"],
      ["a3", "a4", "a5"],
    ]);
    expect(done).toEqual(["short", "long"]);
  });

  it("computes the heaviest items of a call first, together", async () => {
    const { batches, seen } = upperCase({ size: 2 });
    await batches.run(["a", "aaaa", "aa", "aaa"]);
    expect(seen).toEqual([
      ["aaaa", "aaa"],
      ["aa", "a"],
    ]);
  });

  it("rejects only the call of the failing item", async () => {
    const { batches, seen } = upperCase({ bad: ["bad"] });
    const [good, bad, other] = await Promise.allSettled([
      batches.run(["one", "two"]),
      batches.run(["bad", "x", "y"]),
      batches.run(["three"]),
    ]);
    expect(good).toEqual({ status: "fulfilled", value: ["ONE", "TWO"] });
    expect(other).toEqual({ status: "fulfilled", value: ["THREE"] });
    expect(bad).toMatchObject({ status: "rejected", reason: { message: "cannot read bad" } });
    expect(seen.flat()).not.toContain("y");
  });

  it("drops the waiting items of an aborted call, and continues with the others", async () => {
    const { batches, seen } = upperCase({ size: 1 });
    const controller = new AbortController();
    const stopped = batches.run(["a1", "a2", "a3"], controller.signal);
    const going = batches.run(["b1", "b2"]);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(stopped).rejects.toBe(reason);
    expect(await going).toEqual(["B1", "B2"]);
    expect(seen.flat()).toEqual(["b1", "b2"]);
  });

  it("works again after it was idle, and after a failure", async () => {
    const { batches } = upperCase({ bad: ["bad"] });
    await expect(batches.run(["bad"])).rejects.toThrow("cannot read bad");
    expect(await batches.run(["a"])).toEqual(["A"]);
    expect(await batches.run(["b"])).toEqual(["B"]);
  });
});
