/** Bad input gets a clear error or a right answer, and never changes or breaks a store. */
import { Memory, MemoryError } from "keepsake";
import { describe, expect, it } from "vitest";

const contents: readonly (readonly [string, unknown])[] = [
  ["nothing", undefined],
  ["null", null],
  ["an empty string", ""],
  ["10 MB", "x".repeat(10_485_760)],
  ["a lone surrogate", "Ana \udc00 lives"],
  ["a NUL character", "Ana\0lives"],
  ["FTS quotes", 'Ana "lives in Lisbon'],
  ["FTS operators", "Ana* NEAR(lives Lisbon, 2) AND NOT OR ^x {y}: -z"],
  ["SQL", "Ana'); DROP TABLE records; --"],
  ["a million of one letter", "a".repeat(1_000_000)],
  ["a date in the year 9999", { content: "Ana will retire.", occurred_at: "9999-12-31" }],
  ["a date in the year 1", { content: "Ana was a Roman.", occurred_at: "0001-01-01" }],
  ["text with odd dates", "Ana was born on 99/99/9999 and on 2026-13-45 and in 300000 BC."],
  ["a future date", { content: "Ana flies to Oslo tomorrow.", occurred_at: "2031-01-01" }],
  [
    "a previous context a thousand levels deep",
    { content: "Ana lives in Lisbon.", previous_context: "(".repeat(1000) + ")".repeat(1000) },
  ],
  ["wrong types", { content: 7, speaker: {}, metadata: [] }],
  ["an array of nonsense", [1, "two", null]],
  ["emoji only", "🎉🎉🎉 👩‍👩‍👧‍👦"],
  ["right to left", "أنا أعيش في لشبونة ‏‎"],
  ["control characters", "Ana\u0001\u0007\u001b[31m lives\u2028in\u2029Lisbon"],
  [
    "a prototype key in metadata",
    { content: "Ana lives in Lisbon.", metadata: JSON.parse('{"__proto__":"x","constructor":1}') },
  ],
];

describe("hostile input", () => {
  it.each(contents)("%s: remember answers or refuses, and the store stays valid", async (_, input) => {
    await using memory = new Memory();
    await memory.remember("Ben plays the cello in Ghent.");
    const before = await state(memory);
    const error = await memory.remember(input as never).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error !== undefined) {
      expect(MemoryError.is(error, "invalid_input")).toBe(true);
      expect(await state(memory)).toEqual(before);
    }
    expect(
      (await memory.recall("What does Ben play?")).semantic_memory +
        (await memory.recall("What does Ben play?")).episodic_memory,
    ).toContain("cello");
    expect(await memory.verifyAudit()).toMatchObject({ valid: true });
  });

  it.each(contents)("%s: recall and forget answer or refuse, and the store stays valid", async (_, input) => {
    await using memory = new Memory();
    await memory.remember("Ben plays the cello in Ghent.");
    const records = (await memory.records()).items;
    const query = typeof input === "object" && input !== null && "content" in input ? input.content : input;
    for (const verb of [
      () => memory.recall(query as never),
      () => memory.recall({ query } as never),
      () => memory.forget({ query } as never),
    ]) {
      const error = await verb().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error !== undefined) expect(MemoryError.is(error, "invalid_input")).toBe(true);
    }
    expect((await memory.records()).items).toEqual(records);
  });
});

async function state(memory: Memory) {
  const { storage_used } = (await memory.details()).memory;
  return { storage_used, records: (await memory.records()).items, audit: await memory.verifyAudit() };
}
