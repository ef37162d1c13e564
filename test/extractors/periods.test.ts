/**
 * Periods: as long as the words say, and never a day that is not named. Messages are of Tuesday, 10
 * March 2026.
 */
import { describe, expect, test } from "vitest";
import { factsIn, periodsIn } from "./drafts.js";

const periods: Readonly<Record<string, string>> = {
  "I saw the fox this morning.": "2026-03-10/2026-03-11",
  "I'll see the dentist tomorrow evening.": "2026-03-11/2026-03-12",
  "I have a call tomorrow at 5pm.": "2026-03-11T17:00:00.000Z",
  "I saw the doctor yesterday afternoon.": "2026-03-09/2026-03-10",
  "I met her on Friday evening.": "2026-03-06/2026-03-07",
  "I'll meet her on Friday evening.": "2026-03-13/2026-03-14",
  "I met her this Friday.": "2026-03-06/2026-03-07",
  "I'll see her Friday the 13th.": "2026-03-13/2026-03-14",
  "I saw her on Friday the 13th.": "2026-02-13/2026-02-14",
  "I paid on the 17th.": "2026-02-17/2026-02-18",
  "I'll pay on the 17th.": "2026-03-17/2026-03-18",
  "I saw her three Tuesdays back.": "2026-02-17/2026-02-18",
  "We met Vera on New Year's Eve.": "2025-12-31/2026-01-01",
  "We'll celebrate New Year's Eve in Graz.": "2026-12-31/2027-01-01",
  "Oct 2: the boiler was replaced.": "2025-10-02/2025-10-03",
  "I was in Graz last week.": "2026-03-02/2026-03-09",
  "We go sailing next week.": "2026-03-16/2026-03-23",
  "I finished the report two weeks ago.": "2026-02-23/2026-03-02",
  "We move to Graz in three weeks.": "2026-03-30/2026-04-06",
  "The week before 9 June we open the pool.": "2026-06-02/2026-06-09",
  "We met in the week of April 22.": "2025-04-21/2025-04-28",
  "We open in the week starting 6 May.": "2026-05-04/2026-05-11",
  "We met Vera over the weekend.": "2026-03-07/2026-03-09",
  "We're going hiking next weekend.": "2026-03-14/2026-03-16",
  "We went camping on the weekend of 3 May.": "2025-05-03/2025-05-05",
  "We're going camping the weekend of the 3rd.": "2026-04-04/2026-04-06",
  "I saw her the other day.": "2026-03-03/2026-03-10",
  "I saw her a couple of days ago.": "2026-03-07/2026-03-09",
  "I finished the report a few weeks ago.": "2026-02-10/2026-02-25",
  "I ran a marathon a few years ago.": "2022-01-01/2025-01-01",
  "We moved to Graz earlier this month.": "2026-03-01/2026-03-11",
  "We'll sell the boat later this year.": "2026-03-11/2027-01-01",
  "We got a new roof in May.": "2025-05-01/2025-06-01",
  "We got a new roof in early May.": "2025-05-01/2025-06-01",
  "We got a new roof at the end of May.": "2025-05-25/2025-06-01",
  "I started the job a month ago.": "2026-02-01/2026-03-01",
  "We move to Graz in two months.": "2026-05-01/2026-06-01",
  "We sailed to Corsica last summer.": "2025-06-01/2025-09-01",
  "In summer 2023 we sailed to Corsica.": "2023-06-01/2023-09-01",
  "We sailed to Corsica in the winter of 2019.": "2019-12-01/2020-03-01",
  "I ran a marathon in 2021.": "2021-01-01/2022-01-01",
  "I ran a marathon two and a half years ago.": "2024-01-01/2025-01-01",
  "Trade fair, June 5 to 8, Lyon": "2026-06-05/2026-06-09",
  "The fair was from 5 to 8 June.": "2025-06-05/2025-06-09",
  "The fair was between 5 and 8 June 2024.": "2024-06-05/2024-06-09",
  "The fair runs from May 30 to June 2.": "2026-05-30/2026-06-03",
  "We're away from Dec 30 to Jan 2.": "2026-12-30/2027-01-03",
  "We were in Oslo between June and August 2024.": "2024-06-01/2024-09-01",
  "We'll be in Graz from Monday to Wednesday.": "2026-03-16/2026-03-19",
  "I lost 5 kg in the past two weeks.": "2026-02-24/2026-03-11",
  "I'm travelling the next few days.": "2026-03-10/2026-03-14",
  "Me mudé a Madrid en mayo.": "2025-05-01/2025-06-01",
};

describe("RuleExtractor keeps as a period", () => {
  test.each(Object.entries(periods))("%s", async (text, period) => {
    expect(await periodsIn(text)).toEqual([period]);
  });

  test("each of several times as its own", async () => {
    expect(await periodsIn("We met in March 2024 and married on 7 June 2025.")).toEqual([
      "2024-03-01/2024-04-01",
      "2025-06-07/2025-06-08",
    ]);
  });

  test("last week, which on a Sunday may be the one that ends", async () => {
    const sunday = { saidAt: "2026-03-15T10:00:00.000Z" };
    expect(await periodsIn("I joined a club last week.", sunday)).toEqual(["2026-03-02/2026-03-15"]);
    expect(await periodsIn("I join a club next week.", sunday)).toEqual(["2026-03-16/2026-03-23"]);
  });
});

test.each(["Two weeks after the wedding we moved to Graz.", "We moved two weeks later."])(
  "what is said of the past is not dated after today: %s",
  async (text) => expect(await periodsIn(text)).toEqual(["undated"]),
);

test("a fact that began in a week began with it, and a date in a week is no day", async () => {
  expect(await factsIn("I moved to Lisbon last week.")).toEqual(["Ana: home = Lisbon from 2026-03-02"]);
  expect(await factsIn("My deadline is next week.")).toEqual(["Ana: deadline = the week of 16 March 2026"]);
});
