import { describe, expect, it } from "vitest";
import { Memory } from "../../src/index.js";

const factsOf = async (content: string) => {
  await using memory = new Memory();
  const { data } = await memory.remember({ content });
  const { items } = data.data.memory_decisions.semantic;
  return items.filter(({ certainty }) => certainty === 1).map(({ text }) => text);
};

describe("remember() of what nearly was", () => {
  it.each(["I almost bought a boat on Sunday.", "I nearly moved to Graz in May."])(
    "states nothing that did not happen: %s",
    async (content) => {
      expect(await factsOf(content)).toEqual([]);
    },
  );

  it("still reads how often something is done", async () => {
    expect(await factsOf("I nearly always drink tea.")).toEqual(["The user drinks tea."]);
  });
});

describe("remember() of a town that was left", () => {
  it("ends no job there", async () => {
    expect(await factsOf("We left Ankara last week and live in Bursa now.")).toEqual([
      "The user lives in Bursa.",
    ]);
    expect(await factsOf("I left Siemens in May.")).toEqual(["The user no longer works at Siemens."]);
  });
});

describe("remember() of a proposal", () => {
  it.each([
    "Let's get advice and good plans from local teachers.",
    "hmm, do I need to restart the Redis service on Hetzner after changing the config file?",
  ])("states no fact: %s", async (content) => {
    await using memory = new Memory();
    const { data } = await memory.remember({ content });
    expect(data.data.memory_decisions.semantic.items).toEqual([]);
  });
});

describe("remember() of a request to an assistant", () => {
  it.each([
    "Explain how inflation works like I'm 5.",
    "Summarise the article below. like I'm 5",
    "Pretend I'm 80 and I live in Naples.",
    "There are 2 further options.",
    "As a user, I just want it to be easy.",
    'How do I say "I eat bread" in Spanish?',
    "I like the sound of that.",
    "I like a lot of yours, but some are too long.",
    "I'd prefer not to say.",
  ])("states no fact about the user: %s", async (content) => {
    expect(await factsOf(content)).toEqual([]);
  });

  it("states no fact without a value", async () => {
    await using memory = new Memory();
    const { data } = await memory.remember(
      "My Honda Beat needs to be in good shape without costing too much at the shop, you know.",
    );
    const { items } = data.data.memory_decisions.semantic;
    expect(items.filter(({ value }) => value === "")).toEqual([]);
  });

  it("reads no home from a move of things", async () => {
    expect(await factsOf("I moved everything into Obsidian over Easter.")).toEqual([]);
  });

  it('reads a name without "my"', async () => {
    expect(await factsOf("btw name is Paweł, backend dev.")).toContain("The user is called Paweł.");
  });

  it("still reads what the user is", async () => {
    expect(await factsOf("As a taxi driver, I need short exercises.")).toEqual([
      "The user works as taxi driver.",
    ]);
  });
});
