import { describe, expect, it } from "vitest";
import { Memory } from "../../../../src/index.js";
import { askedEntitiesOf } from "../../../../src/recall/question/entities/asked-entities.js";
import { whoseStores } from "../../whose-data.js";

const clock = () => new Date("2026-06-10T10:00:00.000Z");

describe.each(whoseStores)("recall() on a store of $name", ({ said, cases }) => {
  it.each(cases)("answers $ask with $holds", async ({ ask, holds, lacks, confidence }) => {
    await using memory = new Memory({ clock });
    for (const input of said) await memory.remember(input);
    const payload = await memory.recall(ask);
    const prose = [payload.semantic_memory, payload.episodic_memory, payload.procedural_memory].join("\n");
    for (const words of holds) expect(prose).toContain(words);
    if (lacks !== undefined) expect(prose).not.toMatch(lacks);
    if (confidence !== undefined) expect(payload.confidence).toBe(confidence);
    // Standing rules come with every answer, and are none.
    if (confidence === "none") expect(`${payload.semantic_memory}${payload.episodic_memory}`).toBe("");
  });
});

describe("recall() of somebody whose fact is not stated", () => {
  it("is weak where only something near it is known of them", async () => {
    await using memory = new Memory({ clock });
    await memory.remember({ content: "My sister Priya is a nurse in Oslo.", speaker: "Caroline" });
    expect((await memory.recall("Where does Caroline live?")).confidence).not.toBe("found");
  });

  it("answers six other notes later as well", async () => {
    await using memory = new Memory({ clock });
    await memory.remember("The user's name is Ana. She lives in Lisbon.");
    for (const thing of ["compiler", "garden", "boat", "novel", "quartet", "survey"])
      await memory.remember(`The user is working on a ${thing}.`);
    expect((await memory.recall("Where does Ana live?")).semantic_memory).toContain("Lisbon");
  });
});

describe("askedEntitiesOf()", () => {
  const names = ["bob", "ana", "silva", "redis", "tom", "project"];
  it.each([
    ["Where does Bob live?", [["bob"]]],
    ["Where's Bob?", [["bob"]]],
    ["Ana Silva's phone number", [["ana", "silva"]]],
    ["What is the phone number of Bob?", [["bob"]]],
    ["Do Ana and Bob like tea?", [["ana"], ["bob"]]],
    ["Do you know where Bob lives?", [["bob"]]],
    ["Where does my friend Bob live?", [["bob"]]],
    ["Did Ana call Bob?", [["ana"]]],
    ["What is Project Redis about?", [["redis"]]],
    ["My cousin Tom is visiting on Sunday. What is Ana allergic to?", [["ana"]]],
    ["My cousin Tom is visiting, so what is Ana allergic to?", [["tom"], ["ana"]]],
    ["Where does Ana's brother Tom live?", [["tom"]]],
    ["Where does Ana live? And where does Bob live?", [["ana"], ["bob"]]],
  ])("finds the subject of %j", (query, expected) => {
    expect(askedEntitiesOf(query, names)?.names).toEqual(expected);
  });

  it.each([
    "How do I use Redis for caching?",
    "What are Redis best practices?",
    "Who works with Bob?",
    "Who is allergic to peanuts?",
    "Help me write to Bob",
    "My cousin Tom is visiting on Sunday and brings two friends.",
    "Where does Bob live? Who else works here?",
  ])("finds none in %j", (query) => {
    expect(askedEntitiesOf(query, names)).toBeUndefined();
  });

  it.each([
    ["Where do I live?", undefined],
    ["What is my sister's job?", "sister"],
    ["my phone number", undefined],
    ["What is the user's name?", undefined],
  ])("finds the asker in %j", (query, relation) => {
    expect(askedEntitiesOf(query, names)).toMatchObject({ asker: true, names: [], relation });
  });

  it("distinguishes who is asked about from who only leads there", () => {
    expect(askedEntitiesOf("What is the capital of the country where Bob was born?", names)?.itself).toBe(
      false,
    );
    expect(askedEntitiesOf("Where was Bob born?", names)?.itself).toBe(true);
  });

  it("finds of whom something is to have been said", () => {
    expect(askedEntitiesOf("What did I tell you about Tom?", names)?.topics).toEqual([["tom"]]);
  });

  it("finds at the end of a question which one is meant, if it is about nobody else", () => {
    const topics = (query: string) => askedEntitiesOf(query, [...names, "vesta"])?.topics ?? [];
    expect(topics("Who is the contact person at Vesta?")).toEqual([["vesta"]]);
    expect(topics("When does the audit start at Vesta?")).toEqual([["vesta"]]);
    expect(topics("How do we deploy at Vesta?")).toEqual([]);
    expect(topics("What does Bob do at Vesta?")).toEqual([]);
  });
});
