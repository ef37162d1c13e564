import { describe, expect, it } from "vitest";
import { interpret } from "../../../src/recall/question/interpret.js";
import { answering, returnedAnswers } from "../../../src/recall/ranking/answers.js";
import { chosenShare } from "../../../src/recall/ranking/chosen-share.js";
import { calibration } from "../../../src/recall/ranking/weights.js";
import { passage, record } from "../pool.js";

const home = { type: "semantic", entity: "the user", property: "home" } as const;
const ranked = (id: number, text: string, found: Parameters<typeof record>[0], touches: boolean) => ({
  passage: passage(id, text, { records: [record({ id: `record-${id}`, text, ...found })] }),
  probability: touches ? 0.4 : 0.004,
  touches,
  signals: () => ({}),
});
const asked = interpret("Where do I live?", { now: new Date("2026-06-10T12:00:00Z") });
const texts = (...passages: readonly ReturnType<typeof ranked>[]) =>
  answering({ answerable: 0.9, ranked: passages, storeSize: 8, namesSpeaker: false }, asked).map(
    (one) => one.passage.text,
  );

describe("answering()", () => {
  const worded = ranked(1, "We live in a small house on Lark Lane in Derby.", {}, true);
  const unsure = ranked(2, "Hull it is, all unpacked!", { ...home, value: "Hull", certainty: 0.9 }, false);
  const other = ranked(3, "All unpacked!", {}, false);

  it("adds a passage whose fact is asked for but unsure, although it shares no word", () => {
    expect(texts(worded, unsure, other)).toEqual([worded.passage.text, unsure.passage.text]);
  });

  it("adds it to a sure fact only if it was said later", () => {
    const sure = (id: number) => ranked(id, "I live in Derby.", { ...home, value: "Derby" }, true);
    expect(texts(sure(1), unsure)).toEqual(["I live in Derby.", unsure.passage.text]);
    expect(texts(sure(7), unsure)).toEqual(["I live in Derby."]);
  });
});

describe("chosenShare()", () => {
  it("is the same difference of scores as the share was when it was chosen, with any calibration", () => {
    const scores = (share: number, slope: number) => Math.log(share) / slope;
    expect(scores(chosenShare(0.067), calibration.slope)).toBeCloseTo(scores(0.067, 0.6243));
    expect(chosenShare(1)).toBe(1);
  });
});

describe("returnedAnswers()", () => {
  const now = new Date("2026-06-10T12:00:00Z");
  const best = ranked(1, "The invoice goes to the office in Derby.", {}, true);
  const further = {
    ...ranked(2, "The printer is in the cellar.", {}, true),
    probability: chosenShare(0.05) * 0.4,
  };
  const returned = (text: string) =>
    returnedAnswers([best, further], interpret(text, { now })).map(({ passage: { id } }) => id);

  it("returns more for a task of several sentences than for a question", () => {
    expect(returned("Where do the invoices go?")).toEqual([1]);
    const task = "I am sorting out the office. The invoices pile up. Draft a plan for this week.";
    expect(returned(task)).toEqual([1, 2]);
  });
});
