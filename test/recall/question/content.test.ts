import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Content, maskAt } from "../../../src/recall/question/content.js";
import { passage } from "../pool.js";

const hits = (word: string, idfWeight: number, passages: number[], name = false) => ({
  word,
  idfWeight,
  weight: 1,
  name,
  passages,
});

const ascending = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 })
  .map((list) => list.sort((a, b) => a - b));

describe("Content.masksOf()", () => {
  it("returns the words of each passage, whatever the lists", () => {
    fc.assert(
      fc.property(ascending, fc.array(ascending, { maxLength: 70 }), (ids, lists) => {
        const content = new Content(lists.map((list, at) => hits(`word${at}`, 99 - at, list)));
        const masks = content.masksOf(ids.map((id) => passage(id, "Text.")));
        const expected = ids.map((id) =>
          maskAt(lists.slice(0, 64).flatMap((list, place) => (list.includes(id) ? [place] : []))),
        );
        expect(masks).toEqual(expected);
      }),
    );
  });
});

describe("Content", () => {
  const content = new Content([hits("boat", 1, [1]), hits("ana", 3, [], true), hits("moor", 2, [2])]);
  const [moor, boat, none] = [maskAt([0]), maskAt([1]), maskAt([])];

  it("adds up the idf weights of a mask, the highest first", () => {
    expect([content.idfShare(moor), content.idfShare(boat), content.idfShare(none)]).toEqual([
      1 / 3,
      1 / 6,
      0,
    ]);
    expect([content.rarest(moor), content.rarest(boat), content.rarest(none)]).toEqual([2 / 3, 1 / 3, 0]);
  });

  it("returns the share of the names, and of the whole, that is missing", () => {
    const named = new Content([hits("boat", 1, [1]), hits("ana", 3, [2], true), hits("tom", 1, [], true)]);
    expect([named.nameShare(maskAt([0])), named.nameShare(maskAt([1]))]).toEqual([0.75, 0]);
    expect(content.absent).toBe(0.5);
  });

  it("gives no bit to a word that is in no passage, however many there are", () => {
    const absent = Array.from({ length: 80 }, (_, at) => hits(`absent${at}`, 9, []));
    const request = new Content([...absent, hits("boat", 1, [1])]);
    expect(request.masksOf([passage(1, "The boat."), passage(2, "A tree.")])).toEqual([boatMask, none]);
    expect(request.size).toBe(81);
  });
});

const boatMask = maskAt([0]);
