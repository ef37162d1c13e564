/** Results of the fault lane that is run in parts. */
import { describe, expect, it } from "vitest";
import { merged, type SavedRow } from "../../benchmarks/faults/saved.js";

const row = (parts: Partial<SavedRow> = {}): SavedRow => ({
  campaign: "kills",
  store: "plain",
  seeds: [1],
  tried: 10,
  failed: [],
  date: "2026-05-04",
  commit: "abc",
  ...parts,
});

describe("merged()", () => {
  it("adds trials of the same commit with other seeds", () => {
    expect(merged([row()], [row({ seeds: [2], tried: 5, failed: ["lost"] })])).toEqual([
      row({ seeds: [1, 2], tried: 15, failed: ["lost"] }),
    ]);
  });

  it("replaces a row of another commit, or with a seed that was tried before", () => {
    const other = row({ commit: "def", tried: 3 });
    expect(merged([row()], [other])).toEqual([other]);
    const again = row({ seeds: [1, 2], tried: 4 });
    expect(merged([row()], [again])).toEqual([again]);
  });

  it("keeps rows of other campaigns, and those of which nothing was tried now", () => {
    const points = row({ campaign: "points" });
    const missing = row({ tried: 0, missing: "no compiler", commit: "def" });
    expect(merged([points, row()], [missing])).toEqual([points, row()]);
  });
});
