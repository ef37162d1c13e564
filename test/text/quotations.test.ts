/** The words that a text quotes. */
import { describe, expect, it } from "vitest";
import { quotationsIn, withoutQuotations } from "../../src/text/quotations.js";

describe("quotationsIn()", () => {
  it("finds a sentence in quotation marks", () => {
    expect(quotationsIn('"They moved Dad to room 3", my aunt claimed.')).toEqual([
      "They moved Dad to room 3",
    ]);
    expect(quotationsIn("She said “I no longer sing in the choir”.")).toEqual([
      "I no longer sing in the choir",
    ]);
  });

  it.each(['The book is called "Low Tide" now.', 'A 5" screen and a 7" screen.', "It's Ana's, isn't it?"])(
    "finds none in %s",
    (text) => expect(quotationsIn(text)).toEqual([]),
  );
});

it("withoutQuotations() leaves the rest of the text", () => {
  expect(withoutQuotations('We sold the van. "We never sold a single van", said Otto.')).toBe(
    "We sold the van.  , said Otto.",
  );
});

it("withoutQuotations() takes time linear in the length of the text", () => {
  const before = process.cpuUsage();
  withoutQuotations('"a b c d e f" '.repeat(80_000));
  withoutQuotations('"'.repeat(1_000_000));
  withoutQuotations(`"${"a ".repeat(500_000)}`);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1500);
});
