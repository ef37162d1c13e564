/** A name and a relation of the same person, once it was said that they are the same. */
import { describe, expect, it } from "vitest";
import { Memory } from "../../../../src/index.js";

async function memoryOf(said: readonly string[]) {
  const memory = new Memory({ clock: () => new Date("2026-06-10T10:00:00.000Z") });
  for (const content of said) await memory.remember({ content, speaker: "Ana" });
  return memory;
}

async function asked(said: readonly string[], query: string) {
  await using memory = await memoryOf(said);
  const { confidence, semantic_memory, episodic_memory } = await memory.recall({ query, speaker: "Ana" });
  return { confidence, prose: `${semantic_memory}\n${episodic_memory}` };
}

describe("recall() of somebody who was named and described", () => {
  it.each([
    [
      "Mrs Okafor, my landlady, raised the rent.",
      "My landlady lives in Porto.",
      "Where does Mrs Okafor live?",
      "Porto",
    ],
    [
      "My landlady lives in Porto.",
      "My landlady is called Mrs Okafor.",
      "Where does Mrs Okafor live?",
      "Porto",
    ],
    [
      "Mrs Okafor, my landlady, raised the rent.",
      "Mrs Okafor is allergic to nuts.",
      "What is my landlady allergic to?",
      "nuts",
    ],
    ["My sister Ines works at Siemens.", "My sister moved to Graz.", "Where does Ines live?", "Graz"],
  ])("takes them for one: %s %s", async (first, second, query, answer) => {
    const { confidence, prose } = await asked([first, second], query);
    expect(confidence).toBe("found");
    expect(prose).toContain(answer);
  });

  it.each([
    ["two have a name", ["My cousin Ines is 30.", "My cousin Tom is 20.", "My cousin lives in Graz."]],
    [
      "there was another one before",
      ["My boss is called Ines.", "My boss lives in Graz.", "My new boss is called Tom."],
    ],
    ["they are somebody else's", ["Tom's cousin Ines is 30.", "My cousin lives in Graz."]],
  ])("keeps them apart where %s", async (_, said) => {
    const { confidence } = await asked(said, "Where does Ines live?");
    expect(confidence).not.toBe("found");
  });
});

describe("forget() by a question about somebody who was described", () => {
  it("selects what was said under the other name", async () => {
    await using memory = await memoryOf([
      "Mrs Okafor, my landlady, raised the rent.",
      "My landlady lives in Porto.",
      "I live in Lisbon.",
    ]);
    const { preview } = await memory.forget({ query: "Where does Mrs Okafor live?", speaker: "Ana" });
    const texts = preview.map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining("Porto"));
    expect(texts).not.toContainEqual(expect.stringContaining("Lisbon"));
  });
});
