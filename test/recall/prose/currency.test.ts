import { describe, expect, it } from "vitest";
import { currentOf } from "../../../src/recall/prose/currency.js";
import { interpret } from "../../../src/recall/question/interpret.js";
import { passage } from "../pool.js";

interface Said {
  readonly text: string;
  readonly day: number;
  readonly probability?: number;
  readonly speaker?: string;
}

const judged = (
  query: string,
  said: readonly Said[],
  { history = false, since }: { readonly history?: boolean; readonly since?: ReadonlySet<number> } = {},
) => {
  const { words: asked, asks } = interpret(query, { now: new Date("2026-06-10T12:00:00Z") });
  const ranked = said.map(({ text, day, probability = 0.8, speaker = "Priti" }, index) => ({
    passage: passage(index + 1, text, { saidAt: new Date(Date.UTC(2026, 0, day)).toISOString(), speaker }),
    probability,
    touches: true,
    signals: () => ({}),
  }));
  return currentOf(ranked, { asked, asks, history, ...(since && { since }) });
};

describe("currentOf()", () => {
  it.each([
    [
      "When does the Selmer trial start?",
      "The Selmer trial starts on 9 March.",
      "The Selmer trial is put off to 16 March.",
    ],
    [
      "Which version of Redis do we run?",
      "Redis is at 7.2 on all nodes.",
      "We upgraded Redis to 7.4 on all nodes.",
    ],
    ["When is pickup?", "Pickup is at 15:30.", "The pickup has changed to 14:00."],
    ["What is the door code?", "The door code is 4417.", "New code for the door: 9920."],
  ])("%s: a change that was said later makes the earlier one earlier", (query, before, after) => {
    const [first, second] = judged(query, [
      { text: before, day: 1 },
      { text: after, day: 9, probability: 0.2 },
    ]);
    expect(first).toMatchObject({ isEarlier: true });
    expect(second).toMatchObject({ isEarlier: false, isClose: true });
  });

  it("takes nothing for earlier because of a passage that is only shown beside the answers", () => {
    const said = [
      { text: "Pickup is at 15:30.", day: 1 },
      { text: "The pickup has changed to 14:00.", day: 9, probability: 0.2 },
    ];
    expect(judged("When is pickup?", said)[0]).toMatchObject({ isEarlier: true });
    expect(judged("When is pickup?", said, { since: new Set([2]) })[0]).toMatchObject({ isEarlier: false });
  });

  it.each([
    ["another matter", "Pickup is at 15:30.", "The canteen has moved to Mill Lane.", "Priti"],
    ["the same once more, and no change", "Pickup is at 15:30.", "Pickup needs two people.", "Priti"],
    ["somebody else's own change", "My pickup is at 15:30.", "I changed my pickup to 14:00.", "Olu"],
  ])("leaves it the present beside %s", (_, before, after, speaker) => {
    const [first] = judged("When is pickup?", [
      { text: before, day: 1 },
      { text: after, day: 9, speaker },
    ]);
    expect(first).toMatchObject({ isEarlier: false });
  });

  it.each([
    ["another weekday", "Colin's swapped to Thursdays because of his shifts.", true],
    ["no other weekday", "Colin's changed his phone.", false],
    ["another person's weekday", "Rhona's swapped to Thursdays because of her shifts.", false],
  ])("compares the times of the person whom a question names: %s", (_, after, isEarlier) => {
    const [first] = judged("On which day does Colin visit?", [
      { text: "My brother Colin visits Gran on Wednesdays.", day: 1 },
      { text: after, day: 9, probability: 0.1 },
    ]);
    expect(first).toMatchObject({ isEarlier });
  });

  it.each([
    ["the same measure again", "Weighed Miso again: 4.3 kilos, she's well.", true],
    ["another unit", "Miso weighs a ton, the basket takes 4.3 litres.", false],
    ["another animal", "Weighed Bruno: 4.3 kilos.", false],
  ])("compares the measures of what a question names: %s", (_, after, isEarlier) => {
    const [first] = judged("How much does Miso weigh?", [
      { text: "Our cat Miso weighs 3.9 kilos.", day: 1 },
      { text: after, day: 9, probability: 0.1 },
    ]);
    expect(first).toMatchObject({ isEarlier });
  });

  it("takes nothing for earlier where history is asked for", () => {
    const said = [
      { text: "Pickup is at 15:30.", day: 1 },
      { text: "The pickup has changed to 14:00.", day: 9 },
    ];
    expect(
      judged("How has the pickup changed?", said, { history: true }).some(({ isEarlier }) => isEarlier),
    ).toBe(false);
  });

  it("takes nothing for earlier because of a word that many statements have", () => {
    const said = ["My studio has a wooden floor.", "My studio is above a bakery.", "I swept the studio."];
    const change = "I now open the studio with a song, it wakes everybody.";
    const only = judged("What is the floor of the studio?", [
      { text: said[0]!, day: 1 },
      { text: change, day: 9 },
    ]);
    expect(only.map(({ isEarlier }) => isEarlier)).toEqual([true, false]);
    const among = judged("What is the floor of the studio?", [
      ...said.map((text, at) => ({ text, day: at + 1 })),
      { text: "The studio smells of bread.", day: 5 },
      { text: change, day: 9 },
    ]);
    expect(among.some(({ isEarlier }) => isEarlier)).toBe(false);
  });

  it("does not take for close what shares less with the question and is less likely", () => {
    const [, other] = judged("What colour is the garden shed?", [
      { text: "The garden shed is a green colour.", day: 1 },
      { text: "The car is in the shed.", day: 9, probability: 0.1 },
    ]);
    expect(other).toMatchObject({ isClose: false });
  });

  it.each([
    ["the same speaker", "Gwen", 9, true],
    ["somebody else", "Olu", 9, false],
    ["the same speaker, but not later,", "Gwen", 1, false],
  ])(
    "takes for close, however unlikely, what %s said with half of the words later",
    (_, speaker, day, isClose) => {
      const [, other] = judged("What colour is the gate?", [
        { text: "I have a gate in a green colour.", day: 5, speaker: "Gwen" },
        { text: "After the winter the gate is bare wood.", day, speaker, probability: 0.1 },
        { text: "The key of the shed is on the hook.", day: 6, speaker: "Gwen", probability: 0.1 },
      ]);
      expect(other).toMatchObject({ isClose });
    },
  );

  it("leaves what is said of the same person on another matter", () => {
    const found = judged("What does Mum eat?", [
      { text: "I eat fish on Fridays with Mum.", day: 1 },
      { text: "Mum takes her pills twice a day now.", day: 2 },
      { text: "Dr. Feldman retired, Mum now sees Dr. Osei.", day: 3 },
    ]);
    expect(found.map(({ isEarlier }) => isEarlier)).toEqual([false, false, false]);
  });
});
