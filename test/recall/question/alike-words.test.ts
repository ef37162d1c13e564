import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { alikeWords } from "../../../src/recall/question/alike-words.js";
import { indexWords } from "../../../src/text/words.js";

const alike = (word: string) => alikeWords(indexWords(word)[0]!);

describe("alikeWords()", () => {
  it("joins irregular forms, synonyms and words for people, in both directions", () => {
    expect(alike("buy")).toEqual(["bought"]);
    expect(alike("bought")).toEqual(["bui"]);
    expect(alike("film")).toContain("movi");
    expect(alike("mum")).toContain("mother");
  });

  it("joins no other words", () => {
    for (const word of ["found", "table", "go", "left"]) expect(alike(word)).toEqual([]);
  });
});

describe("recall() in other words", () => {
  it.each([
    ["Where did we buy the tent?", "We bought the tent at a flea market in Lyon.", "Lyon"],
    ["Which movie made me cry?", "The film that made me cry was Ikiru.", "Ikiru"],
    ["What do I like to drink in the evening?", "I prefer rooibos.", "rooibos"],
  ])("answers %s", async (query, said, wanted) => {
    const { memory } = await testMemory({ seed: [said, "My desk is by the window.", "Nils is my boss."] });
    const { semantic_memory, episodic_memory } = await memory.recall(query);
    expect(`${semantic_memory}\n${episodic_memory}`).toContain(wanted);
    await memory.close();
  });
});
