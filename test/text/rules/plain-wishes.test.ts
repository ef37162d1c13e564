import { expect, test } from "vitest";
import { asksForAnswerManner } from "../../../src/text/rules/answer-manner.js";

test.each([
  "Please use easy words, my French is rusty.",
  "por favor explain Danish words in Italian.",
  "My pronouns are ze/zir.",
  "Times like 18:05, nothing else.",
])("asksForAnswerManner() reads %j, no matter who is addressed", (sentence) => {
  expect(asksForAnswerManner(sentence, false)).toBe(true);
});

test.each([
  "Keep it under 80 words.",
  "I'm tired in the evening, so short sentences help me.",
  "It bugs me when you end with a joke.",
  "As a rule I want two suggestions, not one.",
  "I don't want to hear about diets.",
  "Remember to cite page numbers.",
])("asksForAnswerManner() reads %j, said to an assistant", (sentence) => {
  expect(asksForAnswerManner(sentence, true)).toBe(true);
});

test.each([
  "Keep it safe for me.",
  "My pronouns are none of your business.",
  "It bugs me when you were late.",
  "I want two sisters.",
  "Write this letter in German.",
  "Short walks tire me.",
  "I don't want to hear about it.",
])("asksForAnswerManner() finds no rule in %j", (sentence) => {
  expect(asksForAnswerManner(sentence, true)).toBe(false);
});
