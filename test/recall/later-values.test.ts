/** Later values that remember did not replace, and what is said of somebody named before. */
import { describe, expect, it } from "vitest";
import { saysOfAnotherFirst } from "../../src/recall/ranking/of-relative.js";
import { testMemory } from "../../src/testing/index.js";

type Said = readonly [at: string, content: string, speaker?: string];

async function recalled(said: readonly Said[], query: string) {
  const { memory, clock } = await testMemory({});
  for (const [day, content, speaker] of said) {
    clock.set(`${day}T09:00:00Z`);
    await memory.remember({ content, ...(speaker === undefined ? {} : { speaker }) });
  }
  const found = await memory.recall({ query });
  await memory.close();
  return { ...found, prose: `${found.semantic_memory}\n${found.episodic_memory}` };
}

describe("recall() of a later value", () => {
  it.each<[string, readonly Said[], string, string]>([
    [
      "How much do I weigh?",
      [
        ["2026-01-08", "I weigh 92 kilos at the moment."],
        ["2026-03-11", "I've lost a lot of weight, 84 kilos this morning!"],
      ],
      "84 kilos",
      "92 kilos",
    ],
    [
      "Which Postgres version does the orders service run?",
      [
        ["2026-01-02", "Decision: we use Postgres 15 for the orders service.", "Yuki"],
        ["2026-02-02", "We upgraded the orders db to Postgres 17 last night, all green.", "Amal"],
      ],
      "Postgres 17",
      "Postgres 15",
    ],
    [
      "When does the library close?",
      [
        ["2026-01-08", "The library opens at eight and closes at five."],
        ["2026-03-11", "New hours from Monday: nine to six."],
      ],
      "nine to six",
      "opens at eight",
    ],
    [
      "How many players are in the squad?",
      [
        ["2026-01-08", "Nineteen players in the squad, two of them goalkeepers.", "Oona"],
        ["2026-03-11", "We are 21 now, a pair of brothers joined.", "Oona"],
      ],
      "21 now",
      "Nineteen players",
    ],
    [
      "How much is the parking permit?",
      [
        ["2026-01-08", "The permit is 80 euros a year.", "Oona"],
        ["2026-03-11", "The council has settled on 95 euros as the yearly permit.", "Oona"],
      ],
      "95 euros",
      "80 euros",
    ],
    [
      "Who runs the night desk?",
      [
        ["2026-01-08", "I run the night desk, my badge is 4410.", "Imogen"],
        ["2026-03-11", "Imogen has handed her badge to Ansel.", "Tove"],
      ],
      "Ansel",
      "I run the night desk",
    ],
    [
      "When do we start on Mondays?",
      [
        ["2026-01-08", "We start at 9:00 on Mondays.", "Tove"],
        ["2026-03-11", "Everyone please be there at 8:15 from now on, we start earlier.", "Tove"],
      ],
      "8:15",
      "9:00",
    ],
  ])(
    "gives the later one first and no earlier one as the present, asked %s",
    async (query, said, now, before) => {
      const { prose } = await recalled(said, query);
      expect(prose).toContain(now);
      expect(prose.replace(/^Earlier.*$/gmu, "")).not.toContain(before);
      expect(prose.indexOf("Earlier") === -1 || prose.indexOf(now) < prose.indexOf("Earlier")).toBe(true);
    },
  );
});

it("does not take another thing of the same kind for a new value", async () => {
  const { prose } = await recalled(
    [
      ["2026-01-08", "The fee for membership is 120 euros."],
      ["2026-03-11", "The mooring fee is 300 euros."],
    ],
    "How much is the membership fee?",
  );
  expect(prose).toContain("120 euros");
  expect(prose).not.toContain("Earlier");
});

it("brings what was said since to a question that doubts", async () => {
  const { prose } = await recalled(
    [
      ["2026-01-08", "Pepper (that's my rabbit) has chewed through the cable"],
      ["2026-03-11", "had to leave Pepper with the neighbours"],
    ],
    "Do I still have my rabbit?",
  );
  expect(prose).toContain("neighbours");
});

it("leaves out what was handed over", async () => {
  const { prose } = await recalled(
    [
      ["2026-01-05", "I own the billing module, ping me for anything about invoices.", "Bram"],
      ["2026-02-09", "I'm handing billing to Amal, she knows it better anyway", "Bram"],
    ],
    "Who owns billing?",
  );
  expect(prose).toContain("handing billing to Amal");
  expect(prose).not.toContain("I own");
});

describe("saysOfAnotherFirst()", () => {
  it.each([
    ["Filip is getting married in June; Lena is invited.", "lena", true],
    ["Filip is getting married in June; Lena is invited.", "filip", false],
    ["Filip is getting married to Lena.", "lena", false],
    ["Lena, like Filip, is getting married.", "lena", false],
    ["Filip came along. Lena is getting married.", "lena", false],
    ["The user is getting married. Lena is invited.", "lena", false],
  ])("reads %s about %s: %s", (text, person, expected) => {
    const asked = { people: [[person]], topic: new Set(["marri"]), names: new Set([person]) };
    expect(saysOfAnotherFirst(text, asked)).toBe(expected);
  });
});
