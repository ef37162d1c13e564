import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PassageSet, runLength } from "../../../../src/stores/sqlite/filters/passage-set.js";

const numbers = fc.array(fc.integer({ min: 1, max: 3 * runLength }), { maxLength: 200 });
const ascending = (set: Iterable<number>) => [...new Set(set)].sort((one, other) => one - other);

function setOf(passages: readonly number[], room = 0): PassageSet {
  const set = new PassageSet(room);
  for (const passage of passages) set.add(passage);
  return set;
}

describe("PassageSet", () => {
  it("holds what a set of numbers holds, with as much room as that takes", () => {
    fc.assert(
      fc.property(numbers, numbers, (added, removed) => {
        const set = setOf(added);
        const copy = set.copy();
        for (const passage of removed) set.remove(passage);
        const left = added.filter((passage) => !removed.includes(passage));
        expect(set.numbers()).toEqual(ascending(left));
        expect(set.size).toBe(new Set(left).size);
        expect(copy.numbers()).toEqual(ascending(added));
      }),
    );
  });

  it("and() holds what both hold, of whatever lengths", () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const both = setOf(one).and(setOf(other, 5 * runLength));
        expect(both.numbers()).toEqual(ascending(one.filter((passage) => other.includes(passage))));
        expect(both.size).toBe(both.numbers().length);
      }),
    );
  });

  it("upTo() holds all from the first to the last", () => {
    for (const last of [0, 1, 7, 8, 31, 32, 8191, 8192, 8200]) {
      const set = PassageSet.upTo(last);
      expect(set.size).toBe(last);
      expect(set.numbers()).toEqual(Array.from({ length: last }, (_, at) => at + 1));
      expect(set.has(last + 1)).toBe(false);
    }
  });
});
