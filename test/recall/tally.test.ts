import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestOf, emptyTally, highest, scaled, withList, withScores } from "../../src/recall/tally.js";

const ascending = fc
  .uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 80 })
  .map((list) => list.sort((a, b) => a - b));

describe("withList() and withScores()", () => {
  it("add up what every list gives, whatever the lists", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(ascending, fc.integer({ min: 1, max: 9 })), { maxLength: 6 }),
        (lists) => {
          const expected = new Map<number, number>();
          for (const [passages, score] of lists)
            for (const passage of passages) expected.set(passage, (expected.get(passage) ?? 0) + score);
          const tally = lists.reduce((sum, [passages, score]) => withList(sum, passages, score), emptyTally);
          const found = [...tally.passages].map((passage, at) => [passage, tally.scores[at]]);
          expect(found).toEqual([...expected].sort((a, b) => a[0] - b[0]));
        },
      ),
    );
  });

  it("keep a passage's own score", () => {
    const tally = withScores(withList(emptyTally, [2, 5], 1), [5, 9], [0.5, 0.25]);
    expect([[...tally.passages], [...tally.scores]]).toEqual([
      [2, 5, 9],
      [1, 1.5, 0.25],
    ]);
  });
});

/** Without negative zero, which nothing here tells from zero. */
const score = fc.double({ min: -1, max: 2, noNaN: true }).map((value) => value + 0);

describe("bestOf()", () => {
  it("gives what a sort of everything gives", () => {
    const scored = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9999 }), score), {
      selector: ([passage]) => passage,
      maxLength: 200,
    });
    fc.assert(
      fc.property(scored, fc.integer({ min: 1, max: 50 }), (entries, limit) => {
        const sorted = entries.toSorted((a, b) => a[0] - b[0]);
        const tally = withScores(
          emptyTally,
          sorted.map(([passage]) => passage),
          sorted.map(([, score]) => score),
        );
        const expected = entries.toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
        expect(bestOf(tally, limit)).toEqual(expected);
      }),
    );
  });

  it("holds after scaling to the highest", () => {
    const tally = withScores(emptyTally, [1, 2, 3], [2, 8, 4]);
    expect(bestOf(scaled(tally, 1 / highest(tally)), 2)).toEqual([
      [2, 1],
      [3, 0.5],
    ]);
  });
});
