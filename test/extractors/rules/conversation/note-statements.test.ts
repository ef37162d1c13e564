/** Lines of notes that leave the user out. */
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

async function factsOf(content: string, speaker?: string): Promise<string[]> {
  const { memory } = await testMemory({});
  await memory.remember({ content, ...(speaker === undefined ? {} : { speaker }) });
  const { items } = await memory.records({ types: ["semantic"] });
  return items.map(({ entity, property, value }) => `${entity} | ${property} | ${value}`);
}

describe("remember() of a note without a subject", () => {
  it("says each line of a list about the user", async () => {
    expect(
      await factsOf("- Lives in Porto\n- Is allergic to nuts\n- Works at Acme\n- Drives a Skoda"),
    ).toEqual([
      "the user | home | Porto",
      "the user | allergy | nuts",
      "the user | employer | Acme",
      "the user | drives | Skoda",
    ]);
  });

  it("goes on after a sentence about the user", async () => {
    expect(await factsOf("User introduced herself as Lena. Works at Voss & Partner.")).toEqual([
      "the user | name | Lena",
      "the user | employer | Voss & Partner",
    ]);
  });

  it("says nothing about the user under another name, of a speaker, and in talk", async () => {
    expect(await factsOf("Tom:\n- Works at Acme")).not.toContain("the user | employer | Acme");
    expect(await factsOf("- Works at Acme", "Ana")).not.toContain("the user | employer | Acme");
    expect(await factsOf("Works at Acme, I think.")).toEqual([]);
  });
});
