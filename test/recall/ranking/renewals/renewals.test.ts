import { describe, expect, it } from "vitest";
import { interpret } from "../../../../src/recall/question/interpret.js";
import { renewalTest } from "../../../../src/recall/ranking/renewals/renewals.js";
import { passage } from "../../pool.js";

const on = (day: number, text: string, speaker: string | null = null) =>
  passage(day, text, {
    saidAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
    speaker,
    role: "user",
    wordCount: text.split(" ").length,
  });
const renews = (question: string, first: string, then: string, speakers: [string?, string?] = []) => {
  const test = renewalTest(interpret(question, { now: new Date("2026-03-01T00:00:00Z") }));
  const isRenewed = test(on(20, then, speakers[1] ?? null));
  return isRenewed?.(on(3, first, speakers[0] ?? null)) ?? false;
};

describe("renewalTest() with another value on the matter that is asked about", () => {
  it.each([
    [
      "What does the ultrasound scanner cost?",
      "The new scanner costs 23,500 euros.",
      "Scanner: second quote came in at 21,900 euros.",
    ],
    [
      "What is the entry fee of the museum?",
      "Entry to the museum is 12 euros.",
      "The museum takes 14 euros since March.",
    ],
    [
      "How many members does the club have?",
      "The club has nine members.",
      "Two people joined, we are eleven in the club.",
    ],
    [
      "When does the rehearsal start?",
      "The rehearsal starts at 19:30.",
      "For the rehearsal please be there at 18:45.",
    ],
  ])("%s", (question, first, then) => {
    expect(renews(question, first, then)).toBe(true);
    expect(renews(question, then, first)).toBe(true);
  });

  it.each([
    [
      "another matter",
      "What is the entry fee of the museum?",
      "Entry to the museum is 12 euros.",
      "Entry to the zoo is 15 euros.",
    ],
    [
      "the same value",
      "What does the scanner cost?",
      "The scanner costs 900 euros.",
      "I paid 900 euros for the scanner.",
    ],
    [
      "a value of another kind",
      "What does the scanner cost?",
      "The scanner costs 900 euros.",
      "The scanner arrives at 9:30.",
    ],
    [
      "history",
      "What did the scanner cost before?",
      "The scanner costs 900 euros.",
      "The scanner costs 950 euros.",
    ],
  ])("is false of %s", (_, question, first, then) => {
    expect(renews(question, first, then)).toBe(false);
  });
});

describe("renewalTest() with a name that was named before", () => {
  const meets = "Our book club meets at Fiona's place.";
  const asked = "Where does the book club meet?";

  it("is true of a statement on the topic that brings another name", () => {
    expect(renews(asked, meets, "Fiona has builders in, so we'll meet at Gwen's until summer.")).toBe(true);
  });

  it("is false of statements that lack a name of the question", () => {
    const first = "The language of Birchland is Fennish.";
    expect(renews("What is the language of Mosel?", first, "Fennish is a language of Alderland.")).toBe(
      false,
    );
  });

  it("is false without the topic, without another name, and of another speaker", () => {
    expect(renews(asked, meets, "Fiona went to Rome with Gwen.")).toBe(false);
    expect(renews(asked, meets, "We meet Fiona at eight.")).toBe(false);
    expect(renews(asked, meets, "I meet Fiona and Gwen on Friday.", ["Ida", "Olaf"])).toBe(false);
  });
});
