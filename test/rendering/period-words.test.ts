import { describe, expect, it } from "vitest";
import { isWithinDay, periodPhrase, periodWords, shortPeriod } from "../../src/rendering/period-words.js";

const midnight = (day: string) => (day.includes("T") ? day : `${day}T00:00:00.000Z`);
const period = (from: string, until: string | null) => ({
  from: midnight(from),
  until: until === null ? null : midnight(until),
});

describe("periodWords(), periodPhrase() and shortPeriod()", () => {
  it.each([
    ["2026-05-03T10:00:00.000Z", null, "3 May 2026", "3 May 2026", "2026-05-03"],
    ["2026-05-03", "2026-05-04", "3 May 2026", "3 May 2026", "2026-05-03"],
    ["2026-05-03T18:00:00.000Z", "2026-05-03T20:00:00.000Z", "3 May 2026", "3 May 2026", "2026-05-03"],
    ["2026-05-04", "2026-05-11", "the week of 4 May 2026", "in the week of 4 May 2026", undefined],
    ["2026-05-02", "2026-05-04", "the weekend of 2 May 2026", "on the weekend of 2 May 2026", undefined],
    ["2026-05-01", "2026-06-01", "May 2026", "in May 2026", "2026-05"],
    ["2026-06-01", "2026-09-01", "summer 2026", "in summer 2026", undefined],
    ["2099-12-01", "2100-03-01", "winter 2099/00", "in winter 2099/00", undefined],
    ["2026-01-01", "2027-01-01", "2026", "in 2026", "2026"],
    ["2026-06-05", "2026-06-09", "5 to 8 June 2026", "5 to 8 June 2026", undefined],
    ["2026-05-30", "2026-06-03", "30 May to 2 June 2026", "30 May to 2 June 2026", undefined],
    ["2025-12-30", "2026-01-03", "30 December 2025 to 2 January 2026", undefined, undefined],
    ["2026-06-01", "2026-11-01", "June to October 2026", "June to October 2026", undefined],
    ["2025-11-01", "2026-02-01", "November 2025 to January 2026", undefined, undefined],
    ["2015-01-01", "2019-01-01", "2015 to 2018", "2015 to 2018", undefined],
    ["2026-05-05", "2026-05-12", "5 to 11 May 2026", "5 to 11 May 2026", undefined],
  ])("%s to %s is “%s”", (from, until, words, phrase, short) => {
    expect(periodWords(period(from, until))).toBe(words);
    expect(periodPhrase(period(from, until))).toBe(phrase ?? words);
    expect(shortPeriod(period(from, until))).toBe(short ?? words);
  });
});

describe("isWithinDay()", () => {
  it.each([
    ["2026-05-03", "2026-05-04", true],
    ["2026-05-03T09:00:00.000Z", null, true],
    ["2026-05-04", "2026-05-05", false],
    ["2026-05-03", "2026-05-05", false],
    ["2026-04-27", "2026-05-04", false],
  ])("%s to %s", (from, until, is) => {
    expect(isWithinDay(period(from, until), "2026-05-03T10:00:00.000Z")).toBe(is);
  });
});
