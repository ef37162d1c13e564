import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import type { Ranked } from "../../../src/recall/ranking/rank.js";
import { saidSince } from "../../../src/recall/selection/said-since.js";
import type { StoredPassage } from "../../../src/stores/store.js";
import { passage } from "../pool.js";

const now = new Date("2026-06-10T12:00:00.000Z");

function said(day: number, text: string, over: Partial<StoredPassage> = {}): StoredPassage {
  const at = `2026-05-${String(day).padStart(2, "0")}T09:00:00.000Z`;
  return passage(day, text, { saidAt: at, speaker: "Dino", ...over });
}

function ranked(one: StoredPassage, probability: number): Ranked {
  return { passage: one, probability, touches: true, signals: () => ({}) };
}

const answer = said(10, "We rehearse at the garage on Thursdays.");
const school = said(12, "Garage flooded, so it's the music room of the school.");

/** What was said since, for some passages in the order of their rank. */
function sinceOf(
  others: readonly StoredPassage[],
  {
    query = "Where does Dino rehearse?",
    isAbout = (_: StoredPassage): boolean => true,
    answers = [answer],
  } = {},
) {
  const all = [...answers, ...others].map((one) => ranked(one, 0.2));
  const question = interpret(query, { now });
  return saidSince(
    answers.map((one) => ranked(one, 0.3)),
    { question, all, isAbout },
  );
}

const textsOf = (found: readonly Ranked[]) => found.map(({ passage: { text } }) => text);

describe("saidSince()", () => {
  it("returns what the speaker of an answer said later, below all answers", () => {
    const found = sinceOf([school]);
    expect(textsOf(found)).toEqual([school.text]);
    expect(found[0]!.probability).toBeLessThan(0.2);
  });

  it("returns nothing that was said before, at the same time, by somebody else or about others", () => {
    expect(sinceOf([said(8, "I bought a Fender."), said(10, "I sing too.")])).toEqual([]);
    expect(sinceOf([{ ...answer, text: "I live above the garage." }])).toEqual([]);
    const mine = said(10, "I rehearse at the garage.");
    const hers = said(12, "I moved to the school.", { speaker: "Vera" });
    expect(sinceOf([hers], { answers: [mine] })).toEqual([]);
    expect(sinceOf([school], { isAbout: () => false })).toEqual([]);
  });

  it("returns no rule, nothing of a program, no long message and no note without a speaker", () => {
    const note = said(12, "Rehearsals: music room.", { speaker: null });
    const long = said(13, Array.from({ length: 80 }, () => "room").join(" "));
    const program = said(14, "You rehearse at the school.", { role: "assistant", speaker: null });
    const rules = [{ ...school.records[0]!, type: "procedural" as const }];
    expect(textsOf(sinceOf([note, long, program, { ...school, records: rules }]))).toEqual([]);
    const unnamed = { ...answer, speaker: null };
    expect(sinceOf([{ ...school, speaker: null, text: "I moved." }], { answers: [unnamed] })).toHaveLength(1);
  });

  it("returns at most four statements, in the order of their rank", () => {
    const later = Array.from({ length: 8 }, (_, at) => said(20 - at, `I saw room ${at}.`));
    expect(textsOf(sinceOf(later))).toEqual(later.slice(0, 4).map(({ text }) => text));
  });

  it("returns nothing if nothing was found, or if the question asks for the past", () => {
    expect(sinceOf([school], { answers: [] })).toEqual([]);
    expect(sinceOf([school], { query: "Where did Dino rehearse before?" })).toEqual([]);
  });
});
