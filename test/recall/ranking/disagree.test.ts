import { describe, expect, it } from "vitest";
import { Memory } from "../../../src/index.js";
import { claimsOf, disagreement } from "../../../src/recall/ranking/disagree.js";
import { passage, record } from "../pool.js";

interface Statement {
  readonly at: string;
  readonly text: string;
  readonly speaker?: string;
}

/** Remembers statements, asks a question, and returns the lines of the answer. */
async function proseOf(statements: readonly Statement[], query: string): Promise<string[]> {
  await using memory = new Memory({ clock: () => new Date("2026-06-10T10:00:00.000Z") });
  for (const { at, text, speaker } of statements)
    await memory.remember({
      content: text,
      occurred_at: at,
      ...(speaker === undefined ? {} : { speaker }),
    });
  const { semantic_memory, episodic_memory, procedural_memory } = await memory.recall(query);
  return [semantic_memory, episodic_memory, procedural_memory].join("\n").split("\n").filter(Boolean);
}

const twice = (first: string, second: string): Statement[] => [
  { at: "2026-01-03T10:00:00Z", text: first },
  { at: "2026-02-05T10:00:00Z", text: second },
];
const disagreements = (lines: readonly string[]) => lines.filter((line) => / does not agree: /.test(line));

describe("recall() of statements that were never reconciled", () => {
  it.each([
    ["Ben likes coffee.", "Ben hates coffee.", "Does Ben like coffee?"],
    ["Ben hates coffee.", "Ben likes coffee.", "Does Ben like coffee?"],
    ["Ben is allergic to peanuts.", "Ben is not allergic to peanuts.", "Is Ben allergic to peanuts?"],
    ["Ana visited Porto.", "Ana has never been to Porto.", "Has Ana been to Porto?"],
    [
      "I repaired the boiler in the cellar on Monday.",
      "I've never repaired the boiler, should I?",
      "Have I repaired the boiler?",
    ],
  ])("returns both %j and %j, and says that they do not agree", async (first, second, query) => {
    const lines = await proseOf(twice(first, second), query);
    expect(lines.some((line) => line.includes(first) && line.includes("3 January 2026"))).toBe(true);
    expect(lines.some((line) => line.includes(second) && line.includes("5 February 2026"))).toBe(true);
    expect(disagreements(lines)).toEqual([
      expect.stringMatching(
        /^What was said on 3 January 2026 and on 5 February 2026 does not agree: ".+" and ".+"$/,
      ),
    ]);
  });

  it("says so behind the later of the two, in their order", async () => {
    const lines = await proseOf(twice("Ben likes coffee.", "Ben hates coffee."), "Does Ben like coffee?");
    expect(lines).toEqual([
      "Ben hates coffee. (5 February 2026)",
      'What was said on 3 January 2026 and on 5 February 2026 does not agree: "Ben likes coffee." and "Ben dislikes coffee."',
      "Ben likes coffee. (3 January 2026)",
    ]);
  });

  it.each([
    [
      "it happened in between",
      "Ana has never been to Porto.",
      "Ana visited Porto.",
      "Has Ana been to Porto?",
    ],
    ["another value", "Ben likes coffee.", "Ben hates tea.", "Does Ben like coffee or tea?"],
    ["somebody else", "Ben likes coffee.", "Ida hates coffee.", "Who likes coffee?"],
    [
      "it was no longer so",
      "Ben works at the bakery.",
      "Ben no longer works at the bakery.",
      "Does Ben work at the bakery?",
    ],
    [
      "it was only planned",
      "I will repair the boiler.",
      "I have never repaired the boiler.",
      "Have I repaired the boiler?",
    ],
    [
      "it was something else",
      "I repaired the fence.",
      "I have never repaired the boiler.",
      "What have I repaired?",
    ],
    [
      "somebody's sister",
      "Ben's sister is allergic to peanuts.",
      "Ben is not allergic to peanuts.",
      "Who is allergic to peanuts?",
    ],
  ])("raises no false alarm: %s", async (_why, first, second, query) => {
    const lines = await proseOf(twice(first, second), query);
    expect(lines.length).toBeGreaterThan(0);
    expect(disagreements(lines)).toEqual([]);
  });

  it("does not compare different speakers", async () => {
    const statements = twice("I repaired the boiler.", "I have never repaired the boiler.");
    const speakers = ["Ana", "Ida"];
    const lines = await proseOf(
      statements.map((one, index) => ({ ...one, speaker: speakers[index]! })),
      "Who repaired the boiler?",
    );
    expect(lines.length).toBeGreaterThan(1);
    expect(disagreements(lines)).toEqual([]);
  });
});

describe("recall() of what changed", () => {
  const salary: Statement[] = [
    { at: "2026-01-03T10:00:00Z", text: "My salary is 50,000 euros." },
    { at: "2026-02-05T10:00:00Z", text: "My salary is 55,000 euros." },
    { at: "2026-04-07T10:00:00Z", text: "My salary is 60,000 euros." },
  ];

  it("returns the history oldest first, each value with its time", async () => {
    expect(await proseOf(salary, "How did my salary change?")).toEqual([
      "The user's salary was 50,000 euros (from 3 January 2026 until 5 February 2026).",
      "The user's salary was 55,000 euros (from 5 February 2026 until 7 April 2026).",
      'On 7 April 2026, the user said: "My salary is 60,000 euros."',
    ]);
  });

  it("returns only the present value, once, for a question about the present", async () => {
    expect(await proseOf(salary, "What is my salary?")).toEqual([
      'On 7 April 2026, the user said: "My salary is 60,000 euros."',
    ]);
  });

  it("returns where somebody lived before, oldest first", async () => {
    const homes = [
      { at: "2026-01-03T10:00:00Z", text: "Ana lives in Graz." },
      { at: "2026-02-05T10:00:00Z", text: "Ana moved to Porto." },
      { at: "2026-04-07T10:00:00Z", text: "Ana moved to Lisbon." },
    ];
    const lines = await proseOf(homes, "Where did Ana live before?");
    expect(lines.slice(0, 3)).toEqual([
      "Ana lived in Graz (from 3 January 2026 until 5 February 2026).",
      "Ana lived in Porto (from 5 February 2026 until 7 April 2026).",
      "Ana lives in Lisbon (as of 7 April 2026).",
    ]);
    expect((await proseOf(homes, "Where does Ana live?")).join(" ")).not.toMatch(/Graz|Porto/);
  });
});

describe("disagreement()", () => {
  const birthday = (id: number, value: string) =>
    record({
      id: `birthday-${id}`,
      type: "semantic",
      entity: "Ana",
      property: "birthday",
      value,
      text: `Ana's birthday is ${value}.`,
    });
  const first = birthday(1, "3 May");
  const one = passage(1, "Ana turns thirty on 3 May.", { records: [first] });
  const other = passage(2, "Ana's party: 9 June, her birthday.", {
    records: [birthday(2, "9 June")],
    saidAt: "2026-06-01T10:00:00.000Z",
  });

  it("finds two birthdays that were both kept, whichever comes first", () => {
    const sentence =
      'What was said on 3 May 2026 and on 1 June 2026 does not agree: "Ana\'s birthday is 3 May." and "Ana\'s birthday is 9 June."';
    expect(disagreement(claimsOf(one), claimsOf(other))).toBe(sentence);
    expect(disagreement(claimsOf(other), claimsOf(one))).toBe(sentence);
  });

  it("leaves alone a birthday that was corrected", () => {
    const corrected = { ...one, superseded: [first] };
    expect(disagreement(claimsOf(corrected), claimsOf(other))).toBeUndefined();
  });
});
