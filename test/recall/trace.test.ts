/** `trace`: why each passage that recall considered is in the answer or not. */
import { Memory } from "keepsake";
import { testClock, testIds, testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { becauseOf } from "../../src/recall/trace/signal-words.js";

const seed = [
  { content: "I live in Oporto, in a flat above the bakery.", speaker: "Ruth" },
  { content: "I live in Turin with two cats.", speaker: "Otto" },
  { content: "I keep eleven bees behind the school.", speaker: "Ruth" },
  { content: "Always answer in Portuguese.", speaker: "Ruth" },
];
const question = "Where does Ruth live?";

describe("recall({ trace })", () => {
  it("says of each passage whether it is in the answer, and why", async () => {
    const { memory } = await testMemory({ seed });
    const { trace, episodic_memory } = await memory.recall({ query: question, trace: true });
    const outcomes = Object.fromEntries(trace!.candidates.map(({ text, outcome }) => [text, outcome]));
    expect(outcomes).toMatchObject({
      [seed[0]!.content]: "returned",
      [seed[1]!.content]: "about_others",
      [seed[3]!.content]: "in_rules",
    });
    expect(episodic_memory).not.toContain("Turin");
    const [best] = trace!.candidates;
    expect(best).toMatchObject({ text: seed[0]!.content, speaker: "Ruth", why: "It is in the answer." });
    expect(best!.because).toContain("its fact is the one that is asked for");
    expect(trace!.considered).toBe(trace!.candidates.length);
  });

  it("counts the tokens of the lines that it returns, and of no others", async () => {
    const { memory } = await testMemory({ seed });
    const { trace, tokens } = await memory.recall({ query: question, rules: "none", trace: true });
    const asked = (await memory.recall({ query: question, rules: "none", token_budget: 1 })).tokens;
    const taken = trace!.candidates.reduce((sum, one) => sum + one.tokens, 0);
    expect(taken).toBe(tokens - asked);
    for (const one of trace!.candidates) expect(one.tokens > 0).toBe(one.outcome === "returned");
  });

  it("names what the budget, a repetition and a later statement left out", async () => {
    const clock = testClock("2026-03-01T10:00:00Z");
    const memory = new Memory({ clock, ids: testIds() });
    for (const content of ["The trial is on the 9th of May.", "The trial is now on the 16th of May."]) {
      await memory.remember(content);
      clock.advance(86_400_000);
    }
    const { trace } = await memory.recall({ query: "When is the trial?", trace: true });
    expect(trace!.candidates.map(({ outcome }) => outcome)).toContain("returned");
    const small = await memory.recall({ query: "When is the trial?", token_budget: 1, trace: true });
    expect(small.trace!.candidates.map(({ outcome }) => outcome)).toContain("no_room");
  });

  it("says why nothing was searched", async () => {
    const { memory } = await testMemory({ seed });
    const { trace } = await memory.recall({ query: "Where does Zelda live?", trace: true });
    expect(trace).toMatchObject({ considered: 0, candidates: [] });
    expect(trace!.note).toMatch(/nothing about whom the question asks about/u);
  });

  it("changes no other field, and is absent unless asked for", async () => {
    const { memory } = await testMemory({ seed });
    const plain = await memory.recall(question);
    const { trace, ...rest } = await memory.recall({ query: question, trace: true });
    expect(rest).toEqual(plain);
    expect(trace!.candidates.length).toBeGreaterThan(0);
  });

  it("has at most limit candidates, those of the answer first", async () => {
    const { memory } = await testMemory({ seed });
    const { trace } = await memory.recall({ query: question, trace: true, limit: 1 });
    expect(trace!.candidates).toHaveLength(1);
    expect(trace!.considered).toBeGreaterThan(1);
  });
});

describe("becauseOf()", () => {
  it("puts the strongest signals in words, also one that counts against a passage", () => {
    const signals = { user: 0.1, own: 2, question: -0.4, cosineBefore: 9 };
    expect(becauseOf(signals)).toEqual([
      "it contains words of the question",
      "against it: it is itself a question",
      "the user said it",
    ]);
  });
});
