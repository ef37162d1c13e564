import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "../../../src/extractors/llm/lenient-json.js";

const whole = { records: [{ passage: 1, quote: 'she said "so {what}"' }], skipped: [] };
const text = JSON.stringify(whole);

describe("readJson()", () => {
  it.each([
    ["bare JSON", text],
    ["a Markdown fence", `\`\`\`json\n${text}\n\`\`\``],
    [
      "a fence with prose around it",
      `Sure! Here {it} is:\n\n\`\`\`\n${text}\n\`\`\`\nHope that helps {you}!`,
    ],
    ["prose before and after it", `Here is [the] result: ${text} Let me know.`],
    ["a thought before it", `<think>The {records} may be {"records": [1]}, or not.</think>\n${text}`],
    ["a thought whose beginning was cut off", `so it is {"records": [1]}.</think>${text}`],
    [
      "trailing commas",
      '{"records": [{"passage": 1, "quote": "she said \\"so {what}\\"",},], "skipped": [],}',
    ],
    [
      "keys without quotation marks",
      "{records: [{passage: 1, quote: 'she said \"so {what}\"'}], skipped: []}",
    ],
    ["comments", `{ /* mine */ ${text.slice(1)}`],
    ["white space", `\n\n  ${JSON.stringify(whole, null, 2)}\n`],
  ])("reads %s", (_, said) => {
    expect(readJson(said)).toEqual({ value: whole, cut: false });
  });

  it("reads a list alone", () => {
    expect(readJson(`Result: ${JSON.stringify(whole.records)}`)).toEqual({
      value: whole.records,
      cut: false,
    });
  });

  it("keeps what is whole of an answer that stops in the middle, and says that it stopped", () => {
    const said = '{"records": [{"passage": 1, "quote": "one"}, {"passage": 2, "quote": "tw';
    expect(readJson(said)).toEqual({
      value: {
        records: [
          { passage: 1, quote: "one" },
          { passage: 2, quote: "tw" },
        ],
      },
      cut: true,
    });
  });

  it.each([
    ["nothing", ""],
    ["prose", "I cannot help with that."],
    ["a thought without an end", '<think>{"records": []}'],
  ])("finds nothing in %s", (_, said) => {
    expect(readJson(said)).toBeUndefined();
  });

  it("never throws, wherever an answer is cut", () => {
    fc.assert(
      fc.property(fc.nat(text.length), fc.string(), (at, noise) => {
        const read = readJson(text.slice(0, at) + noise);
        if (read !== undefined) expect(read.value).not.toBeUndefined();
      }),
    );
  });
});
