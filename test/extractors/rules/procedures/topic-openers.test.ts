import { describe, expect, it } from "vitest";
import { openingTopic } from "../../../../src/extractors/rules/procedures/topic-openers.js";

describe("openingTopic()", () => {
  it.each([
    ["In a drought, move the herd to the river field", "a drought"],
    ["During maintenance, wear the yellow helmet", "maintenance"],
    ["For groups over ten, ask for a deposit", "groups over ten"],
    ["For screenshots, blur names", "screenshots"],
    ["Before a concert, no milk", "a concert"],
    ["For the board, write in French", "the board"],
    ["For the market, label every jar with the date", "the market"],
  ])("returns the topic of %j", (text, topic) => {
    expect(openingTopic(text)).toBe(topic);
  });

  it.each([
    "For the party, order balloons",
    "For Saturday, buy bread",
    "In a minute, call me",
    "For example, blur names",
    "For dinner, make pasta",
    "For soup, get a pot",
    "In summer, the shop closes early",
    "For groups over ten, can you ask for a deposit?",
  ])("returns no topic of %j", (text) => {
    expect(openingTopic(text)).toBeNull();
  });
});
