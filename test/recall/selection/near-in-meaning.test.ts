import { describe, expect, it } from "vitest";
import { testMemory } from "../../../src/testing/index.js";

const said = [
  "My course in limnology is on Tuesdays and Thursdays in room 2003.",
  "I swim now.",
  "My brother plays chess in a club.",
  "I started with watercolours in spring.",
];

async function asked(query: string, speaker?: string) {
  const { memory } = await testMemory({});
  for (const content of said) await memory.remember({ content });
  const answer = await memory.recall({ query, ...(speaker === undefined ? {} : { speaker }) });
  await memory.close();
  return { ...answer, facts: `${answer.semantic_memory}\n${answer.episodic_memory}` };
}

describe("an answer that shares no word with a question about the asker", () => {
  it("names an instance of what is asked for, and is weak", async () => {
    const { facts, confidence } = await asked("What sport do I do?");
    expect(facts).toContain("I swim now");
    expect(facts).not.toContain("limnology");
    expect(facts).not.toContain("chess");
    expect(confidence).toBe("weak");
  });

  it("is empty if nothing is near", async () => {
    const { facts } = await asked("Which bank am I with?");
    expect(facts.trim()).toBe("");
  });

  it.each(["What sport does Ana do?", "What sport did I do before?"])("is empty for %j", async (query) => {
    const { facts } = await asked(query);
    expect(facts).not.toContain("swim");
  });
});
