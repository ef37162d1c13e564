import { describe, expect, it } from "vitest";
import { interpret } from "../../../../src/recall/question/interpret.js";
import { renewalTest, sequelTest } from "../../../../src/recall/ranking/renewals/renewals.js";
import { passage, record } from "../../pool.js";

const on = (
  day: number,
  text: string,
  speaker: string | null = null,
  type: "semantic" | "episodic" = "semantic",
) =>
  passage(day, text, {
    records: [record({ type, text })],
    saidAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
    speaker,
    role: "user",
    wordCount: text.split(" ").length,
  });
const asking = (question: string) => interpret(question, { now: new Date("2026-03-01T00:00:00Z") });

describe("renewalTest() with what an earlier statement brought and the question does not have", () => {
  it.each([
    [
      "another name",
      "Who is at reception?",
      "Reception is staffed by Colm.",
      "Colm stayed with the landlord; Ife is at the front desk.",
    ],
    [
      "a cue of change",
      "Where do we rehearse?",
      "We rehearse in Ruben's garage.",
      "No garage any more, so we use the youth centre.",
    ],
    [
      "a name that the question has not",
      "Who teaches Nils?",
      "Nils is in 4b, his teacher is Frau Lindner.",
      "Frau Lindner is on leave, Herr Toprak has taken over the class.",
    ],
  ])("finds %s", (_, question, first, then) => {
    const [one, later] = [on(3, first), on(20, then)];
    const renews = renewalTest(asking(question), [one, later]);
    expect(renews(later, one)).toBe(true);
    expect(renews(one, later)).toBe(false);
  });

  const one = on(3, "Reception is staffed by Colm.");
  it.each([
    ["nothing in common", "Who is at reception?", on(20, "Ife is at the front desk now.")],
    ["no other name and no change", "Who is at reception?", on(20, "Colm likes coffee.")],
    ["another speaker's own matter", "Who is at reception?", on(20, "Reception closes, says Ife.", "Olaf")],
    ["the same time", "Who is at reception?", { ...on(20, "Colm left, Ife is here."), saidAt: one.saidAt }],
    ["no question", "Write to the reception.", on(20, "Colm stayed, Ife is at the front desk.")],
    ["a question about what was", "Who was at reception?", on(20, "Colm stayed, Ife is at the desk.")],
  ])("is false with %s", (_, question, later) => {
    expect(renewalTest(asking(question), [one, later])(later, one)).toBe(false);
  });

  it("does not mark the earlier one for an event, which may only be returned before it", () => {
    const event = on(20, "Colm went to Rome with Ife.", null, "episodic");
    const question = asking("Who is at reception?");
    expect(renewalTest(question, [one, event])(event, one)).toBe(false);
    expect(sequelTest(question, [one, event])(event, one)).toBe(true);
    expect(sequelTest(asking("Who was at reception?"), [one, event])(event, one)).toBe(false);
  });

  it("is false where the common word is in many passages", () => {
    const later = on(20, "Colm stayed with the landlord; Ife is at the front desk.");
    const others = Array.from({ length: 5 }, (_, at) => on(4 + at, "Colm came at nine."));
    const renews = renewalTest(asking("Who is at reception?"), [one, later, ...others]);
    expect(renews(later, one)).toBe(false);
  });

  it("is false where one of the two is long", () => {
    const later = on(20, `Colm stayed; Ife is here. ${"And so it went on for a while. ".repeat(5)}`);
    expect(renewalTest(asking("Who is at reception?"), [one, later])(later, one)).toBe(false);
  });
});
