import { describe, expect, test } from "vitest";
import type { Draft } from "../../../../src/extractors/extractor.js";
import { draftsOf, eventsIn, factsIn } from "../../drafts.js";

/** Said on Tuesday, 10 March 2026. */
const happened: Readonly<Record<string, string>> = {
  "I met Tom yesterday.": "2026-03-09",
  "We went camping last Friday.": "2026-03-06",
  "I finished the report two weeks ago.": "2026-02-23",
  "We got a new roof in May.": "2025-05-01",
  "We met Vera last March.": "2025-03-01",
  "We met Vera last February.": "2026-02-01",
  "I'm flying to Oslo next March.": "2027-03-01",
  "In February we painted the fence.": "2026-02-01",
  "I ran a marathon in 2021.": "2021-01-01",
  "We sailed to Corsica last summer.": "2025-06-01",
  "In the summer of 2020 we built a shed.": "2020-06-01",
  "I saw the play on 3 March.": "2026-03-03",
  "We celebrated on December 31.": "2025-12-31",
  "I had surgery last month.": "2026-02-01",
  "I was in Graz last week.": "2026-03-02",
  "The launch was pushed back to 12 December.": "2026-12-12",
  "We moved the meeting to Friday.": "2026-03-13",
  "I'm flying to Oslo next month.": "2026-04-01",
  "We are meeting Vera on Friday.": "2026-03-13",
  "We met Vera on Friday.": "2026-03-06",
  "I'll see the dentist tomorrow.": "2026-03-11",
  "My brother Quentin Lang visited me in Porto last weekend.": "2026-03-07",
  "Dentist on 4 June at 9am": "2026-06-04",
  "We have a concert in December.": "2026-12-01",
  "Shop news: closed from 3 to 17 August, we're away.": "2026-08-03",
  "Closed 24 December to 2 January.": "2026-12-24",
  "We stayed in Rome from 3 to 17 August.": "2025-08-03",
  "Ana's last day was today.": "2026-03-10",
  "The week before 9 June we open the pool.": "2026-06-02",
  "I started the course in January 2024.": "2024-01-01",
  "Ich bin gestern nach Wien gezogen und habe gefeiert.": "2026-03-09",
  "Me mudé a Madrid en mayo.": "2025-05-01",
  "Ayer fui al teatro con mi hermana.": "2026-03-09",
  "I joined a rowing club last Tues.": "2026-03-03",
  "We signed the lease on the 3rd.": "2026-03-03",
  "I'll pick up the keys on the 17th.": "2026-03-17",
  "Trade fair, June 5 to 8, Lyon": "2026-06-05",
  "We met Vera on New Year's Eve.": "2025-12-31",
  "I saw her three Tuesdays back.": "2026-02-17",
  "We went sailing two weekends ago.": "2026-02-28",
  "I'm running a stall this month.": "2026-03-10",
  "I sold my stall this month.": "2026-03-01",
  "I took up the cello about five years ago.": "2021-01-01",
  "The pump broke earlier this week.": "2026-03-09",
  "We're opening a second shop later this month.": "2026-03-11",
  "Oct 2: the boiler was replaced.": "2025-10-02",
  "We moved the piano the summer before last.": "2024-06-01",
  "I heard the fox last night.": "2026-03-09",
  "This picture reminds me of a trip we took last year.": "2025-01-01",
  "That map is from last Friday.": "2026-03-06",
  "Our tour last summer was a mess.": "2025-06-01",
  "I'm working on the hull, whose deadline is May 4.": "2026-05-04",
  "I meet the inspector before the May 4 deadline.": "2026-05-04",
  "Finished the hull and booked the slipway for 4 May.": "2026-05-04",
  "Sail repair, 27 Feb": "2026-02-27",
  "We signed up for the regatta on 25 April.": "2026-04-25",
  "Sanding – Jan 5 – Jan 20, 2024: hull and keel": "2024-01-05",
  "Caulking: Dec 16 – Jan 15, 2024": "2023-12-16",
};

describe("RuleExtractor dates", () => {
  test.each(Object.entries(happened))("%s", async (text, day) => {
    expect(await eventsIn(text)).toEqual([day]);
  });
});

const isEpisodic = ({ type }: Draft) => type === "episodic";

const undated = [
  "I sat down and watched the rain.",
  "The sun came out and we walked home.",
  "We may go sailing together, who knows.",
  "I waited for two weeks.",
  "We ordered 300 chairs.",
  "He will march on regardless of it.",
  "We waited a second.",
  "It feels like just yesterday.",
  "Now the hard work starts.",
  "Open Mon, Wed, Fri.",
  "`backup.run()` writes rows.insert('2024-04-05') somewhere else.",
];

describe("RuleExtractor reads no date in", () => {
  test.each(undated)("%s", async (text) => {
    expect(await eventsIn(text)).toEqual(["undated"]);
  });
});

