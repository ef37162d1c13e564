import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { endedNames, hasNewMeasure } from "../../../src/recall/passages/ended-states.js";

describe("endedNames()", () => {
  it.each([
    ["Madeira is off, Dad's operation is that week.", ["madeira"]],
    ["If Madeira is off, we go to Ghent.", []],
    ["The heating is off at night.", []],
    ["Lena is off to Ghent.", []],
    ["I stopped taking insulin.", ["insulin"]],
    ["Stop wasting my time.", []],
    ["No, please stop mentioning the train.", []],
  ])("%s", (text, names) => expect(endedNames(text)).toEqual(names));
});

describe("hasNewMeasure()", () => {
  it.each([
    ["Down to 78 kilos this morning!", "I weigh 81 kilos."],
    ["I'm up to 40 pages a day.", "I write 25 pages a day."],
    ["So three kids now.", "I have two kids."],
  ])("%s is another measure than %s", (later, one) => expect(hasNewMeasure(later, one)).toBe(true));

  it.each([
    ["Down to 78 kilos this morning!", "I run 10 km."],
    ["I weigh 78 kilos.", "The goat weighs 81 kilos."],
    ["Down to 81 kilos.", "I weigh 81 kilos."],
    ["We drove down to two beaches.", "There are three beaches."],
  ])("%s is none beside %s", (later, one) => expect(hasNewMeasure(later, one)).toBe(false));
});

describe("what a measure is now", () => {
  const seed = ["I weigh 81 kilos.", "I like plum cake.", "Down to 78 kilos this morning!"];

  it("comes before what it was, in a recall", async () => {
    const { memory } = await testMemory({ seed });
    const { semantic_memory, episodic_memory } = await memory.recall("How much do I weigh?");
    const prose = `${semantic_memory}\n${episodic_memory}`;
    expect(prose).toContain("78");
    expect(prose.indexOf("78")).toBeLessThan(prose.includes("81") ? prose.indexOf("81") : prose.length);
  });

  it("leaves what it was out of the profile", async () => {
    const { memory } = await testMemory({ seed });
    const { facts } = await memory.profile();
    expect(facts.map(({ text }) => text).join("\n")).not.toContain("81 kilos");
    expect(facts.map(({ text }) => text).join("\n")).toContain("plum cake");
  });
});
