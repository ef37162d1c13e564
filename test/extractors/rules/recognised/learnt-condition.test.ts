/** The condition of a rule that only the model recognised. */
import { describe, expect, it } from "vitest";
import {
  learntCondition,
  topicOfRule,
} from "../../../../src/extractors/rules/recognised/learnt-condition.js";

describe("learntCondition()", () => {
  it.each([
    ["When Bruno eats with us, nothing spicy.", "Bruno eats with us"],
    ["Nothing spicy when Bruno eats with us.", "Bruno eats with us"],
    ["Only when Bruno visits should you use the large print.", "Bruno visits"],
    ["For the orchestra: dates go day first.", "the orchestra"],
    ["Visa questions: send them to Petra.", "Visa questions"],
    ["For Advent weeks plan the dinners without meat.", "Advent weeks"],
    ["No jokes unless I start.", "unless I start"],
  ])("%s", (text, condition) => expect(learntCondition(text)).toBe(condition));

  it.each(["No slang, ever.", "In my opinion, less is more.", "Names in italics"])(
    "finds none in %s",
    (text) => expect(learntCondition(text)).toBeNull(),
  );
});

describe("topicOfRule()", () => {
  it.each([
    ["Letters to the council should stay polite.", "Letters to the council"],
    ["It's Dr Bell in letters to the school, never Tom.", "letters to the school"],
    ["Nothing goes out on Sundays.", "Sundays"],
    ["Short sentences", "Short sentences"],
  ])("%s", (text, topic) => expect(topicOfRule(text)).toBe(topic));
});