describe("RuleExtractor", () => {
  test.each([
    "I live in Lisbon.",
    "My sister works at Siemens.",
    "I'm allergic to nuts.",
    "I like tea.",
    "My favourite colour is blue.",
  ])("%s is a state and no event", async (text) => {
    expect(await eventsIn(text)).toEqual([]);
  });
  test("a fact that happened is a fact and an event", async () => {
    expect(await factsIn("I moved to Lisbon in May.")).toEqual(["Ana: home = Lisbon from 2025-05-01"]);
    expect(await eventsIn("I moved to Lisbon in May.")).toEqual(["2025-05-01"]);
  });
  test("a kept passage without fact or rule was said", async () => {
    const drafts = await draftsOf("The garden is full of bees.");
    expect(drafts).toEqual([
      expect.objectContaining({
        type: "episodic",
        entity: "Ana",
        dated: false,
        occurredAt: "2026-03-10T15:00:00.000Z",
      }),
    ]);
  });
  test("a sentence beside a fact is kept as an event", async () => {
    expect(await eventsIn("I live in Lisbon. The garden behind our house is full of bees.")).toEqual([
      "undated",
    ]);
  });
  test("an event is its subject's, and names who took part", async () => {
    const [event] = (await draftsOf("Tom met Clara in Graz yesterday.")).filter(
      ({ type }) => type === "episodic",
    );
    expect(event).toMatchObject({ entity: "Tom", participants: ["Ana", "Tom", "Clara"] });
  });
  test("a plain text about somebody else has not the user in it", async () => {
    const said = { speaker: null };
    const [moved] = (await draftsOf("Clara moved to Lisbon in May.", said)).filter(isEpisodic);
    expect(moved).toMatchObject({ entity: "Clara", participants: ["Clara"] });
    const [met] = (await draftsOf("Clara met me in May.", said)).filter(isEpisodic);
    expect(met).toMatchObject({ entity: "Clara", participants: ["the user", "Clara"] });
  });
  test("a date before the year 1 or after 9999 is no date", async () => {
    expect(await eventsIn("It happened 9000 years ago, they say.")).toEqual(["undated"]);
    expect(
      await eventsIn("We met in two years, in his dream.", { saidAt: "9999-06-01T00:00:00.000Z" }),
    ).toEqual(["undated"]);
  });
  test("each date of a passage is an event of its own, with its sentence as span", async () => {
    const text = "I sold the van on 2 March. We fly to Oslo on 4 May, and on 9 May Rita joins us.";
    const events = (await draftsOf(text)).filter(isEpisodic);
    expect(
      events.map((event) =>
        event.type === "episodic" ? [event.occurredAt.slice(0, 10), spanIn(text, event)] : [],
      ),
    ).toEqual([
      ["2026-03-02", "I sold the van on 2 March."],
      ["2026-05-04", "We fly to Oslo on 4 May, and on 9 May Rita joins us."],
      ["2026-05-09", "We fly to Oslo on 4 May, and on 9 May Rita joins us."],
    ]);
  });
  test("a list of dates gives an event a line", async () => {
    const text = "Plan:\n- Nov 1 – Nov 15, 2023: build the frame\n- Nov 16 – Dec 15, 2023: lay the deck";
    const events = (await draftsOf(text)).filter(isEpisodic);
    expect(events.map((event) => spanIn(text, event))).toEqual([
      "- Nov 1 – Nov 15, 2023: build the frame",
      "- Nov 16 – Dec 15, 2023: lay the deck",
    ]);
    expect(await eventsIn(text)).toEqual(["2023-11-01", "2023-11-16"]);
  });
  test("an event without a date has the whole passage as its span", async () => {
    const [event] = (await draftsOf("We rowed out. Rita caught a pike.")).filter(isEpisodic);
    expect(event?.span).toBeUndefined();
  });
  test("no passage gives more than eight events", async () => {
    const days = Array.from({ length: 12 }, (_, index) => `On ${index + 2} May we row.`).join(" ");
    expect(await eventsIn(days)).toHaveLength(8);
  });
  test("a day of the month depends on the date before it", async () => {
    expect(await eventsIn("I fly out on December 4 and back on the 9th.")).toEqual([
      "2026-12-04",
      "2026-12-09",
    ]);
  });
  test("a date that a rule's sentence says in passing is an event too", async () => {
    const text =
      "I'm building the booking page for the rowing club and the first version is due April 15, so I prefer small, boring tools with few dependencies, and clear answers without too much talk around them.";
    expect(await eventsIn(text, { speaker: null })).toEqual(["2026-04-15"]);
  });
});

function spanIn(text: string, { span }: Draft): string {
  return span === undefined ? "" : text.slice(span.start, span.end);
}
