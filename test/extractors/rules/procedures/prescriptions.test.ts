/** What follows a condition: a prescription, or a statement about what happens then. */
import { describe, expect, it } from "vitest";
import { prescribes } from "../../../../src/extractors/rules/procedures/prescriptions.js";

describe("prescribes()", () => {
  it.each([
    ["I ask for music", "play something from the seventies"],
    ["people come over", "shoes off at the door"],
    ["the courier is late", "double pay for the helper"],
    ["my knee hurts", "talk me out of running, please"],
  ])("%s: %s", (condition, body) => {
    expect(prescribes(body, condition)).toBe(true);
  });

  it.each([
    ["summer comes", "things get busy here"],
    ["I was young", "life in general"],
    ["it rains", "great"],
    ["Lisa is here", "the dog barks all day"],
    ["the drums start", "something in my chest lifts"],
    ["I get home", "where are you then?"],
    ["all is well", "everyone goes home"],
    ["he calls", "prices collapsed"],
  ])("is no statement or question: %s: %s", (condition, body) => {
    expect(prescribes(body, condition)).toBe(false);
  });
});
