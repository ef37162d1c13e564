import { describe, expect, test } from "vitest";
import { factsIn } from "../../drafts.js";

describe("fragmentFacts()", () => {
  test.each([
    ["Retired bosun here, thirty-one years at sea.", ["Ana: role = retired bosun"]],
    ["Hi all, paralegal here.", ["Ana: role = paralegal"]],
    ["Volunteer firefighter here!", ["Ana: role = volunteer firefighter"]],
    ["Securon, contract 7781, renews every January.", ["Securon: contract = 7781"]],
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
