import { describe, expect, it } from "vitest";
import { ToldLines, toldLinesOf } from "../../src/prompt-safety/told-lines.js";

const prose = 'Ana lives in Lisbon (since 8 June 2026).\nOn 15 June 2026, Ana said: "I moved to Lisbon."';

describe("ToldLines", () => {
  it("knows the lines that were told, however they are copied, and keeps all others", () => {
    const told = new ToldLines();
    told.tell(prose);
    const back = [
      "From my notes:",
      "- Ana lives in  Lisbon (since 8 June 2026).",
      '> On 15 June 2026, Ana said: "I moved to Lisbon."',
      "Ben sails.",
    ];
    const { rest, removed } = told.without(back.join("\n"));
    expect(rest).toBe("From my notes:\nBen sails.");
    expect(removed).toEqual(back.slice(1, 3));
  });

  it("does not take a new sentence for a told one because it says nearly the same", () => {
    const told = new ToldLines();
    told.tell(prose);
    for (const text of ["Ana lives in Lisbon.", "Ana lives in Lisbon (since 9 June 2026)."])
      expect(told.without(text)).toEqual({ rest: text, removed: [] });
  });

  it("takes no note of lines without a date: anybody may say those again", () => {
    const told = new ToldLines();
    told.tell("Always answer in metric units, please.");
    expect(told.without("Always answer in metric units, please.").removed).toEqual([]);
  });

  it("holds a bounded number of lines, the latest ones", () => {
    const told = new ToldLines();
    for (let index = 0; index < 5000; index += 1)
      told.tell(`The fact of number ${index} (since 8 June 2026).`);
    expect(told.without("The fact of number 0 (since 8 June 2026).").removed).toEqual([]);
    expect(told.without("The fact of number 4999 (since 8 June 2026).").removed).toHaveLength(1);
  });

  it("is one for each memory", () => {
    const [one, other] = [{}, {}];
    toldLinesOf(one).tell(prose);
    expect(toldLinesOf(one).without(prose).removed).toHaveLength(2);
    expect(toldLinesOf(other).without(prose).removed).toEqual([]);
  });
});
