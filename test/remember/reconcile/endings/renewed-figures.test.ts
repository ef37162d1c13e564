/** Figures and dates that are over because a later message has another one. */
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

/** What two messages close, in two calls and as two messages of one call. */
async function closedBy(before: string, after: string): Promise<(string | null)[][]> {
  const apart = await testMemory({ seed: [{ content: before }] });
  apart.clock.advance(86_400_000);
  await apart.memory.remember({ content: after });
  const together = await testMemory({});
  const content = [before, after].map((text) => ({ role: "user" as const, content: text }));
  await together.memory.remember({ content });
  const closed: (string | null)[][] = [];
  for (const { memory } of [apart, together]) {
    const { items } = await memory.records({ types: ["semantic"], include_superseded: true });
    closed.push(items.filter(({ valid_to }) => valid_to !== null).map(({ value }) => value));
  }
  return closed;
}

describe("remember() of a new figure, in another call or in the same one, closes", () => {
  it.each([
    ["My test coverage is at 61%.", "Coverage is now 74%.", "61%"],
    ["My hosting budget is 40 dollars.", "I've upped the hosting budget to 55 dollars.", "40 dollars"],
    ["Our rent is 1,050 euros.", "Our rent went up to 1,095 euros, sadly.", "1,050 euros"],
    ["The budget for the kitchen is 900 euros.", "Raised the kitchen budget to 1,200 euros.", "900 euros"],
  ])("%s %s", async (before, after, closed) => {
    expect(await closedBy(before, after)).toEqual([[closed], [closed]]);
  });
});

describe("remember() of another figure closes nothing", () => {
  it.each([
    ["My test coverage is at 61%.", "My brother's test coverage is now 74%."],
    ["My test coverage is at 61%.", "Coverage should go up to 74%."],
    ["My test coverage is at 61%.", "If coverage is at 74% now, we may ship."],
    ["My ticket price is 300 euros.", "The shop lowered the price to 200 euros."],
    ["My rent is 300 euros.", "My salary went up to 2,000 euros."],
    ["My train takes 40 minutes.", "The bus takes 50 minutes now."],
    ["My accuracy in algebra problems is 85%.", "The problems got harder, 60% of them now have fractions."],
  ])("%s %s", async (before, after) => {
    expect(await closedBy(before, after)).toEqual([[], []]);
  });
});
