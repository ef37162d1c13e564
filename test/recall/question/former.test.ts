import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { asksForFormer, mentionsFormer } from "../../../src/recall/question/former.js";

describe("asksForFormer()", () => {
  it.each([
    "Where did I work before?",
    "What was my previous job?",
    "Where did Ana use to live?",
    "What was Ana's old number?",
    "Who was our former landlord?",
    "What was the original date?",
    "Wo habe ich früher gewohnt?",
    "¿Dónde vivía antes?",
    "Где я работал раньше?",
    "我以前住在哪里？",
  ])("recognises that %s asks for what was true before", (question) =>
    expect(asksForFormer(question)).toBe(true),
  );

  it.each([
    "Where do I work?",
    "How old is Ana?",
    "What did I eat before the race?",
    "How has my job changed?",
    "¿Qué hice antes de la carrera?",
  ])("and that %s does not", (question) => expect(asksForFormer(question)).toBe(false));
});

describe("mentionsFormer()", () => {
  it("distinguishes what is over from what is true", () => {
    expect(mentionsFormer("I used to play the cello.")).toBe(true);
    expect(mentionsFormer("I play the cello.")).toBe(false);
  });
});

describe("recall() of what was true before", () => {
  it("finds the fact that has ended, and not the current one", async () => {
    const { memory } = await testMemory({ seed: ["I live in Ghent.", "I've moved to Liège."] });
    const { confidence, semantic_memory: facts } = await memory.recall("Where did I live before?");
    expect(confidence).toBe("found");
    expect(facts).toContain("Ghent");
  });

  it("is never sure of the present value, where none is known from before", async () => {
    const { memory } = await testMemory({ seed: ["I live in Ghent.", "I work at Halden Freight."] });
    const { confidence } = await memory.recall("Where did I work before?");
    expect(confidence).not.toBe("found");
    expect((await memory.recall("Where do I work?")).confidence).toBe("found");
  });
});
