/** Measures that change under another name than the one they were stated with. */
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";

async function closedBy(before: string, after: string): Promise<(string | null)[]> {
  const { memory, clock } = await testMemory({ seed: [{ content: before }] });
  clock.advance(86_400_000);
  await memory.remember({ content: after });
  const { items } = await memory.records({ types: ["semantic"], include_superseded: true });
  return items.filter(({ valid_to }) => valid_to !== null).map(({ value }) => value);
}

describe("remember() of a changed measure", () => {
  it.each([
    ["I take 5 mg of Ramipril.", "Dr Pell put the Ramipril up to 10 mg.", "5 mg of Ramipril"],
    ["My dose of metformin is 500 mg.", "Dr. Amadi raised my metformin to 850 mg.", "500 mg"],
    ["Our rent is 780 euros.", "The landlord put the rent up to 850 euros.", "780 euros"],
    ["The fee is 120 euros per year.", "The board set the fee at 135 euros.", "120 euros per year"],
  ])("%s %s", async (before, after, closed) => {
    expect(await closedBy(before, after)).toEqual([closed]);
  });

  it.each([
    ["I take 5 mg of Ramipril.", "Dr Pell put Tom's Ramipril up to 10 mg."],
    ["I take 5 mg of Ramipril.", "Dr Pell might put the Ramipril up to 10 mg."],
    ["I take 5 mg of Ramipril.", "Dr Pell put the metformin up to 10 mg."],
    ["Our rent is 780 euros.", "The landlord put the rent up to 850 pounds."],
    ["My ticket price is 300 euros.", "The shop lowered the price to 200 euros."],
    ["Our rent is 780 euros.", "My sister is cross, her landlord put the rent up to 850 euros."],
  ])("closes nothing: %s %s", async (before, after) => expect(await closedBy(before, after)).toEqual([]));
});
