/** Endings that are recognised by their words alone. */
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { endsFact } from "../../../../src/remember/reconcile/endings/ended-facts.js";
import { endingsIn, meantBy } from "../../../../src/remember/reconcile/endings/ending-words.js";
import { statedBy } from "../../../../src/remember/reconcile/endings/known-facts.js";

const fact = (text: string, property = "habit") => ({ type: "semantic" as const, property, text });

describe("endingsIn()", () => {
  it.each([
    ["My back hurts, so I stopped rowing and do yoga.", ["rowing"]],
    ["We closed the bakery in Mill Lane and opened in Ferry Road.", ["the bakery in Mill Lane"]],
    ["I've handed on the secretary's job to Mr Olsen.", ["the secretary's job"]],
    ["I no longer coach the juniors.", ["coach the juniors"]],
    ["I don't teach at Hillcrest any more.", ["teach at Hillcrest"]],
    ["I finally sold the Vespa last week.", ["the Vespa"]],
    ["I gave the kiln away, it took up the whole shed.", ["the kiln"]],
    ["We handed the accounts over in June.", ["the accounts"]],
    ["Nope, gave up the allotment.", ["the allotment"]],
    ["no, not vegetarian any more", ["vegetarian"]],
    ["I'm not a scout leader any more.", ["a scout leader"]],
    ["That's Jonas's paper round now.", ["paper round"]],
    ["The trailer is Ida's these days.", ["trailer"]],
    ["I've handed the treasurer's job to Mr Olsen.", ["the treasurer's job"]],
    ["I'm handing billing to Amal.", ["billing"]],
    ["We gave the choir to my niece.", ["the choir"]],
    ["I traded in the Yamaha for a Roland.", ["the Yamaha"]],
    ["My camera is a Fuji, the Canon is sold.", ["Canon"]],
    ["Our press was scrapped in May.", ["press"]],
    ["im giving up the allotment", ["the allotment"]],
    ["I paid off the car loan in March.", ["the car loan"]],
    ["The newsletter has gone to Jonas.", ["newsletter"]],
    ["We dropped out of the ladder league.", ["the ladder league"]],
    ["I pulled out of Roth, the calf won't be ready.", ["Roth"]],
    ["The old greenhouse has been dismantled.", ["old greenhouse"]],
  ])("%s", (text, ended) =>
    expect(endingsIn(text)).toEqual(ended.map((words) => expect.objectContaining({ subject: null, words }))),
  );

  it.each([
    ["Lena sold the Golf and bought a Mazda.", "Lena", "the Golf"],
    ["Tom gave the kiln away.", "Tom", "the kiln"],
    ["My brother stopped rowing.", "My brother", "rowing"],
    ["She has passed the choir on to Malte.", "She", "the choir"],
    ["User sold the Skoda.", "User", "the Skoda"],
  ])("%s", (text, subject, words) =>
    expect(endingsIn(text)).toEqual([expect.objectContaining({ subject, words })]),
  );

  it.each([
    "I stopped by at Anna's.",
    "If I quit my job, I would travel.",
    "Quit Jenkins and restart it.",
    "Let the dog go!",
    "I almost sold the boat.",
    "Have I stopped rowing?",
    "We stopped at the station for an hour.",
    "Stopped at the station for an hour.",
    "I gave her away at the wedding.",
    "That's my paper round now.",
    "I gave a talk to the class.",
    "I stopped the car to take a photo.",
    "I let the dog go out.",
    "I passed the juniors on the way to the pitch.",
    "I left the dog to my sister for the weekend.",
    "We gave the class to Tom until May.",
    "I heard that Lena sold the Golf.",
    "Apparently Lena sold the Golf.",
    "I would have handed billing to Amal.",
    "I may pull out of Roth.",
    "The bus went to Porto without us.",
    "He nearly dropped out of law school.",
    "I pulled out of Roth's driveway?",
  ])("finds nothing in %s", (text) => expect(endingsIn(text)).toEqual([]));
});

describe("endsFact()", () => {
  it.each([
    ["rowing", fact("Ana rows every Saturday."), true],
    ["the bakery in Mill Lane", fact("Ana's workshop is in Mill Lane.", "workshop"), true],
    ["the secretary's job", fact("Ana is the secretary of the club.", "role"), true],
    ["rowing", fact("Ana runs every Saturday."), false],
    ["the Trek's saddle", fact("Ana has a Trek."), false],
    ["the Volvo tyres", fact("Ana drives a Volvo.", "drives"), false],
    ["the Volvo in the yard", fact("Ana drives a Volvo.", "drives"), true],
    ["Petra's bike", fact("Ana shares the shed with Petra."), false],
    ["the house in Porto", fact("Ana was born in Porto.", "birthplace"), false],
    ["my old job", fact("Ana works at Acme.", "employer"), false],
  ])("%s, of %o: %s", (words, known, ends) => expect(endsFact(meantBy(words), statedBy(known))).toBe(ends));
});

