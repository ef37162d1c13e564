import { describe, expect, it } from "vitest";
import { compose } from "../../../src/recall/prose/compose.js";
import { byMessage, withRestOfMessages } from "../../../src/recall/prose/short-messages.js";
import type { Ranked } from "../../../src/recall/ranking/rank.js";
import type { StoredPassage } from "../../../src/stores/store.js";
import { countTokens, passage, record } from "../pool.js";

const ranked = (one: StoredPassage, probability = 0.5): Ranked => ({
  ...{ passage: one, probability, touches: true },
  signals: () => ({}),
});
/** Passages of one message, by consecutive numbers. */
const message = (first: number, texts: readonly string[], over: Partial<StoredPassage> = {}) =>
  texts.map((text, at) => passage(first + at, text, { sourceId: `source-${first}`, ...over }));
const order = message(10, ["Order 52 is paid.", "It includes a resistance band.", "It arrives on Friday."]);
const page = message(
  20,
  [1, 2, 3].map((part) => `Part ${part}: ${"word ".repeat(40)}`),
);
const numbers = (list: readonly Ranked[]) => list.map((one) => one.passage.id);

describe("withRestOfMessages()", () => {
  it("adds the other passages of a short message that were found", () => {
    const found = [...order, ...page].map((one) => ranked(one));
    expect(numbers(withRestOfMessages([found[2]!], found))).toEqual([12, 10, 11]);
  });

  it("adds nothing of a long message, nor beyond a passage that was not found", () => {
    const found = [...order, ...page].map((one) => ranked(one));
    expect(numbers(withRestOfMessages([found[4]!], found))).toEqual([21]);
    expect(numbers(withRestOfMessages([found[2]!], [found[0]!, found[2]!]))).toEqual([12]);
  });

  it("adds no standing rule, which comes with every answer anyway", () => {
    const text = "Always answer in metric units.";
    const rule = passage(11, text, {
      sourceId: "source-10",
      records: [record({ type: "procedural", text })],
    });
    expect(numbers(withRestOfMessages([ranked(order[0]!)], [ranked(rule)]))).toEqual([10]);
  });

  it.each([
    ["another speaker", { speaker: "Ben" }],
    ["another time", { saidAt: "2026-05-04T10:00:00.000Z" }],
    ["another source", { sourceId: "source-2" }],
    ["an answer to a question", { prompt: "And then?" }],
  ])("adds no neighbour with %s", (_, over) => {
    const other = ranked(passage(11, "It is heavy.", { sourceId: "source-10", ...over }));
    expect(numbers(withRestOfMessages([ranked(order[0]!)], [other]))).toEqual([10]);
  });
});

describe("byMessage()", () => {
  it("groups the passages of a short message in the order of the text, and no others", () => {
    const mixed = [order[2]!, page[0]!, order[0]!, page[1]!, order[1]!].map((one) => ranked(one));
    expect(byMessage(mixed).map(numbers)).toEqual([[10, 11, 12], [20], [21]]);
  });
});

describe("compose()", () => {
  const compared = [
    ranked(passage(1, "The parcel is late.")),
    ranked(order[2]!, 0.4),
    ranked(passage(5, "A parcel came for Ben yesterday."), 0.3),
    ranked(order[0]!, 0.01),
    ranked(order[1]!, 0.01),
  ];
  const options = { limit: 50, countTokens, history: false, factsFirst: false, asked: [] };
  const proseWithin = (tokenBudget: number) =>
    compose(compared, { ...options, tokenBudget }).prose.episodic_memory;

  it("quotes a short message whole, before passages that fit less well than its best one", () => {
    const whole = "Order 52 is paid. It includes a resistance band. It arrives on Friday.";
    const tokens = countTokens(`${whole} (3 May 2026)\nThe parcel is late. (3 May 2026)`);
    expect(proseWithin(tokens + 2)).toContain(whole);
    expect(proseWithin(tokens + 2)).not.toContain("came for Ben");
    expect(proseWithin(1000)).toContain("came for Ben");
  });

  it("begins with the best passage, however small the budget is", () => {
    expect(proseWithin(countTokens("The parcel is late. (3 May 2026)"))).toContain("The parcel is late.");
  });
});
