import { describe, expect, it } from "vitest";
import { traceSize, wordTrace } from "../../../src/recall/passages/word-trace.js";
import { fold } from "../../../src/text/words.js";

const trace = (text: string) => [...wordTrace(fold(text))];

describe("wordTrace()", () => {
  it("gives the forms of a word one number, and other words other numbers", () => {
    expect(trace("repaired")).toEqual(trace("repairs"));
    expect(trace("Häuser")).toEqual(trace("häusern"));
    expect(trace("boiler")).not.toEqual(trace("garden"));
  });

  it("counts a word once and leaves short ones out", () => {
    expect(trace("boiler, boiler and a tap")).toEqual(trace("boiler"));
  });

  it("cuts a script without spaces into pairs", () => {
    expect(trace("東京タワー")).toHaveLength(4);
    expect(trace("京タ")).toEqual([trace("東京タワー")[1]]);
  });

  it("reads what has no spaces beside what has", () => {
    expect(trace("Tokyo東京")).toEqual([...trace("Tokyo"), ...trace("東京")]);
  });

  it("gives small numbers, and none for no words", () => {
    for (const number of trace("every word of this sentence becomes something small")) {
      expect(number).toBeGreaterThanOrEqual(0);
      expect(number).toBeLessThan(traceSize);
    }
    expect(trace("")).toEqual([]);
    expect(trace("?! —")).toEqual([]);
  });
});
