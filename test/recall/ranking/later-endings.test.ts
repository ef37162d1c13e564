import { describe, expect, it } from "vitest";
import { endedNames } from "../../../src/recall/passages/ended-states.js";
import { ends, withLaterEndings } from "../../../src/recall/ranking/later-endings.js";
import { passage } from "../pool.js";

const on = (day: number, text: string, speaker = "Tomasz") =>
  passage(day, text, { saidAt: new Date(Date.UTC(2026, 0, day)).toISOString(), speaker });
const never = () => undefined;
const ranked = (text: string, day: number, probability: number) => ({
  passage: on(day, text),
  probability,
  touches: true,
  signals: () => ({}),
});

describe("endedNames()", () => {
  it.each([
    ["Actually let's drop Riverpod, it's overkill.", ["riverpod"]],
    ["We got rid of the tumble dryer last week.", ["dryer"]],
    ["I no longer do the Saturday market.", ["saturdai"]],
    ["Moving away from Jenkins because it kept breaking.", ["jenkin"]],
    ["Starting today we open at 6:30 instead of 7.", ["7"]],
    ["The trip to Oslo was called off.", ["trip"]],
    ["I stopped taking the yellow pills.", ["pill"]],
    ["We sold the van.", ["van"]],
    ["The trip was cancelled because the boat is broken.", ["trip"]],
    ["I don't have cereal for supper any more.", ["cereal"]],
    ["He doesn't work at Corvid any longer.", ["corvid"]],
    ["I've gone off mint tea.", ["tea"]],
    ["Dr Lindgren closed her practice.", ["lindgren"]],
    ["Halloran went bankrupt.", ["halloran"]],
    ["I swapped the accordion for the harp.", ["accordion"]],
    ["Handed in my notice at Brill.", ["brill"]],
    ["She'd rather have the boat than the caravan.", ["caravan"]],
    ["Ludka has gone back to Poland.", ["ludka"]],
  ])("finds the head of what is given up: %s", (text, heads) => {
    expect(endedNames(text)).toEqual(heads);
  });

  it.each([
    "Should we drop Riverpod?",
    "Maybe we drop Riverpod some day.",
    "We didn't drop Riverpod.",
    "I'm thinking of selling the van.",
    "I might get rid of the dryer.",
    "If we drop Riverpod we lose a week.",
    "Don't cancel the order.",
    "If the trip is cancelled we stay home.",
    "Once the oven is replaced we can bake again.",
    "She returned to Graz.",
    "I finished at six.",
  ])("takes nothing for given up that is asked, supposed or denied: %s", (text) => {
    expect(endedNames(text)).toEqual([]);
  });
});

describe("ends()", () => {
  const decided = on(3, "We decided on Riverpod for state management.");

  it("is true of a later statement that ends what the earlier one names", () => {
    expect(ends(on(20, "Let's drop Riverpod, going with Provider."), decided)).toBe(true);
  });

  it("is false for an earlier statement, another name, and another speaker", () => {
    expect(ends(on(1, "Let's drop Riverpod."), decided)).toBe(false);
    expect(ends(on(20, "Let's drop Jenkins."), decided)).toBe(false);
    expect(ends(on(20, "We dropped Riverpod.", "Marta"), decided)).toBe(false);
  });

  it("is false between two statements that give up the same", () => {
    expect(ends(on(21, "Yes, we dropped Riverpod."), on(20, "Let's drop Riverpod."))).toBe(false);
  });
});

describe("withLaterEndings()", () => {
  it("puts what gives an answer up before it, as likely as the answer", () => {
    const answer = ranked("We decided on Riverpod for state management.", 3, 0.8);
    const later = ranked("Let's drop Riverpod, going with Provider.", 20, 0.01);
    const other = ranked("Marta lives in Graz.", 21, 0.01);
    expect(withLaterEndings([answer], [answer, later, other], never)).toEqual([
      { ...later, probability: 0.8 },
      answer,
    ]);
  });

  it("adds what the same message goes on to say", () => {
    const answer = ranked("We decided on Riverpod for state management.", 3, 0.8);
    const later = ranked("Let's drop Riverpod.", 20, 0.01);
    const next = { ...ranked("Going with Provider.", 21, 0.01) };
    const inOneMessage = { ...next, passage: { ...next.passage, sourceId: later.passage.sourceId } };
    const found = withLaterEndings([answer], [answer, later, inOneMessage], never);
    expect(found.map(({ passage: { text } }) => text)).toEqual([
      "Let's drop Riverpod.",
      "Going with Provider.",
      "We decided on Riverpod for state management.",
    ]);
  });

  it("returns the answers themselves where nothing gives them up", () => {
    const answers = [ranked("We decided on Riverpod.", 3, 0.8)];
    const question = ranked("Should we drop Riverpod?", 4, 0.1);
    expect(withLaterEndings(answers, [...answers, question], never)).toEqual(answers);
  });

  it("puts what renews an answer before it", () => {
    const answer = ranked("The scanner costs 900 euros.", 3, 0.8);
    const later = ranked("Scanner: 870 euros.", 20, 0.01);
    const found = withLaterEndings([answer], [answer, later], (one) =>
      one === later.passage ? () => true : undefined,
    );
    expect(found.map(({ passage: { text } }) => text)).toEqual([
      "Scanner: 870 euros.",
      "The scanner costs 900 euros.",
    ]);
  });
});
