/** What came after: the sentence after a sequel, and later statements on the same thing. */
import { expect, test } from "vitest";
import type { RecallInput, RememberInput } from "../../../../src/index.js";
import { testMemory } from "../../../../src/testing/index.js";

async function answer(
  statements: readonly Exclude<RememberInput, string>[],
  query: RecallInput,
): Promise<string> {
  const { memory, clock } = await testMemory({});
  try {
    for (const [index, statement] of statements.entries()) {
      clock.set(`2026-0${index + 1}-05T09:00:00Z`);
      await memory.remember(statement);
    }
    clock.set("2026-08-01T09:00:00Z");
    const { semantic_memory, episodic_memory } = await memory.recall(query);
    return `${semantic_memory}\n${episodic_memory}`;
  } finally {
    await memory.close();
  }
}

test("recall() adds the sentence after a sequel, which names what comes instead", async () => {
  const found = await answer(
    [
      { speaker: "Piet", content: "The mower is a Stiga with a dented hood." },
      { speaker: "Piet", content: "It rained all week." },
      { speaker: "Piet", content: "The Stiga gave out on Sunday. Went with a Husqvarna in the end." },
    ],
    "Which mower do we have?",
  );
  expect(found).toContain("Husqvarna");
});

test("recall() returns the sequel of a part of a message before the message", async () => {
  const found = await answer(
    [
      {
        speaker: "Noor",
        content: "I share an office with Piet and a plant. Second floor, 2.14. The plant is winning.",
      },
      // After a note without a speaker, another conversation begins.
      { content: "The kiln was fired at 900 degrees." },
      {
        speaker: "Noor",
        content:
          "They're painting our floor so I'm down in the basement, B.03, with the rocks. Piet got the attic.",
      },
      { speaker: "Noor", content: "The soup of the day was leek." },
    ],
    { query: "Where's my office?", speaker: "Noor" },
  );
  expect(found.indexOf("B.03")).toBeGreaterThan(-1);
  expect(found.indexOf("B.03")).toBeLessThan(found.indexOf("2.14"));
});

const loaned = [
  { speaker: "Ada", content: "Gran's sewing machine is in for repair at Holt's." },
  { speaker: "Bo", content: "The sewing machine came back from repair on Monday." },
];

test("recall() adds the last statement on a thing to a question for its state", async () => {
  expect(await answer(loaned, "Is Gran's sewing machine still in repair?")).toContain("came back");
});

test("recall() does not add what shares only one word with the thing", async () => {
  const other = { speaker: "Bo", content: "The coffee machine came back from the shop on Monday." };
  expect(await answer([loaned[0]!, other], "Is Gran's sewing machine still in repair?")).not.toContain(
    "coffee",
  );
});
