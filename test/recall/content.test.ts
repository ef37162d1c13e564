import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Content } from "../../src/recall/content.js";
import { passage } from "./pool.js";

const hits = (word: string, worth: number, passages: number[], name = false) => ({
  word,
  worth,
  name,
  passages,
});

const ascending = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 })
  .map((list) => list.sort((a, b) => a - b));

describe("Content.masksOf()", () => {
  it("says of each passage which words it holds, whatever the lists", () => {
    fc.assert(
      fc.property(ascending, fc.array(ascending, { maxLength: 5 }), (ids, lists) => {
        const content = new Content(lists.map((list, at) => hits(`word${at}`, 9 - at, list)));
        const masks = content.masksOf(ids.map((id) => passage(id, "Text.")));
        const expected = ids.map((id) =>
          lists.reduce((mask, list, bit) => (list.includes(id) ? mask | (1 << bit) : mask), 0),
        );
        expect([...masks]).toEqual(expected);
      }),
    );
  });
});

describe("Content", () => {
  const content = new Content([hits("boat", 1, [1]), hits("ana", 3, [], true), hits("moor", 2, [2])]);

  it("weighs what a mask holds, the words of most worth first", () => {
    expect([content.worth(0b001), content.worth(0b110), content.worth(0)]).toEqual([0.5, 0.5, 0]);
    expect([content.rarest(0b001), content.rarest(0b110), content.rarest(0)]).toEqual([1, 2 / 3, 0]);
    expect([content.count(0b101), content.count(0)]).toEqual([2, 0]);
  });

  it("tells what share of the names and of the whole is missing", () => {
    expect([content.nameShare(0b001), content.nameShare(0b110)]).toEqual([1, 0]);
    expect(content.absent).toBe(0.5);
  });
});
