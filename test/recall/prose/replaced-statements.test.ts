import { describe, expect, it } from "vitest";
import { replacedStatements } from "../../../src/recall/prose/replaced-statements.js";
import { passage } from "../pool.js";

const twice = (first: string, second: string, speakers: [string | null, string | null] = [null, null]) => {
  const earlier = passage(1, first, { saidAt: "2026-01-01T00:00:00.000Z", speaker: speakers[0] });
  const later = passage(2, second, { saidAt: "2026-02-01T00:00:00.000Z", speaker: speakers[1] });
  return { found: replacedStatements([later, earlier]), earlier, later };
};

const labelled = (texts: readonly string[]) =>
  replacedStatements(
    texts.map((text, at) => passage(at + 1, text, { saidAt: `2026-0${at + 1}-01T00:00:00.000Z` })),
  ).size;

describe("replacedStatements()", () => {
  it("takes a label that many texts begin with for a kind of text, and not for one value", () => {
    expect(labelled(["Deadline: 1 March", "Deadline: 15 March"])).toBe(1);
    expect(labelled(["Note: Work record", "Note: Coffee chat", "Note: May review", "Note: Key points"])).toBe(
      0,
    );
  });

  it.each([
    ["The chair of the guild is Ines.", "The chair of the guild is Tom."],
    ["Verena Halmos is a citizen of Austria.", "Verena Halmos is a citizen of Chile."],
    ["Curling was invented in the town of Perth.", "Curling was invented in the town of Oulu."],
    [
      "The school where Ugo studied is the University of Pisa.",
      "The school where Ugo studied is Bari University.",
    ],
    ["Deploy window: Tuesday 9:00", "Deploy window: Thursday 14:30"],
    ["Our standup is at 9.", "Our standup is at 10, in the kitchen."],
  ])("finds that a later statement says otherwise: %s %s", (first, second) => {
    const { found, earlier, later } = twice(first, second);
    expect(found.get(earlier)).toBe("earlier");
    expect(found.has(later)).toBe(false);
  });

  it.each([
    ["The standup is at 9.", "The standup is now at 10."],
    ["The fee is 30 euros.", "Update: the fee is 35 euros."],
    ["The fee is 30 euros.", "From now on the fee is 35 euros."],
  ])("finds an earlier statement outdated where the later one speaks of a change: %s %s", (first, second) => {
    const { found, earlier } = twice(first, second);
    expect(found.get(earlier)).toBe("outdated");
  });

  it.each([
    ["The capital of Peru is Lima.", "The capital of Chile is Santiago."],
    ["My sister loves tea.", "My sister hates milk."],
    ["Ana lives in Lisbon.", "Bob lives in Lisbon."],
    ["The owner of the bakery lives in Rome.", "The owner of the pub lives in Bari."],
    ["Is the fee 30 euros?", "Is the fee 35 euros?"],
    ["The fee is 30 euros.", "If the fee is 35 euros, nobody comes."],
    ["The fee is 30 euros.", "The fee is 30 euros."],
    ["It is late.", "It is early."],
  ])("leaves alone what may both be so, or is no statement: %s %s", (first, second) => {
    expect(twice(first, second).found.size).toBe(0);
  });

  it("does not set one person's words about themself against another's", () => {
    const [first, second] = ["I live in Graz.", "I live in Porto."];
    expect(twice(first, second, ["Ana", "Bob"]).found.size).toBe(0);
    expect(twice(first, second, ["Ana", "Ana"]).found.size).toBe(1);
    const fees = ["The fee is 30 euros.", "The fee is 35 euros."] as const;
    expect(twice(...fees, ["Ana", "Bob"]).found.size).toBe(1);
  });
});
