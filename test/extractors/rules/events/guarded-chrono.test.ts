import * as english from "chrono-node/en";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardedChrono } from "../../../../src/extractors/rules/events/guarded-chrono.js";

const { casual, Chrono } = english;
const guarded = guardedChrono(casual, (parsers) => new Chrono({ parsers, refiners: casual.refiners }));
const reference = { instant: new Date("2024-05-05T05:05:00Z"), timezone: 0 };

/** All that a result says. */
function contentsOf(results: readonly english.ParsedResult[]): unknown {
  return results.map(({ index, text, start, end }) => ({
    index,
    text,
    parts: [start, end].map((part) => part && [part.date().getTime(), JSON.stringify(part)]),
  }));
}

function expectSame(sentence: string): void {
  expect(contentsOf(guarded.parse(sentence, reference)), sentence).toEqual(
    contentsOf(casual.parse(sentence, reference)),
  );
}

/** What chrono's patterns are made of, and ordinary words that look like parts of them. */
const dateWords =
  `sunday sun. mon tuesday tue wed. thurs thur thursday fri saturday sat weekend weekday week weeks january jan feb. march mar april may june jul august sept september oct
nov. december dec of the first second third fifth twelfth twentieth twenty-first thirty first this last past next after before since until till through to from on in at for within
about around roughly approximately just ~ a an one two three seven twelve half few several couple s sec seconds m min minutes h hr hours d day days w mo month months quarter qtr y yr
years ago earlier later now henceforth forward out today tonight tomorrow overmorrow tmr tmrw yesterday night morning afternoon evening midnight midday noon o'clock am p.m. end
AD BC BCE UTC EST GMT+2 T Z 1 2 3 5th 22nd 31 12 0 7 1999 2023 87 2024-03-04 12/05/2023 3/2024 1.2.2020 2012-08-10T09:30 14:30 5pm 10:15:30 24 60`.split(
    /\s+/,
  );
const ordinaryWords =
  "I moved market maybe money friends satisfied common without novel decided doctor remark enthusiasm house because Graz know was has".split(
    " ",
  );
const marks = [
  " ",
  " ",
  " ",
  " ",
  " ",
  "  ",
  "",
  "-",
  "/",
  ", ",
  ". ",
  ":",
  " – ",
  "+",
  " (",
  ") ",
  "，",
  "_",
  "é",
];

describe("guardedChrono()", () => {
  it("finds what chrono finds, in sentences of date words", () => {
    const part = fc.tuple(fc.constantFrom(...dateWords, ...ordinaryWords), fc.constantFrom(...marks));
    const sentence = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.flat().join(""));
    const cased = fc.tuple(sentence, fc.boolean()).map(([text, loud]) => (loud ? text.toUpperCase() : text));
    fc.assert(fc.property(cased, expectSame), { numRuns: 4000 });
  });

  it("finds what chrono finds, where every two date words meet with and without a space", () => {
    for (const first of dateWords)
      for (const second of dateWords)
        for (const between of ["", " "]) expectSame(`${first}${between}${second}`);
  });

  it("asks no parser for a sentence without anything that one needs", () => {
    const asked: number[] = [];
    const counting = guardedChrono(casual, (parsers) => {
      asked.push(parsers.length);
      return new Chrono({ parsers, refiners: casual.refiners });
    });
    counting.parse("I really like tea.", reference);
    counting.parse("We met on Friday.", reference);
    expect(asked).toEqual([0, 1]);
  });

  it("always asks a parser that it does not know", () => {
    const known = new Chrono({ parsers: [], refiners: [] });
    known.parsers.push({ pattern: () => /tea/, extract: () => ({ year: 2020 }) });
    const own = guardedChrono(known, (parsers) => new Chrono({ parsers, refiners: [] }));
    expect(own.parse("I really like tea.", reference)).toHaveLength(1);
  });
});
