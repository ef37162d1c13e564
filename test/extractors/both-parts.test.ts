/** The grammar and the tagger together: facts that they draft, and facts that neither may draft. */
import { describe, expect, test } from "vitest";
import { draftsOf, factsIn } from "./drafts.js";

const both = { parts: ["grammar", "tagger"] } as const;

describe("both parts state nothing from", () => {
  test.each([
    "If I lived in Rome, I would eat pizza every day.",
    "Imagine I work at Acme and live in Rome.",
    "Tom said he lives in Rome.",
    "She told me her boss might move to Berlin.",
    "Suppose my salary is 50k, how much tax would I pay?",
    "What if we moved to Oslo?",
    "I wish I had a dog.",
    "I don't have a car.",
    "Can you recommend a dentist in Leeds?",
    "Great job on the presentation, you nailed it!",
    "Paris is the capital of France.",
  ])("%s", async (text) => {
    const home = await factsIn(text, both);
    expect(home.filter((fact) => fact.startsWith("Ana: "))).toEqual([]);
  });
});

test("what is said of somebody else by name is not the user's", async () => {
  const facts = await factsIn("Pedro worked in the city of Washington for years.", {
    ...both,
    speaker: null,
  });
  expect(facts.filter((fact) => fact.startsWith("the user"))).toEqual([]);
});

const factDraftsOf = async (text: string) =>
  (await draftsOf(text, both)).filter((draft) => draft.type === "semantic");

test("the tagger's facts have their words and a certainty, the grammar's are certain", async () => {
  const text = "Still can't believe it, quarterly revenue of the shop went from 40% to 55%.";
  const [revenue] = await factDraftsOf(text);
  expect(revenue).toMatchObject({ value: "55%", former: "40%" });
  expect(text.slice(revenue!.span!.start, revenue!.span!.end)).toContain("55%");
  expect(revenue!.certainty).toBeGreaterThanOrEqual(0.55);
  expect(revenue!.certainty).toBeLessThan(1);
  const [home] = await factDraftsOf("I live in Lisbon.");
  expect(home).toMatchObject({ property: "home", value: "Lisbon" });
  expect(home).not.toHaveProperty("certainty");
});

test("a fact that the tagger finds without a word of change replaces nothing", async () => {
  const tagged = await factDraftsOf("Pottery keeps me sane, and the workshop seats 12 people.");
  expect(tagged.map(({ value, cardinality }) => [value, cardinality])).toEqual([
    ["pottery", "many"],
    ["12 people", "many"],
  ]);
});

test("a text in another language is left to the grammar", async () => {
  expect(await factsIn("Vivo en Madrid desde 2020.", both)).toEqual(["Ana: home = Madrid from 2020-01-01"]);
});
