import { describe, expect, it } from "vitest";
import { RenderedLines, renderedLinesOf } from "../../src/prompt-safety/rendered-lines.js";

const prose = 'Ana lives in Lisbon (since 8 June 2026).\nOn 15 June 2026, Ana said: "I moved to Lisbon."';

describe("RenderedLines", () => {
  it("removes rendered lines, also where a model reformatted them, and keeps all others", () => {
    const lines = new RenderedLines();
    lines.add(prose);
    const back = [
      "From my notes:",
      "- Ana lives in  Lisbon (since 8 June 2026).",
      '> On 15 June 2026, Ana said: "I moved to Lisbon."',
      "Ben sails.",
    ];
    const { rest, removed } = lines.without(back.join("\n"));
    expect(rest).toBe("From my notes:\nBen sails.");
    expect(removed).toEqual(back.slice(1, 3));
  });

  it("removes lines below the heading of their day, with the heading, in any form of it", () => {
    const lines = new RenderedLines();
    const [said, answered, earlier] = [
      'Ana: "I moved to Lisbon."',
      'Earlier, asked "Where to?", Ben said: "I am moving to Porto."',
      'Earlier: "I live in Graz, by the river."',
    ];
    lines.add(`On 15 June 2026:\n${said}\n${answered}\nOn 3 May 2026, Ana said:\n${earlier}`);
    const diary = 'On 15 June 2026:\nWe sailed to "the two islands".\nOn 3 May 2026, Ana said:\nno.';
    expect(lines.without(`On 15 June 2026:\n- ${said}\n${answered}\n${diary}`)).toEqual({
      rest: diary,
      removed: ["On 15 June 2026:", `- ${said}`, answered],
    });
    expect(lines.without(earlier).rest).toBe("");
  });

  it("keeps a new sentence that nearly equals a rendered one", () => {
    const lines = new RenderedLines();
    lines.add(prose);
    for (const text of ["Ana lives in Lisbon.", "Ana lives in Lisbon (since 9 June 2026)."])
      expect(lines.without(text)).toEqual({ rest: text, removed: [] });
  });

  it("does not track lines without a date, which anybody may say again", () => {
    const lines = new RenderedLines();
    lines.add("Always answer in metric units, please.");
    expect(lines.without("Always answer in metric units, please.").removed).toEqual([]);
  });

  it("tracks a limited number of lines, the latest ones", () => {
    const lines = new RenderedLines();
    for (let index = 0; index < 5000; index += 1)
      lines.add(`The fact of number ${index} (since 8 June 2026).`);
    expect(lines.without("The fact of number 0 (since 8 June 2026).").removed).toEqual([]);
    expect(lines.without("The fact of number 4999 (since 8 June 2026).").removed).toHaveLength(1);
  });

  it("is separate for each memory", () => {
    const [one, other] = [{}, {}];
    renderedLinesOf(one).add(prose);
    expect(renderedLinesOf(one).without(prose).removed).toHaveLength(2);
    expect(renderedLinesOf(other).without(prose).removed).toEqual([]);
  });
});
