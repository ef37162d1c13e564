import { describe, expect, it } from "vitest";
import { Memory } from "../../src/index.js";

const said = [
  "Priya's phone number is 555-0142.",
  "When Priya asks for a report, send it as PDF.",
  "Always copy Priya on emails to clients.",
  "Tom's phone number is 555-0199.",
  "Priya works at Acme.",
  "I live in Lisbon.",
  "I had a fight with Tom about the rent in March.",
  "Never deploy on Fridays.",
  "The garage code is 4711.",
];

async function previewOf(query: string) {
  await using memory = new Memory({ clock: () => new Date("2026-06-10T10:00:00.000Z") });
  for (const text of said) await memory.remember(text);
  return (await memory.forget({ query })).preview;
}

describe("forget({ query })", () => {
  it.each([
    ["Priya's phone number", ["Priya's phone number is 555-0142."]],
    ["Please forget Priya's phone number", ["Priya's phone number is 555-0142."]],
    ["where Priya works", ["Priya works at Acme."]],
    ["my address", ["The user lives in Lisbon."]],
    ["the rule about deploys", ["Never deploy on Fridays."]],
    ["how to send reports to Priya", ["When Priya asks for a report, send it as PDF."]],
    ["the fight with Tom", ["I had a fight with Tom about the rent in March."]],
    ["the garage code", ["The garage code is 4711."]],
  ])("selects for %j the records that state it, and no others", async (query, texts) => {
    expect((await previewOf(query)).map(({ text }) => text)).toEqual(texts);
  });

  it.each(["Bob's phone number", "my salary", "Priya's birthday"])(
    "selects nothing for %j",
    async (query) => {
      expect(await previewOf(query)).toEqual([]);
    },
  );

  it("selects rules when the query asks for everything about somebody", async () => {
    const texts = (await previewOf("everything about Priya")).map(({ text }) => text);
    expect(texts).toHaveLength(4);
    expect(texts.join("\n")).toContain("Always copy Priya");
  });

  it("takes what was said about somebody for everything about them", async () => {
    const textsOf = async (query: string) => (await previewOf(query)).map(({ text }) => text);
    const all = await textsOf("everything about Priya");
    expect(all).not.toEqual([]);
    for (const query of ["what I told you about Priya", "Forget the things that you know about Priya"])
      expect(await textsOf(query)).toEqual(all);
  });

  it("gives the reason for each record", async () => {
    const [fact] = await previewOf("Priya's phone number");
    expect(fact?.why).toBe("states the fact that the query names");
    const [code] = await previewOf("the garage code");
    expect(code?.why).toBe('says "garage", "code"');
  });

  it("says of a record beside the fact, in one passage, that it only rests on that passage", async () => {
    await using memory = new Memory();
    await memory.remember("Ana moved to Lisbon in May and prefers window seats.");
    const { preview } = await memory.forget({ query: "Where does Ana live?" });
    const whyOf = (text: string) => preview.find((one) => one.text === text)?.why;
    expect(whyOf("Ana lives in Lisbon.")).toBe("states the fact that the query names");
    expect(whyOf("Ana prefers window seats.")).toBe(
      "rests on a passage that states the fact that the query names",
    );
  });

  it("needs a speaker to resolve I", async () => {
    await using memory = new Memory();
    await memory.remember({ content: "I live in Lisbon.", speaker: "Ana" });
    await memory.remember({ content: "I live in Porto.", speaker: "Ben" });
    const texts = async (speaker?: string) =>
      (
        await memory.forget({ query: "my address", ...(speaker === undefined ? {} : { speaker }) })
      ).preview.map(({ text }) => text);
    expect(await texts("Ben")).toEqual(["Ben lives in Porto."]);
    expect(await texts()).toEqual([]);
    await expect(
      memory.forget({ ids: ["01890000-0000-7000-8000-000000000000"], speaker: "Ben" }),
    ).rejects.toThrow("speaker needs a query");
  });
});

describe("forget() by other conditions", () => {
  it("names the condition that selects a record", async () => {
    await using memory = new Memory();
    await memory.remember("Priya works at Acme.");
    const { preview } = await memory.forget({
      query: "where Priya works",
      entity: "Priya",
      type: "semantic",
    });
    expect(preview[0]?.why).toBe(
      'states the fact that the query names; is about, was said by or names "Priya"; is of type semantic',
    );
  });
});
