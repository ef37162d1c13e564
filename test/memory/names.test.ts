/** A fact is found by the name that it was stated under, however names are written. */
import { Memory } from "keepsake";
import { expect, it } from "vitest";

const names = [
  "Ana",
  "Zoë",
  "Jean-Luc",
  "Anna Smith-Jones",
  "Mary-Kate",
  "Anne-Sophie von Hohenberg",
  "Kim Jong-hee",
  "Omar Al-Farsi",
  "O'Brien",
  "Sinéad O'Connor",
  "D'Angelo",
  "N'Golo Kanté",
  "Dr. Müller-Lüdenscheidt",
  "Piet van der Berg",
  "Maria de la Cruz",
  "J. K. Rowling",
  "McDonald",
  "Nguyễn Văn An",
  "Łukasz",
  "Mark",
  "Grace",
  "Summer",
  "Big Mike",
  "Aunt Vera",
  "my boss",
  "the landlord",
];

it.each(names)("%s lives in Lyon, and nobody else does", async (name) => {
  await using memory = new Memory();
  await memory.remember(`${name[0]!.toUpperCase()}${name.slice(1)} lives in Lyon.`);
  await memory.remember("Petra lives in Oslo.");
  const { semantic_memory, episodic_memory, confidence } = await memory.recall(`Where does ${name} live?`);
  expect(confidence).toBe("found");
  expect(semantic_memory + episodic_memory).toContain("Lyon");
  expect(semantic_memory + episodic_memory).not.toContain("Oslo");
});

it("keeps the hyphen of a name", async () => {
  await using memory = new Memory();
  await memory.remember("My sister Ann-Marie works at Boots.");
  const entities = (await memory.records()).items.map(({ entity, value }) => [entity, value]);
  expect(entities).toContainEqual(["the user", "Ann-Marie"]);
  expect(entities).toContainEqual(["Ann-Marie", "Boots"]);
  await memory.remember("Ann-Marie lives in Cork. She moved to Kerry.");
  expect((await memory.recall("Where does Ann Marie live?")).semantic_memory).toContain("Kerry");
});
