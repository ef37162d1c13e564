import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partsOf } from "../../../src/extractors/rules/sentence.js";
import { factsIn } from "../drafts.js";

const interruption =
  "what with the painters in the hall and the boiler that nobody could mend before the weekend";

describe("partsOf()", () => {
  test("leaves a sentence of ordinary length whole", () => {
    expect(partsOf("I live in Lisbon, and I work at Siemens.")).toEqual([
      "I live in Lisbon, and I work at Siemens.",
    ]);
  });

  test("cuts a long sentence where a clause begins, and nowhere in a list", () => {
    const list = "We took apples, pears, plums, quinces and everything else that the old trees still gave us";
    expect(partsOf(`${list}, ${interruption}, and I moved to Porto, because ${interruption}.`)).toEqual([
      `${list}, ${interruption}`,
      `and I moved to Porto, because ${interruption}.`,
    ]);
  });

  test("keeps every word, in order", () => {
    const piece = fc.constantFrom(
      interruption,
      ", and it rained",
      ", so we left",
      ", because",
      " now",
      ", plums",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const sentence = pieces.join("");
        const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "");
        expect(partsOf(sentence).flatMap(words)).toEqual(words(sentence));
      }),
    );
  });
});

test("the clauses of a sentence that goes on and on are read", async () => {
  const text = `It has been quite a week here, ${interruption}, and I live in Lisbon now, so every parcel of ours goes astray, ${interruption}, ${interruption}.`;
  expect(text.length).toBeGreaterThan(320);
  expect(await factsIn(text)).toEqual(["Ana: home = Lisbon"]);
});
