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
