import { describe, expect, it } from "vitest";
import { givesReasonForManner, withoutReason } from "../../../src/text/rules/reasons.js";

describe("withoutReason()", () => {
  it.each([
    ["Use ounces, my scales are old.", "Use ounces"],
    [
      "Keep spoilers out of anything you write, because I paste it.",
      "Keep spoilers out of anything you write",
    ],
    ["Give me one step at a time, otherwise I burn things.", "Give me one step at a time"],
    ["Round everything up - my customers like even numbers", "Round everything up"],
  ])("cuts the reason off %j", (sentence, rule) => expect(withoutReason(sentence)).toBe(rule));

  it.each([
    "Use the blue one, my dear",
    "I moved to Oslo, my sister lives there.",
    "Can you keep it short, I read it on a watch?",
    "Use metric units.",
  ])("returns %j as it is", (sentence) => expect(withoutReason(sentence)).toBe(sentence));
});

describe("givesReasonForManner()", () => {
  it.each(["Use ounces, my scales are old.", "Emails only please, I am hard of hearing."])(
    "accepts %j",
    (sentence) => expect(givesReasonForManner(sentence)).toBe(true),
  );

  it.each(["Use ounces.", "Show me the recipe, I want to cook it.", "Take the bus, it's faster."])(
    "refuses %j",
    (sentence) => expect(givesReasonForManner(sentence)).toBe(false),
  );
});
