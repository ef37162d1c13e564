import { describe, expect, it } from "vitest";
import { SharedBatches } from "../../src/async/shared-batches.js";

/** Upper-cases, notes each batch, and fails on a batch that holds an item in `bad`. */
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
  it("run() gives one result an item, in the items' order, whatever the size of a batch", async () => {
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

  it("puts a call's heaviest items together, heaviest first", async () => {
    const { batches, seen } = upperCase({ size: 2 });
    await batches.run(["a", "aaaa", "aa", "aaa"]);
    expect(seen).toEqual([
      ["aaaa", "aaa"],
      ["aa", "a"],
    ]);
  });

  it("tells a failure to the call alone whose item it was", async () => {
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

  it("drops what an aborted call still waits for, and goes on with the others", async () => {
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

  it("works again after it has been idle, and after a failure", async () => {
    const { batches } = upperCase({ bad: ["bad"] });
    await expect(batches.run(["bad"])).rejects.toThrow("cannot read bad");
    expect(await batches.run(["a"])).toEqual(["A"]);
    expect(await batches.run(["b"])).toEqual(["B"]);
  });
});