describe("remember() of something that ended", () => {
  it("closes the speaker's fact, and keeps another person's", async () => {
    const { memory, clock } = await testMemory({
      seed: [
        { content: "I drive a red Vespa.", speaker: "Ana" },
        { content: "I drive a Vespa.", speaker: "Ben" },
      ],
    });
    clock.advance(86_400_000);
    await memory.remember({ content: "My back hurts, so I sold the Vespa.", speaker: "Ana" });
    const { items } = await memory.records({ types: ["semantic"], include_superseded: true });
    const driven = items.filter(({ property }) => property === "drives");
    expect(driven.map(({ entity, valid_to }) => [entity, valid_to !== null])).toEqual(
      expect.arrayContaining([
        ["Ana", true],
        ["Ben", false],
      ]),
    );
  });
});

describe("remember() of something that somebody withdrew from", () => {
  it("ends the goal, and no other one", async () => {
    const { memory, clock } = await testMemory({
      seed: [{ content: "My goal is the Ironman in Roth." }, { content: "My goal is to read 30 books." }],
    });
    clock.advance(86_400_000);
    await memory.remember({ content: "I pulled out of Roth, the calf won't be ready." });
    const { items } = await memory.records({ types: ["semantic"], include_superseded: true });
    const goals = items.filter(({ property }) => property === "goal");
    expect(goals.map(({ value, valid_to }) => [value, valid_to !== null])).toEqual(
      expect.arrayContaining([
        [expect.stringContaining("Roth"), true],
        [expect.stringContaining("30 books"), false],
      ]),
    );
  });
});

describe("remember() of something that another person gave up", () => {
  it.each([
    ["Lena sold the Golf.", ["Lena"]],
    ["My brother sold his Golf.", []],
    ["I heard that Lena sold the Golf.", []],
  ])("%s", async (content, closed) => {
    const { memory, clock } = await testMemory({
      seed: [
        { content: "Lena drives a Golf.", speaker: "Ana" },
        { content: "I drive a Golf.", speaker: "Ana" },
      ],
    });
    clock.advance(86_400_000);
    await memory.remember({ content, speaker: "Ana" });
    const { items } = await memory.records({ types: ["semantic"], include_superseded: true });
    const over = items.filter(({ property, valid_to }) => property === "drives" && valid_to !== null);
    expect(over.map(({ entity }) => entity)).toEqual(closed);
  });
});

describe("remember() of something that somebody else has now", () => {
  it("closes the speaker's fact", async () => {
    const { memory, clock } = await testMemory({
      seed: [{ content: "I play the cello. I run the Monday class.", speaker: "Ana" }],
    });
    clock.advance(86_400_000);
    await memory.remember({ content: "I gave my cello away.", speaker: "Ana" });
    await memory.remember({ content: "That's Jonas's Monday class now.", speaker: "Ana" });
    const { items } = await memory.records({ types: ["semantic"], include_superseded: true });
    expect(items.filter(({ entity, valid_to }) => entity === "Ana" && valid_to === null)).toEqual([]);
  });
});

describe("remember() of a new one", () => {
  it.each([
    ["My pediatrician is Dr. Amsel.", "The new pediatrician is Dr. Sommer.", ["Dr. Amsel"]],
    ["My dentist is Dr. Amsel.", "The new pediatrician is Dr. Sommer.", []],
    ["My pediatrician is Dr. Amsel.", "The new pediatrician is nice.", []],
    ["The deadline is 3 May.", "The new deadline is 5 May.", ["3 May"]],
    ["The alarm code is 4471.", "New alarm code: 9062.", ["4471"]],
    ["My manager is Leif.", "Leif left, Sunniva is the manager now.", ["Leif"]],
    ["My manager is Leif.", "Leif Olsen is our manager now.", []],
    ["My manager is Leif.", "If Sunniva is the manager now, I am glad.", []],
  ])("%s %s", async (before, after, closed) => {
    const { memory, clock } = await testMemory({ seed: [{ content: before }] });
    clock.advance(86_400_000);
    await memory.remember({ content: after });
    const { items } = await memory.records({ types: ["semantic"], include_superseded: true });
    expect(items.filter(({ valid_to }) => valid_to !== null).map(({ value }) => value)).toEqual(closed);
  });
});

describe("remember() of something that was handed to somebody", () => {
  it.each([
    ["I own a camera.", "I handed my camera to the guard.", 0],
    ["My phone is a Pixel 6.", "I gave my phone to Tom.", 0],
    ["I own the billing module.", "I've handed billing to Amal.", 1],
    ["I'm the treasurer of the club.", "I've handed the treasurer's job to Tom.", 1],
    ["I teach the pottery class.", "I passed the pottery class to Ines.", 1],
    ["I have a telescope.", "I donated the telescope to the school.", 1],
  ])("%s %s: ends %i", async (before, after, closed) => {
    const { memory, clock } = await testMemory({ seed: [{ content: before }] });
    clock.advance(86_400_000);
    await memory.remember({ content: after });
    const { items } = await memory.records({ types: ["semantic"], include_superseded: true });
    expect(items.filter(({ valid_to }) => valid_to !== null)).toHaveLength(closed);
  });
});
