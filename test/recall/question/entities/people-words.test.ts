import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { kinOf } from "../../../../src/recall/question/entities/people-words.js";
import { indexWords } from "../../../../src/text/words.js";

const indexed = (word: string) => indexWords(word)[0] ?? "";

describe("kinOf()", () => {
  it.each([
    ["mother", "mum"],
    ["Mutter", "Mama"],
    ["mère", "maman"],
    ["padre", "papá"],
    ["мать", "мама"],
    ["母亲", "妈妈"],
  ])("knows that %s is %s", (one, other) => expect(kinOf(indexed(one))).toContain(indexed(other)));

  it("takes nobody for somebody wider or else", () => {
    expect(kinOf(indexed("mother"))).not.toContain(indexed("parents"));
    expect(kinOf(indexed("mother"))).not.toContain(indexed("father"));
    expect(kinOf(indexed("bicycle"))).toEqual([]);
  });
});

describe("recall() of somebody who is called otherwise", () => {
  it.each([
    ["Mum keeps two donkeys behind the house.", "What does my mother keep?", "donkeys"],
    ["My mum is seventy.", "How old is my mother?", "seventy"],
    ["My mother is seventy.", "How old is my mom?", "seventy"],
    ["My dad lives in Cork.", "Where does my father live?", "Cork"],
    ["Bob's grandma lives in Ghent.", "Where does Bob's grandmother live?", "Ghent"],
    ["My flatmate is allergic to cats.", "What is my roommate allergic to?", "cats"],
    ["Gran has a stairlift now.", "What does my grandmother have in the house?", "stairlift"],
    ["Mein Papa sammelt Briefmarken.", "Was sammelt mein Vater?", "Briefmarken"],
  ])("%s", async (said, asked, answer) => {
    const { memory } = await testMemory({ seed: [said, "The bus to town leaves at nine."] });
    const { semantic_memory, episodic_memory } = await memory.recall(asked);
    expect(`${semantic_memory}\n${episodic_memory}`).toContain(answer);
  });
});

describe("recall() of a relative whom nobody mentioned", () => {
  const said = [
    "My neighbour Gus grows leeks.",
    "My sister's boyfriend works at the brewery.",
    "I take iron pills.",
  ];

  it.each(["What does Gus's wife grow?", "Where does my sister work?", "What does my uncle take?"])(
    "returns nothing of others for %s",
    async (question) => {
      const { memory } = await testMemory({ seed: said });
      const { semantic_memory, episodic_memory } = await memory.recall(question);
      expect(`${semantic_memory}${episodic_memory}`).toBe("");
    },
  );

  it("returns what is known of a relative's relative", async () => {
    const { memory } = await testMemory({ seed: said });
    const { episodic_memory, semantic_memory } = await memory.recall(
      "Where does my sister's boyfriend work?",
    );
    expect(`${semantic_memory}${episodic_memory}`).toContain("brewery");
  });
});
