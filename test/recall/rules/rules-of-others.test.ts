/** Rules that other people stated come as what they said, and only if their condition is met. */
import { describe, expect, it } from "vitest";
import { testMemory } from "../../../src/testing/index.js";

async function bakery() {
  const { memory } = await testMemory({});
  await memory.remember({
    content: "If the mixer makes a grinding noise, switch it off and ring Halloran's.",
    speaker: "Dorota",
  });
  await memory.remember({
    content: "When a wedding cake is ordered, take a deposit of half the price.",
    speaker: "Pilar",
  });
  return memory;
}

describe("recall() with rules of several people", () => {
  it.each([undefined, "Emeka"])("quotes the rule whose condition is met, asked by %s", async (speaker) => {
    const memory = await bakery();
    const found = await memory.recall({
      query: "The mixer makes a horrible noise.",
      ...(speaker === undefined ? {} : { speaker }),
    });
    expect(found.procedural_memory).toContain('Dorota said: "If the mixer');
    expect(found.procedural_memory).not.toContain("deposit");
    expect(found.rules).toBeUndefined();
    expect(found.confidence).toBe("weak");
    await memory.close();
  });

  it("returns the asker's own rule as theirs", async () => {
    const memory = await bakery();
    const found = await memory.recall({ query: "The mixer makes a horrible noise.", speaker: "Dorota" });
    expect(found.rules?.map(({ said_by }) => said_by)).toEqual(["Dorota"]);
    await memory.close();
  });

  it("returns none whose condition is not met, and none if no rules are asked for", async () => {
    const memory = await bakery();
    const unmet = await memory.recall({ query: "How old is the oven?" });
    expect(unmet.procedural_memory).toBe("");
    const none = await memory.recall({ query: "The mixer makes a horrible noise.", rules: "none" });
    expect(none.procedural_memory).toBe("");
    await memory.close();
  });
});
