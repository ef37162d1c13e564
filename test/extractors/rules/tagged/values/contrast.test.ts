/** Values with their former ones, marked as one value or with only the former one marked. */
import { describe, expect, test } from "vitest";
import { newValueAfter, splitContrast } from "../../../../../src/extractors/rules/tagged/values/contrast.js";

describe("splitContrast()", () => {
  test.each([
    ["three days instead of four", "", "three days", "four"],
    ["milk powder rather than whole milk", "They get ", "milk powder", "whole milk"],
    ["Thu → Fri", "PE moved ", "Fri", "Thu"],
    ["drawer to the blue folder", "The key moved from the ", "blue folder", "drawer"],
    ["business to forestry", "I switched majors from ", "forestry", "business"],
  ])("splits %s", (marked, before, value, former) => {
    expect(splitContrast(marked, before)).toEqual({ value, former, wasWrong: false });
  });

  test("knows a mistake from a change", () => {
    expect(splitContrast("40 kg and not 38", "")).toEqual({ value: "40 kg", former: "38", wasWrong: true });
  });

  test.each([
    ["Monday to Friday", "I work from "],
    ["Porto to Lisbon", "I drove from "],
    ["soup instead of 3 courses", ""],
    ["tea with milk", ""],
  ])("leaves %s after %s", (marked, before) => {
    expect(splitContrast(marked, before)).toBeNull();
  });
});

describe("newValueAfter()", () => {
  const nextOf = (text: string, former: string) => {
    const start = text.indexOf(former);
    const found = newValueAfter(text, { start, end: start + former.length });
    return found && text.slice(found.start, found.end);
  };

  test.each([
    ["Latency fell from 95 to 61 ms.", "95", "61 ms"],
    ["I've cut my coffee from six cups to two.", "six cups", "two"],
    ["Response time 340 ms → 120 ms after adding the index.", "340 ms", "120 ms"],
    ["Feature calls were 9 round trips, now 1.", "9", "1"],
  ])("in %s finds what follows %s", (text, former, value) => {
    expect(nextOf(text, former)).toBe(value);
  });

  test.each([
    ["The shop is open from 9 to 5.", "9"],
    ["We drove from Porto to Lisbon.", "Porto"],
    ["The rent was 700 euros and now Ana pays it.", "700 euros"],
    ["It was a long process, but now they're happy.", "long process"],
  ])("in %s finds nothing after %s", (text, former) => {
    expect(nextOf(text, former)).toBeNull();
  });
});
