import { describe, expect, test } from "vitest";
import { Memory } from "../../../../../src/index.js";
import { draftsOf, factsIn } from "../../../drafts.js";

const grammar = { parts: ["grammar"] } as const;

/** Ana says it; the measure as it is now, and what it was before. */
const changed: Readonly<Record<string, readonly string[]>> = {
  "My rent went from 800 to 950 euros.": ["Ana: rent = 950 euros, not 800"],
  "I noticed that our water bill has slowly crept, no, my savings rate dropped from 20% to 12%.": [
    "Ana: savings rate = 12%, not 20%",
  ],
  "We managed to cut the oven's warm-up, and finally got the build time down from 12 minutes to 4 minutes.": [
    "build time: time = 4 minutes, not 12 minutes",
  ],
  "Tom's weight dropped from 90 kg to 82 kg.": ["Tom: weight = 82 kg, not 90 kg"],
  "The price of the flat went up from €300,000 to €320,000.": [
    "price of the flat: price = €320,000, not €300,000",
  ],
  "The support queue, which was initially 900 tickets, is fine since we reduced it to 40 tickets.": [
    "support queue: queue = 40 tickets, not 900 tickets",
  ],
  "My commute has recently grown to 55 minutes.": ["Ana: commute = 55 minutes"],
  "The insured value was raised to 1.5 million.": ["insured value: value = 1.5 million"],
  "Our price has been cut to 20 euros.": ["Ana: price = 20 euros"],
};

describe("measuredChanges() finds in", () => {
  test.for(Object.entries(changed))("%s", async ([text, expected]) => {
    const drafts = await draftsOf(text, grammar);
    const facts = drafts.filter((draft) => draft.type === "semantic");
    expect(
      facts.map(
        ({ entity, property, value, former }) =>
          `${entity}: ${property} = ${value}${former === undefined ? "" : `, not ${former}`}`,
      ),
    ).toEqual(expected);
  });
});

describe("measuredChanges() finds nothing in", () => {
  test.for([
    "I want to reduce the build time from 12 minutes to 4 minutes.",
    "If my salary went from 4000 to 4500 euros I would be happy.",
    "The meeting moved from 3 to 4 pm.",
    "My brother went from 3 to 5 coffees a day.",
    "Quarterly revenue of the shop went from 40% to 55%.",
    "We merged it into the main branch, which has now reached 165.",
    "My rent did not go up from 800 to 950 euros.",
    "My rent could have been raised to 950 euros.",
  ])("%s", async (text) => {
    const facts = await factsIn(text, grammar);
    expect(facts.filter((fact) => /\d/.test(fact) && !fact.includes("goal"))).toEqual([]);
  });
});

test("a measure that a thing has is replaced by what it went up to", async () => {
  const memory = new Memory();
  await memory.remember({ content: "The API quota is 1,200 requests." });
  const { data } = await memory.remember({ content: "The API quota has dropped to 900 requests." });
  const [fact] = data.data.memory_decisions.semantic.items;
  expect(fact).toMatchObject({ operation: "UPDATE", property: "quota", value: "900 requests" });
  await memory.close();
});
