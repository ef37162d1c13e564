/**
 * What is returned of two small manuals, and what is not: the floors of `rank-files` were chosen
 * with this and on the manuals of this package.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Memory } from "../../../src/memory.js";

const harbour = `# Harbour manual

## Fees
A berth for a boat up to ten metres costs twelve euros a night. Longer boats pay two euros more for each metre.

## Electricity
Every pontoon has sockets of sixteen amperes. Cards for the meter are sold in the office until six.

## Fuel
The fuel dock is open from eight to noon. Petrol and diesel are sold, gas bottles are not.

## Storms
From wind force seven on, boats at the outer pontoon are moved to the inner basin. The harbour master calls on channel 31.

## Dogs
Dogs are kept on a lead. They are not allowed in the shower block.
`;

const bakery = `# Bakery handbook

## Sourdough
Feed the starter twelve hours before mixing. The dough rests overnight at four degrees.

## Oven
The stone oven needs ninety minutes to reach 260 degrees. Never open the steam valve while loading.

## Cleaning
Proofing baskets are brushed and dried, never washed with soap.

## Deliveries
Flour arrives on Tuesdays and Fridays before seven. Sign for every pallet and note the batch.
`;

const memory = new Memory();
beforeAll(async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  await memory.rememberFile({ name: "harbour-manual.md", data: bytes(harbour) });
  await memory.rememberFile({ name: "bakery-handbook.md", data: bytes(bakery) });
});
afterAll(() => memory.close());

describe("rankFiles(), on two manuals", () => {
  it.each([
    ["What does a berth cost for a night?", "Fees"],
    ["Where can I buy a card for the electricity meter?", "Electricity"],
    ["When is the fuel dock open?", "Fuel"],
    ["Which channel does the harbour master call on in a storm?", "Storms"],
    ["Are dogs allowed in the showers?", "Dogs"],
    ["How long before mixing is the sourdough starter fed?", "Sourdough"],
    ["How hot does the stone oven get?", "Oven"],
    ["May proofing baskets be washed with soap?", "Cleaning"],
    ["On which days does the flour arrive?", "Deliveries"],
  ])("%s: %s", async (query, heading) => {
    const { file_memory } = await memory.recall(query);
    expect(file_memory[0]?.heading).toContain(heading);
  });

  it.each([
    "Who won the regatta in 1998?",
    "What is the capital of Mongolia?",
    "When was my grandmother born?",
    "How many calories are in an avocado?",
    "What is my passport number?",
    "Who painted the Mona Lisa?",
    "Which train goes to Vienna?",
    "What did Rita say about the wedding?",
  ])("%s: nothing", async (query) => {
    expect((await memory.recall(query)).file_memory).toEqual([]);
  });

  it("what happened somewhere is returned though no file says happened", async () => {
    const { file_memory } = await memory.recall("What happened at the fuel dock?");
    expect(file_memory[0]?.heading).toContain("Fuel");
  });
});
