import { describe, expect, test } from "vitest";
import { FeatureTable } from "../../../../src/recall/ranking/features/feature-table.js";
import { addRelativeFeatures } from "../../../../src/recall/ranking/features/relative-features.js";

function tableWithNear(...own: number[]): FeatureTable {
  const table = new FeatureTable(own.length);
  table.add("near", (row) => own[row]!);
  return table;
}

describe("addRelativeFeatures()", () => {
  const columnOf = (own: readonly number[], name: string) => {
    const table = tableWithNear(...own);
    addRelativeFeatures(table);
    return [...table.column(name)];
  };

  test("gives each its share of the best", () => {
    expect(columnOf([0.2, 0.4, 0], "nearShare")).toEqual([0.5, 1, 0]);
  });

  test("gives equal values one place, and none to what has nothing", () => {
    expect(columnOf([0.3, 0.3, 0.1, 0], "nearPlace")).toEqual([1, 1, 5 / 7, 0]);
  });
});
