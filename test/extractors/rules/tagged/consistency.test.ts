/**
 * Facts of both parts together: entity, property and value fit each other and the sentence. A wrong
 * fact costs more trust than a missing one, so many sentences here give none.
 */
import { describe, expect, test } from "vitest";
import { draftsOf } from "../../drafts.js";

const factsOf = async (text: string) =>
  (await draftsOf(text, { parts: ["grammar", "tagger"], speaker: null })).filter(
    (draft) => draft.type === "semantic",
  );
const brief = async (text: string) =>
  (await factsOf(text)).map(({ entity, property, value }) => `${entity} · ${property} = ${value}`);

describe("a number that names a noun is part of the entity", () => {
  test.each([
    ["The jar number 32 is in the cellar.", []],
    ["The jar number 68 is in the cellar.", []],
    ["Jar 14 is on the top shelf.", []],
    ["Guest 1 likes tea.", ["Guest 1 · likes = tea"]],
    ["Guest 2 prefers the window seat.", ["Guest 2 · prefers = window seat"]],
    ["Customer 90210 lives in Bremen.", ["Customer 90210 · home = Bremen"]],
    ["Locker 118 belongs to Petra.", ["Locker 118 · owner = Petra"]],
    ["Server 2 runs Debian.", ["Server 2 · runs = Debian"]],
    ["Sensor 5 reads 21 degrees.", ["Sensor 5 · reads = 21 degrees"]],
    ["Step 4 takes ten minutes.", ["Step 4 · duration = ten minutes"]],
    ["Room 12 has a broken heater.", []],
    ["Room 207 is booked for Friday.", []],
    ["Bus 7 stops at the market.", []],
    ["Bus 44 leaves at 6:15.", ["Bus 44 · leaves at = 6:15"]],
    ["Printer 3 is out of toner.", []],
    ["Table 4 ordered the soup.", []],
    ["Player number 10 scored twice.", []],
    ["The invoice number 2093 is still unpaid.", []],
    ["Version 3 fixes the crash.", []],
    ["Team 8 won the relay.", []],
    ["Highway 61 floods every spring.", []],
    ["House number 17 has a red door.", []],
    ["Section 12 of the contract allows subletting.", []],
    ["My locker number is 118.", ["the user · locker number = 118"]],
    ["My room number is 12.", ["the user · room number = 12"]],
  ])("%s", async (text, expected) => {
    expect(await brief(text)).toEqual(expected);
  });
});

describe("where no property fits, the clause's verb is the relation", () => {
  test.each([
    ["The bakery opens at seven.", "bakery · opens at = seven", "The bakery opens at seven."],
    ["The museum closes at 5 pm.", "museum · closes at = 5 pm", "The museum closes at 5 pm."],
    ["The tank takes 60 litres.", "tank · takes = 60 litres", "The tank takes 60 litres."],
    [
      "Kofi's shop sells spare parts for tractors.",
      "Kofi's shop · sells = spare parts",
      "Kofi's shop sells spare parts.",
    ],
    [
      "I pay 38 euros for the gym.",
      "the user · pays for the gym = 38 euros",
      "The user pays 38 euros for the gym.",
    ],
  ])("%s", async (text, expected, sentence) => {
    expect(await brief(text)).toEqual([expected]);
    expect((await factsOf(text))[0]!.text).toBe(sentence);
  });

  test("the object of a price is no property", async () => {
    expect(await brief("I bought a canoe for 300 euros.")).toEqual([
      "the user · bought = canoe",
      "the user · bought for = 300 euros",
    ]);
  });
});

describe("a value is whole", () => {
  test.each([
    ["The course costs 200 euros.", ["course · price = 200 euros"]],
    ["Her suitcase weighs 18 kilos.", []],
    ["The dose for the cat is half a tablet.", ["dose for the cat · dose = half a tablet"]],
    ["My limit for coffee is two cups.", ["the user · limit for coffee = two cups"]],
    ["I have 12 years of experience in welding.", ["the user · experience = 12 years"]],
    ["The village has 400 inhabitants.", ["village · inhabitants = 400 inhabitants"]],
    ["My bike has 21 gears.", ["the user · bike gears = 21 gears"]],
    ["The parcel weighs 2 kg.", ["parcel · weight = 2 kg"]],
    ["The rent for the workshop is 640 euros.", ["rent for the workshop · rent = 640 euros"]],
    ["The price for a day ticket is 14 euros.", ["price for a day ticket · price = 14 euros"]],
  ])("%s", async (text, expected) => {
    expect(await brief(text)).toEqual(expected);
  });
});

