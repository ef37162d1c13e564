import { describe, expect, it } from "vitest";
import {
  isAnsweringOccasion,
  namesAnsweringOccasion,
  ordersParts,
} from "../../../src/text/rules/answering-occasions.js";

describe("isAnsweringOccasion() is true of conditions that every answer meets", () => {
  it.each([
    "you answer",
    "you give me an answer",
    "replying to me",
    "I ask you something",
    "you write to me",
  ])("%s", (condition) => expect(isAnsweringOccasion(condition)).toBe(true));

  it.each(["you answer the phone", "I ask for recipes", "you commit", "answering machines fail"])(
    "and not: %s",
    (condition) => expect(isAnsweringOccasion(condition)).toBe(false),
  );
});

describe("namesAnsweringOccasion()", () => {
  it("finds it at either end of a sentence", () => {
    expect(namesAnsweringOccasion("Before answering, check the units.")).toBe(true);
    expect(namesAnsweringOccasion("Check the units before you answer me.")).toBe(true);
    expect(namesAnsweringOccasion("Before you answer the door, look who it is.")).toBe(false);
  });
});

describe("ordersParts() is true of an order of the parts of an answer", () => {
  it.each([
    "Give the answer before the explanation.",
    "Always write tests before the code.",
    "State the price after all details",
  ])("%s", (command) => expect(ordersParts(command)).toBe(true));

  it.each([
    "Show me the agenda before the meeting.",
    "Give her the drops before meals.",
    "Tell the neighbours before the party.",
    "Run the linter before you commit.",
  ])("and not of an occasion: %s", (command) => expect(ordersParts(command)).toBe(false));
});
