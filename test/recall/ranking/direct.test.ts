import { describe, expect, it } from "vitest";
import { Memory } from "../../../src/index.js";

const clock = () => new Date("2026-06-10T10:00:00.000Z");

const said: readonly (readonly [name: string, day: string, content: string])[] = [
  ["Ana", "2026-01-02", "I live in Graz with two flatmates."],
  ["Ana", "2026-01-02", "I am 34 years old."],
  ["Tom", "2026-01-02", "My wife is Greta."],
  ["Mei", "2026-01-03", "I adopted a cat called Miso."],
  ["Tom", "2026-01-03", "My birthday is on 9 March."],
  ["Ana", "2026-01-05", "I am allergic to peanuts."],
  ["Tom", "2026-01-05", "I drive a blue Saab."],
  ["Mei", "2026-01-06", "I live in Bergen."],
  ["Ana", "2026-02-01", "I work at a bakery as a pastry chef."],
  ["Mei", "2026-02-01", "I play the oboe in a quartet."],
  ["Ana", "2026-02-03", "My boss is Priya."],
  ["Ana", "2026-03-01", "I moved to Lisbon last week."],
  ["Tom", "2026-03-02", "I met Mei at the market this morning."],
  ["Tom", "2026-03-05", "I live in Porto near the river."],
];

async function small(): Promise<Memory> {
  const memory = new Memory({ clock });
  for (const [name, day, content] of said)
    await memory.remember({
      content: [{ role: "user", name, content }],
      occurred_at: `${day}T09:00:00Z`,
    });
  return memory;
}

async function proseOf(memory: Memory, query: string): Promise<string> {
  const { semantic_memory, episodic_memory, procedural_memory } = await memory.recall(query);
  return [semantic_memory, episodic_memory, procedural_memory].filter((field) => field !== "").join("\n");
}

describe("recall() of a fact that is asked for by name", () => {
  it.each([
    ["Who is Tom married to?", "Greta"],
    ["What pet does Mei have?", "Miso"],
    ["How old is Ana?", "34"],
    ["Who is Ana's boss?", "Priya"],
    ["What does Ana do for a living?", "pastry chef"],
    ["What car does Tom drive?", "Saab"],
  ])("answers %j with %j", async (query, wanted) => {
    await using memory = await small();
    expect(await proseOf(memory, query)).toContain(wanted);
  });

  it.each([
    ["Where does Ana live?", "Lisbon", /Bergen|Porto|Saab|Greta/],
    ["When is Tom's birthday?", "9 March", /Miso|Lisbon|34|Priya/],
  ])("returns for %j nothing about others", async (query, wanted, unwanted) => {
    await using memory = await small();
    const prose = await proseOf(memory, query);
    expect(prose).toContain(wanted);
    expect(prose).not.toMatch(unwanted);
  });

  it.each(["Where did Ana live before?", "Where did Ana use to live?", "Where has Ana lived?"])(
    "answers %j with the old home and its time, and with nobody else's",
    async (query) => {
      await using memory = await small();
      const prose = await proseOf(memory, query);
      expect(prose).toContain("Graz (from 2 January 2026 until");
      expect(prose).not.toMatch(/Bergen|Porto/);
    },
  );

  it("ranks the stated fact first", async () => {
    await using memory = await small();
    const { records = [] } = await memory.recall({ query: "Who is Tom married to?", explain: true });
    expect(records[0]?.text).toContain("Greta");
  });

  it("says nothing of a person for whom it is not known", async () => {
    await using memory = await small();
    expect(await proseOf(memory, "What is Mei allergic to?")).not.toContain("peanuts");
  });
});

describe("recall() of all about somebody", () => {
  it.each(["Tell me everything about Mei", "Tell me about Mei", "What do you know about Mei?", "Mei"])(
    "answers %j with all about, by and naming them, and nothing about others",
    async (query) => {
      await using memory = await small();
      const prose = await proseOf(memory, query);
      for (const known of ["Miso", "Bergen", "oboe", "market"]) expect(prose).toContain(known);
      expect(prose).not.toMatch(/Greta|Graz|Lisbon|Saab|Priya/);
    },
  );

  it("says nothing of somebody whom nobody named", async () => {
    await using memory = await small();
    expect(await proseOf(memory, "Tell me everything about Boris")).toBe("");
  });
});

describe("recall() of what shares nothing with the store", () => {
  it("is empty for the syntax of a search language", async () => {
    await using memory = new Memory({ clock });
    await memory.remember("Ana lives in Lisbon.");
    expect(await proseOf(memory, "NEAR(")).toBe("");
  });
});

describe("recall() of a relative's name", () => {
  it("does not take the asker's own name for it", async () => {
    await using memory = new Memory({ clock });
    await memory.remember("My name is Budi, and I live in Jakarta.");
    await memory.remember("I do all this for my wife.");
    const { confidence } = await memory.recall("What is my wife's name?");
    expect(confidence).toBe("weak");
    await memory.remember("My wife is called Sari.");
    expect(await memory.recall("What is my wife's name?")).toMatchObject({
      confidence: "found",
      semantic_memory: expect.stringContaining("Sari"),
    });
  });
});
