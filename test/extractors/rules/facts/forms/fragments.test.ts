import { describe, expect, test } from "vitest";
import { factsIn } from "../../../drafts.js";

describe("fragmentFacts()", () => {
  test.each([
    ["Retired bosun here, thirty-one years at sea.", ["Ana: role = retired bosun"]],
    ["Hi all, paralegal here.", ["Ana: role = paralegal"]],
    ["Volunteer firefighter here!", ["Ana: role = volunteer firefighter"]],
    ["Vento, account 4471, renews every January.", ["Vento: account = 4471"]],
    ["Our gas supplier is Vento, account 4471.", ["Vento: account = 4471"]],
    ["We stay at the Meridian, room 412.", ["Meridian: room = 412"]],
    ["Brandt & Sohn, customer number BS-4412.", ["Brandt & Sohn: customer number = BS-4412"]],
  ] as const)("%s", async (text, facts) => {
    expect(await factsIn(text)).toEqual(expect.arrayContaining([...facts]));
  });

  test.each([
    "Still raining here.",
    "Nobody here.",
    "Big week over here.",
    "However, counting the 1,000 daily calls, we are fine.",
    "Is a nurse here?",
    "We are here.",
    "Thanks, table 7.",
    "Tomorrow, room 4.",
    "Lena, page 4 is missing.",
    "Ghent, since 2019.",
  ])("finds nothing in %s", async (text) => {
    expect(await factsIn(text)).toEqual([]);
  });
});
