import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonErrorOffset } from "../../../src/server/request/json-offset.js";

describe("jsonErrorOffset()", () => {
  it.each([
    ["", 0],
    ["  ", 2],
    ["nul", 0],
    ["{", 1],
    ['{"a"', 4],
    ['{"a":', 5],
    ['{"a":}', 5],
    ['{"a":1,}', 7],
    ['{"a":1 "b":2}', 7],
    ["[1 2]", 3],
    ["[1,]", 3],
    ["1 2", 2],
    ["01", 1],
    ['"a\nb"', 2],
    ['"\\x"', 1],
    ['"open', 5],
  ])("%j stops being JSON at %d", (text, offset) => {
    expect(jsonErrorOffset(text)).toBe(offset);
  });

  it("accepts exactly the texts that JSON.parse accepts", () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          "[",
          "]",
          "{",
          "}",
          '"',
          ",",
          ":",
          "0",
          "12",
          "-",
          ".",
          "e",
          "+",
          "true",
          "fals",
          "null",
          " ",
          "\n",
          "\\",
          "\\u00",
          "a",
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(pieces, fc.json(), fc.string()), (text) => {
        expect(jsonErrorOffset(text) === -1).toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  });

  it.each(["[", '{"a":', '"\\n', "1"])("a million of %s are walked without recursion", (part) => {
    expect(() => jsonErrorOffset(part.repeat(1_000_000 / part.length))).not.toThrow();
    expect(() => jsonErrorOffset(`"${"\\n".repeat(500_000)}`)).not.toThrow();
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // JSON.parse throws for invalid JSON.
    return false;
  }
}

it("jsonErrorOffset() accepts strings of several mebibytes", () => {
  const long = "a".repeat(20 * 2 ** 20);
  expect(jsonErrorOffset(`{"a":"${long}"}`)).toBe(-1);
  expect(jsonErrorOffset(`{"a":"${long}`)).toBe(long.length + 6);
  expect(jsonErrorOffset(`["${long}\\x"]`)).toBe(long.length + 2);
});
