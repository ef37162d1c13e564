import { describe, expect, test } from "vitest";
import { ruleExtractor } from "../../../../src/extractors/rule-extractor.js";
import { segment } from "../../../../src/remember/segment/segment.js";
import { factsIn, saidAt } from "../../drafts.js";

/** The facts that the grammar drafts from chat messages, each "Name: text". */
async function factsOfChat(...messages: readonly string[]): Promise<string[]> {
  const chat = messages.map((message) => {
    const [name = "", content = ""] = message.split(": ");
    return { role: "user" as const, name, content };
  });
  const request = { passages: segment(chat, { saidAt }), previousContext: null };
  const { decisions } = await ruleExtractor({ parts: ["grammar"] }).extract(request);
  return decisions
    .flatMap((decision) => (decision.keep ? decision.drafts : []))
    .flatMap((draft) =>
      draft.type === "semantic" ? [`${draft.entity}: ${draft.property} = ${draft.value}`] : [],
    );
}

describe("Conversation.resolve()", () => {
  test("finds the thing that one speaker goes on about", async () => {
    const facts = await factsOfChat("Ana: The bakery opened on Sunday.", "Ana: It is in Porto.");
    expect(facts).toContain("bakery: location = Porto");
  });

  test("does not take another speaker's `it` for a thing that was mentioned", async () => {
    const facts = await factsOfChat("Ana: The bakery opened on Sunday.", "Tom: It is in Porto.");
    expect(facts).not.toContain("bakery: location = Porto");
  });

  test("takes no plural for `it`", async () => {
    expect(await factsIn("The ovens arrived on Sunday. It is in Porto.")).not.toContain(
      "ovens: location = Porto",
    );
  });

  test("forgets somebody who was mentioned long ago", async () => {
    const talk = ["Ana: Right.", "Tom: And the weather?", "Ana: Rain again.", "Tom: I see."];
    const near = await factsOfChat("Ana: My sister works at Siemens.", "Ana: She lives in Porto.");
    const far = await factsOfChat("Ana: My sister works at Siemens.", ...talk, "Ana: She lives in Porto.");
    expect(near).toContain("Ana's sister: home = Porto");
    expect(far).not.toContain("Ana's sister: home = Porto");
  });
});

describe("bareNounOf()", () => {
  test.each([
    ["rent is 780 euros.", ["Ana: rent = 780 euros"]],
    ["Memory limit is 512 MB.", ["Ana: memory limit = 512 MB"]],
    ["Life is short.", []],
    ["That map is from Friday.", []],
    ["Rent is 905.", []],
  ] as const)("%s", async (text, facts) => {
    expect(await factsIn(text)).toEqual(facts);
  });

  test("gives a noun without an owner to nobody where several people talk", async () => {
    expect(
      await factsOfChat("Tom: How is it going?", "Ana: The rehearsal went well, rent is 780 euros."),
    ).not.toContain("Ana: rent = 780 euros");
  });
});
