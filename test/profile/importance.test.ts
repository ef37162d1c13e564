import { describe, expect, it } from "vitest";
import type { MemoryRecord } from "../../src/contract/record.js";
import { byImportance, isListed, isPlan } from "../../src/profile/importance.js";

const fact = (property: string, value: string, day: number): MemoryRecord =>
  ({
    id: `${property}-${value}-${day}`,
    property,
    value,
    occurred_at: `2026-05-${String(day).padStart(2, "0")}T00:00:00.000Z`,
  }) as MemoryRecord;
const shown = (facts: readonly MemoryRecord[]) => byImportance(facts).map(({ value }) => value);

describe("byImportance()", () => {
  it("says who somebody is, what to be careful of, whom they live with, and then all else", () => {
    const facts = [
      fact("likes", "rowing", 9),
      fact("pet", "cat", 8),
      fact("allergy", "peanuts", 7),
      fact("home", "Porto", 6),
      fact("name", "Ana", 1),
    ];
    expect(shown(facts)).toEqual(["Ana", "Porto", "peanuts", "cat", "rowing"]);
  });

  it("puts what was said more often before what was said last, each value once", () => {
    const facts = [fact("likes", "rowing", 1), fact("uses", "Vim", 9), fact("likes", "Rowing", 2)];
    expect(shown(facts)).toEqual(["Rowing", "Vim"]);
  });

  it("gives the newest first where both were said as often, and four values of one property at most", () => {
    const facts = Array.from({ length: 9 }, (_, at) => fact("likes", `thing ${at}`, at + 1));
    expect(shown(facts)).toEqual(["thing 8", "thing 7", "thing 6", "thing 5"]);
  });

  it("does not depend on the order in which facts are read", () => {
    const facts = [fact("likes", "a", 1), fact("uses", "b", 1), fact("home", "c", 2), fact("plays", "d", 3)];
    expect(shown([...facts].reverse())).toEqual(shown(facts));
  });
});

it("isListed() and isPlan() know their properties, and no others", () => {
  expect(["name", "allergy", "pet", "likes", "plan"].map(isListed)).toEqual([true, true, true, false, false]);
  expect(["plan", "goal", "home"].map((property) => isPlan({ property }))).toEqual([true, true, false]);
});
