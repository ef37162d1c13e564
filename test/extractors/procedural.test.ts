import { describe, expect, test } from "vitest";
import { draftsOf, factsIn, rulesIn } from "./drafts.js";

/** Rules, by when they apply; `-`: always. */
const rules: Readonly<Record<string, string>> = {
  "Always format code with syntax highlighting.": "-",
  "Always show the query plan when I ask about slow queries.": "I ask about slow queries",
  "When a deploy fails, roll back first.": "a deploy fails",
  "If the build breaks, ping Tom before anything else.": "the build breaks",
  "Whenever I mention a recipe, convert cups to grams.": "I mention a recipe",
  "Before you send an email, show me a draft.": "you send an email",
  "never email clients on Fridays": "-",
  "Please use metric units from now on.": "-",
  "From now on, answer in German.": "-",
  "Use British spelling.": "-",
  "Please keep answers short.": "-",
  "To restart the pump: 1. close the valve 2. wait a minute 3. open the valve": "restart the pump",
  "Don't use emojis in your replies.": "-",
  "Avoid jargon.": "-",
  "Stop apologising in every answer.": "-",
  "Can you always answer in French?": "-",
  "I'd prefer you keep answers short.": "-",
  "I prefer concise answers.": "-",
  "I prefer tabs when you write code.": "you write code",
  "I'd like you to always cite your sources.": "-",
  "To reset the router, hold the button for ten seconds.": "reset the router",
  "For code reviews, use bullet points.": "code reviews",
  "Make sure to always run the tests before a release.": "a release",
  "We never deploy on Fridays.": "-",
  "Invoices must be approved by two people.": "-",
  "All pull requests need two reviews.": "-",
  "You must never share the customer list.": "-",
  "Call me Sam.": "-",
  "If a customer asks for a refund, you should escalate to Vera.": "a customer asks for a refund",
  "Remember to always greet Vera first.": "-",
  "How to release:\n1. Run the tests.\n2. Tag the commit.\n3. Push the tag.": "release",
  "First run the linter, then open the pull request.": "-",
  "Don't ever deploy on Fridays.": "-",
  "Do not share my data with anyone.": "-",
  "Don't call me after 9pm.": "-",
  "I'd rather you didn't use emojis.": "-",
  "I'd rather you not use emojis.": "-",
  "When reviewing code: always write the tests first.": "reviewing code",
  "Steps to release: first run the tests, then tag the commit.": "release",
  "Always use tabs when you write Go because spaces are hard to align.": "you write Go",
  "Ask me before you deploy, and wait for my answer.": "you deploy",
  "Use the Julian calendar before 1921.": "-",
  "Never deploy after Friday.": "-",
};

describe("RuleExtractor reads a rule in", () => {
  test.each(Object.entries(rules))("%s", async (text, trigger) => {
    expect(await rulesIn(text)).toEqual([trigger]);
  });
});

const noRules = [
  "Please write me a haiku.",
  "Can you help me fix this?",
  "Show me the map.",
  "Never give up!",
  "Always believe in yourself.",
  "Keep up the good work, and keep me posted.",
  "Don't worry about it.",
  "When I visited Rome, I ate too much.",
  "If you need anything, let me know.",
  "If it rains, the picnic is off and we are sad.",
  "I live in Lisbon.",
  "I prefer window seats.",
  "That must be hard for you and your team.",
  "We went to the lake and always laughed.",
  "I'd like you to meet my sister.",
  "if (x === 1) { return y; }",
  "Translate this into German.",
  "I never saw it.",
  "I really appreciate your help.",
  "I'd rather you didn't tell him that.",
  "I'd rather you didn't come today.",
  "To be clear: I love it.",
  "Don't ever change!",
  "We don't go often, usually once a year.",
];

describe("RuleExtractor reads no rule in", () => {
  test.each(noRules)("%s", async (text) => {
    expect(await rulesIn(text)).toEqual([]);
  });
});

describe("RuleExtractor", () => {
  test("a preference about work is a taste and a rule", async () => {
    expect(await factsIn("I prefer concise answers.")).toEqual(["Ana: prefers = concise answers"]);
    expect(await rulesIn("I prefer concise answers.")).toEqual(["-"]);
  });
  test("what an unnamed assistant recites is nobody's rule", async () => {
    expect(await rulesIn("Always back up your data.", { role: "assistant", speaker: null })).toEqual([]);
  });
  test("a system message lays down rules", async () => {
    const drafts = await draftsOf("Always answer in German.", { role: "system", speaker: null });
    expect(drafts).toEqual([expect.objectContaining({ type: "procedural", entity: "the system" })]);
  });
});
