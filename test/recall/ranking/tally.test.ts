import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestOf, Tally } from "../../../src/recall/ranking/tally.js";

type Entry = readonly [passage: number, score: number];

function tallyOf(entries: readonly Entry[]): Tally {
  const tally = new Tally(entries.length);
  for (const [passage, score] of entries) tally.add(passage, score);
  return tally;
}

const entriesOf = ({ passages, scores }: ReturnType<Tally["highest"]>): Entry[] =>
  passages.map((passage, place) => [passage, scores[place]!]);

const byNumber = (one: Entry, other: Entry) => one[0] - other[0];
const bestFirst = (one: Entry, other: Entry) => other[1] - one[1] || one[0] - other[0];

const passage = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 40 }));
const added = fc.array(fc.tuple(passage, fc.integer({ min: 1, max: 9 })), { maxLength: 200 });

describe("Tally.add()", () => {
  it("adds up what each passage is given, however often and in whatever order", () => {
    fc.assert(
      fc.property(added, (entries) => {
        const expected = new Map<number, number>();
        for (const [passage, score] of entries) expected.set(passage, (expected.get(passage) ?? 0) + score);
        const found = entriesOf(tallyOf(entries).highest(entries.length));
        expect(found.sort(byNumber)).toEqual([...expected].sort(byNumber));
      }),
    );
  });
});

/** Replaces negative zero, which equals zero here. */
const score = fc.oneof(
  fc.constantFrom(0, 0.5, 1),
  fc.double({ min: -1, max: 2, noNaN: true }).map((value) => value + 0),
);
const scored = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9999 }), score), {
  selector: ([passage]) => passage,
  maxLength: 200,
});
const limit = fc.integer({ min: 1, max: 50 });

describe("Tally.highest() and bestOf()", () => {
  it("give what a sort of everything gives", () => {
    fc.assert(
      fc.property(scored, limit, (entries, limit) => {
        const expected = entries.toSorted(bestFirst).slice(0, limit);
        expect(entriesOf(tallyOf(entries).highest(limit)).sort(bestFirst)).toEqual(expected);
        const passages = entries.map(([passage]) => passage);
        const scores = Float64Array.from(entries, ([, score]) => score);
        expect(bestOf({ passages, scores }, limit)).toEqual(expected.map(([passage]) => passage));
      }),
      {
        examples: [
          [
            [
              [1, 0],
              [2, -5e-324],
            ],
            2,
          ],
        ],
      },
    );
  });
});

describe("Tally.normalize()", () => {
  it("makes the highest score 1 and leaves the others as far below it", () => {
    const tally = tallyOf([
      [1, 2],
      [2, 8],
      [3, 4],
    ]);
    tally.normalize();
    expect(entriesOf(tally.highest(2)).sort(bestFirst)).toEqual([
      [2, 1],
      [3, 0.5],
    ]);
  });

  it("leaves scores as they are where none is above 0", () => {
    const tally = tallyOf([[1, 0]]);
    tally.normalize();
    expect(tally.highest(1).scores).toEqual([0]);
  });
});