describe("people have no measures of things, and things no matters of people", () => {
  test.each([
    ["I owe Samir 50 euros.", []],
    ["I lent Petra the drill.", []],
    ["I keep my notes in Obsidian and sync them with Syncthing.", []],
    ["I volunteer at the animal shelter.", ["the user · volunteering = animal shelter"]],
    ["Two cats, one tortoise.", []],
    [
      "Hobbies: rowing, chess, film photography.",
      ["the user · hobby = rowing", "the user · hobby = chess", "the user · hobby = film photography"],
    ],
    ["The dentist moved to Mill Street.", ["dentist · location = Mill Street"]],
    ["The kettle broke on Monday.", []],
    ["The shelf holds twelve books.", ["shelf · holds = twelve books"]],
    ["The boiler was installed in 2014.", []],
    ["The lamp is made of brass.", []],
    ["The wall is painted green.", ["wall · colour = green"]],
    ["The cat sleeps on the boiler.", []],
    ["The car runs on diesel.", []],
    ["The library lends out tools.", []],
    ["Decision: ship on Tuesdays only.", []],
    [
      "Meeting room: Kestrel, second floor.",
      ["the user · meeting room = Kestrel", "the user · meeting room = second floor"],
    ],
    ["Mara's birthday 9 Nov, likes puzzles.", ["Mara · birthday = 9 Nov"]],
    ["I need to cut the memory use from 900 MB to 300 MB.", ["the user · memory = 300 MB"]],
  ])("%s", async (text, expected) => {
    expect(await brief(text)).toEqual(expected);
  });
});

describe("a plain clause in the present states its measure", () => {
  test.each([
    ["CI takes about 14 minutes.", ["CI · takes about = 14 minutes"]],
    ["We pay 55 a month for the workshop.", ["the user · pays for the workshop = 55 a month"]],
    ["The course begins on the 5th.", []],
    ["I need five minutes.", []],
    ["The night bus might stop at 2:30.", []],
    ["Does the night bus stop at 2:30?", []],
  ])("%s", async (text, expected) => {
    expect(await brief(text)).toEqual(expected);
  });

  test("and is unsure of it, so it replaces nothing", async () => {
    const [fact] = await factsOf("The shelf holds twelve books.");
    expect(fact).toMatchObject({ cardinality: "many", certainty: 0.8 });
    expect(fact!.span).toEqual({ start: 16, end: 28 });
  });
});

describe("what somebody did once is no occupation", () => {
  test.each(["I tagged a release on Monday.", "My brother lost his job.", "I'm working on the login page."])(
    "%s",
    async (text) => {
      const facts = await factsOf(text);
      expect(facts.filter(({ property }) => property === "occupation")).toEqual([]);
    },
  );
});

describe("a fact belongs to the subject of its clause", () => {
  test.each([
    [
      "My sister-in-law Noor runs a bakery in Ghent.",
      ["the user · sister-in-law = Noor", "Noor · runs = bakery", "Noor · location = Ghent"],
    ],
    [
      "The user's daughter attends Rosenhof school, class 3b.",
      ["the user's daughter · attends = Rosenhof school", "the user's daughter · education = class 3b"],
    ],
    ["My goal for the year is a half marathon.", ["the user · goal = half marathon"]],
    ["The wifi password at the cabin is pinetree88.", ["wifi password at the cabin · password = pinetree88"]],
    ["My goal is C1 by next spring.", ["the user · goal = C1 by next spring"]],
    ["Still can't believe it, quarterly revenue of the shop went from 40% to 55%.", ["shop · revenue = 55%"]],
    ["Our server runs on port 8081.", ["the user · server port = port 8081"]],
  ])("%s", async (text, expected) => {
    expect(await brief(text)).toEqual(expected);
  });

  test("what somebody does is an occupation in the words of its clause", async () => {
    const facts = await factsOf("I'm 41 and I repair clocks in Visby.");
    expect(facts.map(({ property, text }) => [property, text])).toContainEqual([
      "occupation",
      "The user repairs clocks.",
    ]);
    expect(await brief("I'm Tomasz, a bus driver from Lublin.")).toContain("the user · name = Tomasz");
  });

  test("a goal that is a noun is written as one", async () => {
    const [goal] = await factsOf("My goal is C1 by next spring.");
    expect(goal!.text).toBe("The user's goal is C1 by next spring.");
  });
});

describe("a name belongs to the noun before it", () => {
  test.each([
    ["Wilhelmina bought a green kayak called Pimpernel.", "Pimpernel"],
    ["Our neighbours opened a bakery named Kornblume.", "Kornblume"],
    ["Marek wrote a script called Nightwatch.", "Nightwatch"],
  ])("%s", async (text, name) => {
    const named = (await factsOf(text)).filter(
      ({ property, value }) => property === "name" && value === name,
    );
    expect(named.map(({ entity }) => entity)).not.toContain(text.split(" ")[0]);
    expect(named.map(({ entity }) => entity)).not.toContain("the user");
  });

  test("and a person has no date", async () => {
    expect(await brief("Ana lives in Zwolle, and on 3 March 2026 she bought a boat.")).not.toContain(
      "Ana · date = 3 March 2026",
    );
  });
});

describe("a text in another language", () => {
  test.each([
    "Maud a déménagé à Nantes, c'est Inès qui a pris sa chambre.",
    "La mia ragazza si chiama Chiara.",
    "Zij woont niet meer in Gent.",
  ])("%s", async (text) => expect(await brief(text)).toEqual([]));
});
