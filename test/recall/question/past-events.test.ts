import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { answerOnlyGrows } from "../../../src/recall/question/past-events.js";
import { testMemory } from "../../../src/testing/index.js";

const grows = (query: string) => answerOnlyGrows(interpret(query, { now: new Date("2026-06-10") }));

describe("answerOnlyGrows()", () => {
  it.each([
    "When did Gina open her store?",
    "In which month was the trip?",
    "During the family meeting in December, what did we decide about the car?",
    "In October, when I met my cousin at a café, which cars did she recommend?",
    "Which cities has John been to?",
    "How many tournaments has Nate won?",
    "Have I ever missed a session?",
    "How many days passed between the first call and the interview?",
    "In which order did we discuss these topics?",
    "Summarise how the project went.",
  ])("%s", (query) => expect(grows(query)).toBe(true));

  it.each([
    "Who has the drone?",
    "What have we decided on?",
    "Has the deadline moved?",
    "How long has she lived here?",
    "What do I order at the café?",
    "Where do I live?",
    "When I'm at the office, which desk is mine?",
  ])("not: %s", (query) => expect(grows(query)).toBe(false));
});

describe("recall()", () => {
  const said = [
    ["2026-01-05", "I won my first chess tournament, and my prize is a clock."],
    ["2026-02-07", "I won another chess tournament. My prize is a lamp now!"],
  ] as const;

  it.each([
    ["How many chess tournaments have I won?", 0],
    ["What is my prize?", 1],
  ] as const)("of %j marks %d earlier statement", async (query, marked) => {
    const { memory, clock } = await testMemory({});
    for (const [day, content] of said) {
      clock.set(`${day}T09:00:00Z`);
      await memory.remember({ content });
    }
    const { semantic_memory, episodic_memory } = await memory.recall({ query });
    await memory.close();
    const lines = `${semantic_memory}\n${episodic_memory}`.split("\n");
    expect(lines.filter((line) => line.startsWith("Earlier"))).toHaveLength(marked);
  });

  it("marks nothing because another sentence of a message says that something changed", async () => {
    const { memory, clock } = await testMemory({});
    await memory.remember({ content: "Cooking helps me relax.", speaker: "John" });
    clock.set("2027-01-01T09:00:00Z");
    const later = "They moved me to a different office. It's hard to relax on busy days.";
    await memory.remember({ content: later, speaker: "John" });
    const { semantic_memory, episodic_memory } = await memory.recall({
      query: "How does John relax?",
    });
    await memory.close();
    const prose = `${semantic_memory}\n${episodic_memory}`;
    expect(prose).toContain("Cooking");
    expect(prose).not.toContain("Earlier");
  });
});
