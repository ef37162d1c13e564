import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PassageSet, segmentLength } from "../../../../src/stores/sqlite/filters/passage-set.js";

const numbers = fc.array(fc.integer({ min: 1, max: 3 * segmentLength }), { maxLength: 200 });
const ascending = (set: Iterable<number>) => [...new Set(set)].sort((one, other) => one - other);

function setOf(passages: readonly number[], room = 0): PassageSet {
  const set = new PassageSet(room);
  for (const passage of passages) set.add(passage);
  return set;
}

describe("PassageSet", () => {
  it("has the numbers that were added and not removed, and grows as needed", () => {
    fc.assert(
      fc.property(numbers, numbers, (added, removed) => {
        const set = setOf(added);
        const copy = set.copy();
        for (const passage of removed) set.remove(passage);
        const left = added.filter((passage) => !removed.includes(passage));
        expect(set.numbers()).toEqual(ascending(left));
        expect(set.size).toBe(new Set(left).size);
        expect(set.last).toBe(Math.max(0, ...left));
        expect(copy.numbers()).toEqual(ascending(added));
      }),
    );
  });

  it("and() returns the intersection, whatever the lengths", () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const both = setOf(one).and(setOf(other, 5 * segmentLength));
        expect(both.numbers()).toEqual(ascending(one.filter((passage) => other.includes(passage))));
        expect(both.size).toBe(both.numbers().length);
      }),
    );
  });

  it("upTo() has all numbers from 1 to the last", () => {
    for (const last of [0, 1, 7, 8, 31, 32, 8191, 8192, 8200]) {
      const set = PassageSet.upTo(last);
      expect(set.size).toBe(last);
      expect(set.numbers()).toEqual(Array.from({ length: last }, (_, at) => at + 1));
      expect(set.has(last + 1)).toBe(false);
    }
  });
});
