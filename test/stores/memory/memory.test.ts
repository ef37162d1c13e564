/** A memory on the reference store, through the verbs. */
import { expect, it } from "vitest";
import { Memory, MemoryError } from "../../../src/index.js";
import { memoryStore, testClock, testIds } from "../../../src/testing/index.js";

const said = [
  { content: "I'm Ana. I live in Porto and I work at Siemens.", speaker: "Ana" },
  { content: "Always answer in metric units.", speaker: "Ana" },
  { content: "My sister Rita paints boats in the harbour on Sundays.", speaker: "Ana" },
  { content: "I moved to Lisbon last week.", speaker: "Ana" },
];
const asked = [
  "Where does Ana live?",
  "Who paints boats?",
  "What is the fee of the harbour?",
  "Where did Ana live before?",
];

async function story(store: ReturnType<typeof memoryStore> | undefined) {
  await using memory = new Memory({ clock: testClock(), ids: testIds(), ...(store && { store }) });
  for (const input of said) await memory.remember(input);
  const data = new TextEncoder().encode("# Fees\n\nThe fee of the harbour is ten euros a night.\n");
  const { file } = await memory.rememberFile({ name: "fees.md", data });
  const answers = [];
  for (const query of asked) {
    const { semantic_memory, episodic_memory, procedural_memory, file_memory } = await memory.recall(query);
    answers.push([semantic_memory, episodic_memory, procedural_memory, file_memory?.map(({ text }) => text)]);
  }
  const { forgotten, verified } = await memory.forget({ entity: "Rita" });
  const { items } = await memory.records();
  const texts = items.map(({ type, text, valid_to }) => [type, text, valid_to]);
  return { passages: file.passages, answers, forgotten, verified, texts, audit: await memory.verifyAudit() };
}

it("remembers, recalls and forgets as with the SQLite store", async () => {
  const reference = await story(memoryStore());
  expect(reference).toEqual(await story(undefined));
  expect(JSON.stringify(reference.answers[0])).toContain("Lisbon");
  expect(reference.verified).toBe(true);
});

it("cannot be backed up, and is not kept at a path", async () => {
  await using memory = new Memory({ store: memoryStore() });
  await expect(memory.backup("copy.db")).rejects.toMatchObject({ code: "unsupported" });
  expect(() => new Memory({ store: memoryStore(), path: "agent.db" })).toThrow(MemoryError);
});
