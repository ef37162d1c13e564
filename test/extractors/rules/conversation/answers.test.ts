import { describe, expect, test } from "vitest";
import { ruleExtractor } from "../../../../src/extractors/rule-extractor.js";
import { segment } from "../../../../src/remember/segment/segment.js";
import { saidAt } from "../../drafts.js";

/** The facts of Ana's answer to a question of the assistant's. */
async function factsOfAnswer(question: string, answer: string): Promise<string[]> {
  const passages = segment(
    [
      { role: "assistant", content: question },
      { role: "user", name: "Ana", content: answer },
    ],
    { saidAt },
  );
  const { decisions } = await ruleExtractor().extract({ passages, previousContext: null });
  return decisions.flatMap((decision) =>
    decision.keep
      ? decision.drafts.flatMap((draft) =>
          draft.type === "semantic" ? [`${draft.entity}: ${draft.property} = ${draft.value}`] : [],
        )
      : [],
  );
}

const answered: readonly (readonly [string, string, readonly string[]])[] = [
  ["Where do you live?", "Lisbon.", ["Ana: home = Lisbon"]],
  ["Nice! So where do you live now, Ana?", "In Lisbon", ["Ana: home = Lisbon"]],
  ["Where do you work?", "At Siemens.", ["Ana: employer = Siemens"]],
  ["What do you do for work?", "Nurse", ["Ana: occupation = nurse"]],
  ["What do you do for work?", "I'm a nurse.", ["Ana: role = nurse"]],
  ["What's your favorite food?", "Ramen!", ["Ana: favourite food = Ramen"]],
  ["What is your name?", "Anastasia", ["Ana: name = Anastasia"]],
  ["How old are you?", "34", ["Ana: age = 34"]],
  [
    "What languages do you speak?",
    "French and German.",
    ["Ana: language = French", "Ana: language = German"],
  ],
  ["Who is your manager?", "Clara.", ["Ana: manager = Clara"]],
];

describe("RuleExtractor reads an answer with its question:", () => {
  test.each(answered)("%s %s", async (question, answer, facts) => {
    expect(await factsOfAnswer(question, answer)).toEqual(facts);
  });
});

const unclear: readonly (readonly [string, string])[] = [
  ["Where do you live?", "With my parents."],
  ["Where do you live?", "Guess!"],
  ["Where do you work?", "From home."],
  ["Where does Tom live?", "Lisbon."],
  ["How old are you?", "Old enough."],
  ["What's your favourite food?", "Hard to say!"],
  ["What's your favourite food?", "Sushi, I think."],
  ["What's your plan?", "Pizza first."],
  ["Where do you live? And your sister?", "Lisbon."],
];

describe("RuleExtractor states nothing from the answer:", () => {
  test.each(unclear)("%s %s", async (question, answer) => {
    expect(await factsOfAnswer(question, answer)).toEqual([]);
  });
});
