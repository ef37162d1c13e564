import { describe, expect, it } from "vitest";
import { FeatureTable } from "../../../../src/recall/ranking/features/feature-table.js";

describe("FeatureTable", () => {
  it("keeps every column apart, however many are added", () => {
    const table = new FeatureTable(3);
    const names = Array.from({ length: 80 }, (_, column) => `feature${column}`);
    for (const [column, name] of names.entries()) table.add(name, (row) => 10 * column + row);
    expect(table.names).toEqual(names);
    expect([...table.column("feature63")]).toEqual([630, 631, 632]);
    expect(names.map((name) => table.value(name, 2))).toEqual(names.map((_, column) => 10 * column + 2));
  });

  it("returns 0 for all rows if a question does not ask for a feature, or there is none of that name", () => {
    const table = new FeatureTable(2);
    table.add("askedTime");
    expect([...table.column("askedTime"), ...table.column("unknown")]).toEqual([0, 0, 0, 0]);
  });

  it("returns a multiple of another feature", () => {
    const table = new FeatureTable(2);
    table.add("own", (row) => row + 1);
    table.addMultiple("ownLong", "own", 3);
    table.add("user", (row) => row);
    expect([...table.column("ownLong")]).toEqual([3, 6]);
    expect(Object.fromEntries(table.names.map((name) => [name, table.value(name, 1)]))).toEqual({
      own: 2,
      ownLong: 6,
      user: 1,
    });
  });

  it("computes a costly feature once, when it is read or has a weight", () => {
    const table = new FeatureTable(2);
    table.add("own", (row) => row + 1);
    let computed = 0;
    table.addLater("ownPlace", () => {
      computed += 1;
      return (row) => 5 - row;
    });
    expect([...table.weightedSum((name) => (name === "own" ? 1 : 0))]).toEqual([1, 2]);
    expect(computed).toBe(0);
    expect([...table.weightedSum(() => 1)]).toEqual([6, 6]);
    expect([table.value("ownPlace", 1), ...table.column("ownPlace")]).toEqual([4, 5, 4]);
    expect(computed).toBe(1);
    expect(table.names).toEqual(["own", "ownPlace"]);
  });

  it("returns the weighted sum of each passage's features", () => {
    const table = new FeatureTable(2);
    table.add("own", (row) => row + 1);
    table.add("askedTime");
    table.addMultiple("ownLong", "own", 3);
    const weights: Record<string, number> = { own: 10, askedTime: 7, ownLong: 100 };
    expect([...table.weightedSum((name) => weights[name]!)]).toEqual([310, 620]);
  });
});
