import { describe, expect, it } from "vitest";
import {
  isMeasureLeft,
  measureBefore,
  splitMeasures,
  versionsOf,
} from "../../../../../src/extractors/rules/facts/changes/measures.js";

describe("versionsOf()", () => {
  /** `name value` of each version. */
  const versions = (text: string) => versionsOf(text).map(({ entity, value }) => `${entity} ${value}`);

  it("finds the number after a name", () => {
    expect(versions("We use Flask 2.3.1.")).toEqual(["Flask 2.3.1"]);
    expect(versions("It runs on Python v3.11 now")).toEqual(["Python 3.11"]);
    expect(versions("Django version 4.2 it is")).toEqual(["Django 4.2"]);
    expect(versions("upgraded Node.js, version 20.11.1")).toEqual(["Node.js 20.11.1"]);
    expect(versions("I am on Ubuntu 24.04, still")).toEqual(["Ubuntu 24.04"]);
  });

  it("finds a name of two words", () => {
    expect(versions("We build on Spring Boot 3.2.1")).toEqual(["Spring Boot 3.2.1"]);
  });

  it("takes a name in small letters where the number has two points or a v", () => {
    expect(versions("pinned pytest 7.2.0")).toEqual(["pytest 7.2.0"]);
    expect(versions("pinned pytest 7.2")).toEqual([]);
  });

  it("finds every version of a sentence", () => {
    expect(versions("Flask 2.3.1 and Python 3.11, with numpy 1.26.4")).toEqual([
      "Flask 2.3.1",
      "Python 3.11",
      "numpy 1.26.4",
    ]);
  });

  it("finds a whole number after a name that is spelled like no word", () => {
    expect(versions("It needs PostgreSQL 15 and Node.js 18")).toEqual(["PostgreSQL 15", "Node.js 18"]);
    expect(versions("we upgraded to MySQL 8, at last")).toEqual(["MySQL 8"]);
  });

  it("finds other names beside a version", () => {
    expect(versions("I'm using React 18 with TypeScript 5.1 and Vite 4")).toEqual([
      "React 18",
      "TypeScript 5.1",
      "Vite 4",
    ]);
    expect(versions("using scikit-learn 1.2 and pandas 1.5")).toEqual(["scikit-learn 1.2", "pandas 1.5"]);
  });

  it("finds none where no version is beside a plain name", () => {
    expect(versions("on Highway 61 with Anna 34")).toEqual([]);
    expect(versions("a slope of 2.5, using radius 3.5")).toEqual([]);
    expect(versions("a YouTube 20 minute video")).toEqual([]);
  });

  it("drafts a fact of the thing, beside others of it", () => {
    expect(versionsOf("We use Flask 2.3.1.")).toMatchObject([
      {
        type: "semantic",
        entity: "Flask",
        property: "version",
        value: "2.3.1",
        text: "Flask's version is 2.3.1.",
        cardinality: "many",
        polarity: "holds",
      },
    ]);
  });

  for (const text of [
    "I read Chapter 2.1 yesterday",
    "See Section 4.3.2 and Figure 1.2",
    "The coffee was $4.50",
    "Coffee is €3.20 and Tea £2.10",
    "Ana ran 3.5 km",
    "Tom 3.5 km, Ana 4.2 miles",
    "My GPA 3.8 was enough",
    "Ana paid Tom 12.50 euros",
    "Inflation 2.5% and Growth 1.2 percent",
    "We meet At 9.30",
    "Python 3 and Java 21",
    "Version 2.3.1 is out",
    "It is 2.5 times faster",
    "Dinner Friday 7.30",
    "The exam is on Monday 12.05.2025",
    "Born in March 12.5",
  ])
    it(`finds none in "${text}"`, () => expect(versions(text)).toEqual([]));

  it("finds none in a text without such a number", () => {
    expect(versions("")).toEqual([]);
    expect(versions("We use Flask. 2 of us.")).toEqual([]);
  });
});

/** Where a part of a text lies. */
function place(text: string, part: string): { start: number; end: number } {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
}

describe("measureBefore()", () => {
  const formerOf = (text: string, measure: string) => measureBefore(text, place(text, measure));

  it("gives the measure that another one came from", () => {
    expect(formerOf("Coverage went from 65 % to 82 %.", "82 %")).toBe("65 %");
    expect(formerOf("We cut it from about 250 ms down to around 80 ms", "80 ms")).toBe("250 ms");
    expect(formerOf("the rent rose from 900 euros up to 950 euros", "950 euros")).toBe("900 euros");
  });

  it("gives nothing where there is no measure before, or none after", () => {
    expect(formerOf("Coverage is 82 %.", "82 %")).toBeNull();
    expect(formerOf("I went from Porto to Faro", "Faro")).toBeNull();
    expect(formerOf("I went from Porto to 82 %", "82 %")).toBeNull();
    expect(formerOf("from 65 % to full coverage", "full coverage")).toBeNull();
  });

  it("does not read on over a mark", () => {
    expect(formerOf("from 65 %, then to 82 %", "82 %")).toBeNull();
  });
});

describe("isMeasureLeft()", () => {
  const left = (text: string, measure: string) => isMeasureLeft(text, place(text, measure));

  it("knows the measure that was left", () => {
    expect(left("Coverage went from 65 % to 82 %.", "65 %")).toBe(true);
    expect(left("from about 250 ms down to 80 ms", "250 ms")).toBe(true);
    expect(left("from 65 per cent to 82", "65 per")).toBe(true);
  });

  it("knows the measure that was reached, and one that is alone", () => {
    expect(left("Coverage went from 65 % to 82 %.", "82 %")).toBe(false);
    expect(left("The latency is 250 ms", "250 ms")).toBe(false);
    expect(left("from 9 on, the office is open to all", "9")).toBe(false);
  });

  it("knows a place from a measure", () => {
    expect(left("I went from Porto to 82 people", "Porto")).toBe(false);
  });
});

describe("splitMeasures()", () => {
  it("cuts two measures that were tagged as one value", () => {
    expect(splitMeasures("65 % to 82 %")).toEqual({ former: "65 %", value: "82 %" });
    expect(splitMeasures("from 250 ms to 80 ms")).toEqual({ former: "250 ms", value: "80 ms" });
    expect(splitMeasures("$900 to $950")).toEqual({ former: "$900", value: "$950" });
  });

  it("leaves one measure as it is", () => {
    expect(splitMeasures("82 %")).toBeNull();
    expect(splitMeasures("10000")).toBeNull();
    expect(splitMeasures("Porto to Faro")).toBeNull();
    expect(splitMeasures("3 trips to Faro")).toBeNull();
  });
});
