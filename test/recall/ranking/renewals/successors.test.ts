import { describe, expect, it } from "vitest";
import { interpret } from "../../../../src/recall/question/interpret.js";
import { sequelsIn, withSequels } from "../../../../src/recall/ranking/renewals/renewals.js";
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
      "a cue of change in Japanese",
      "健太はどこに住んでいますか?",
      "私は京都に住んでいます。",
      "先週、京都から福岡に引っ越しました。",
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
    const { strength, replaces } = sequelsIn([one, later], asking(question));
    expect(strength(later, one)).toBeGreaterThan(0);
    expect(replaces(later)?.(one)).toBe(true);
    expect(strength(one, later)).toBe(0);
    expect(replaces(one)?.(later) ?? false).toBe(false);
  });

  const one = on(3, "Reception is staffed by Colm.");
  const sequel = on(20, "Colm stayed with the landlord; Ife is at the front desk.");
  const long = `Colm stayed; Ife is here. ${"And so it went on for a while. ".repeat(5)}`;
  it.each([
    ["nothing in common", "Who is at reception?", on(20, "Ife is at the front desk now.")],
    ["no other name and no change", "Who is at reception?", on(20, "Colm likes coffee.")],
    ["the same time", "Who is at reception?", { ...sequel, saidAt: one.saidAt }],
    ["a long text", "Who is at reception?", on(20, long)],
    ["no question", "Write to the reception.", sequel],
    ["a question about what was", "Who was at reception?", sequel],
  ])("finds nothing with %s", (_, question, later) => {
    const { strength, replaces } = sequelsIn([one, later], asking(question));
    expect(strength(later, one)).toBe(0);
    expect(replaces(later)?.(one) ?? false).toBe(false);
  });

  it("finds nothing where the common word is in many passages", () => {
    const others = Array.from({ length: 5 }, (_, at) => on(4 + at, "Colm came at nine."));
    const { strength } = sequelsIn([one, sequel, ...others], asking("Who is at reception?"));
    expect(strength(sequel, one)).toBe(0);
  });

  it("does not mark the earlier one for an event", () => {
    const event = on(20, "Colm went to Rome with Ife.", null, "episodic");
    const { strength, replaces } = sequelsIn([one, event], asking("Who is at reception?"));
    expect(strength(event, one)).toBeGreaterThan(0);
    expect(replaces(event)?.(one) ?? false).toBe(false);
  });
});

describe("withSequels()", () => {
  const ranked = (day: number, probability: number) => ({
    passage: on(day, `text ${day}`),
    probability,
    touches: true,
    signals: () => ({}),
  });
  const days = (list: readonly { readonly passage: { readonly id: number } }[]) =>
    list.map(({ passage: { id } }) => id);

  it("adds the strongest passage after each of the two best answers, as probable as they are", () => {
    const answers = [ranked(1, 0.9), ranked(2, 0.8), ranked(3, 0.7)];
    const pool = [...answers, ranked(11, 0.01), ranked(12, 0.02), ranked(13, 0.03)];
    const found = withSequels(answers, pool, (later, one) => (later.id > 10 ? later.id - one.id : 0));
    expect(days(found)).toEqual([1, 13, 2, 12, 3]);
    expect(found.map(({ probability }) => probability)).toEqual([0.9, 0.9, 0.8, 0.8, 0.7]);
  });

  it("adds nothing that is an answer already, or has no strength", () => {
    const answers = [ranked(1, 0.9), ranked(12, 0.8)];
    const pool = [...answers, ranked(13, 0.1)];
    expect(days(withSequels(answers, pool, ({ id }) => (id === 12 ? 1 : 0)))).toEqual([1, 12]);
  });
});
