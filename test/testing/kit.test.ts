/** The kit for an app's own tests: seeds, matchers, a scripted extractor, failures. */
import { Memory, MemoryError } from "keepsake";
import {
  failing,
  type MemoryMatchers,
  memoryMatchers,
  scriptedExtractor,
  seeds,
  testMemory,
} from "keepsake/testing";
import { describe, expect, it, onTestFinished } from "vitest";

declare module "vitest" {
  interface Matchers<T> extends MemoryMatchers<Promise<void>> {}
}
expect.extend(memoryMatchers);

const busy = new MemoryError("busy", "Cannot recall: the store is busy", { data: { timeoutMs: 0 } });

async function seeded(text: string): Promise<Memory> {
  const { memory } = await testMemory({ seed: seeds(text) });
  onTestFinished(() => memory.close());
  return memory;
}

describe("seeds()", () => {
  it("reads a time, a speaker and what was said from each line", () => {
    expect(
      seeds(`
        # a comment
        2026-01-04 Ana: I live in Lisbon.
        2026-01-04T10:00:00Z Ben: At 10:30, the boat leaves.
        The ladder hangs in the shed.
      `),
    ).toEqual([
      { content: "I live in Lisbon.", speaker: "Ana", occurred_at: "2026-01-04" },
      { content: "At 10:30, the boat leaves.", speaker: "Ben", occurred_at: "2026-01-04T10:00:00Z" },
      { content: "The ladder hangs in the shed." },
    ]);
    expect(() => seeds("\n# nothing\n")).toThrow("must have a line that is not empty");
  });

  it("fill a memory that knows the later of two facts", async () => {
    const memory = await seeded("2025-01-04 Ana: I live in Lisbon.\n2025-03-01 Ana: I moved to Porto.");
    await expect(memory).toRecall("Where does Ana live?", /lives in Porto/);
    await expect(memory).toRecall({ query: "Where did Ana live?", as_of: "2025-02-01" }, "Lisbon");
  });
});

describe("the matchers", () => {
  it("fail with what was asked, expected and answered", async () => {
    const memory = await seeded("Ana: I live in Lisbon.");
    await expect(expect(memory).toRecall("Where does Ana live?", "Oslo")).rejects.toThrow(
      /to answer "Where does Ana live\?" with Oslo, got: \n.*Lisbon/s,
    );
    await expect(expect(memory).not.toRecall("Where does Ana live?", "Lisbon")).rejects.toThrow(
      "not to answer",
    );
    await expect(expect(memory).toHaveForgotten("Lisbon")).rejects.toThrow(/1 of its sources have it/);
  });

  it("see what was forgotten, and what is in files", async () => {
    const memory = await seeded('Ana: The code of the "shed" is 4711.');
    await memory.rememberFile({
      name: "fees.md",
      data: new TextEncoder().encode("A night costs ten euros."),
    });
    await expect(memory).toRecall("What does a night cost?", "ten euros");
    await expect(memory).not.toHaveForgotten('"shed"');
    const { items } = await memory.records({ types: ["semantic", "episodic"] });
    await memory.forget({ ids: items.map(({ id }) => id) });
    await expect(memory).toHaveForgotten("4711");
    await expect(memory).toHaveForgotten('"shed"');
    await expect(memory).not.toHaveForgotten("ten euros");
    await expect(expect(memory).toHaveForgotten(" ")).rejects.toThrow("must not be empty");
  });
});

describe("scriptedExtractor()", () => {
  it("drafts what the script says, skips with its reason, and keeps the rest as events", async () => {
    const extractor = scriptedExtractor({
      Lisbon: [{ entity: "Ana", property: "home", value: "Lisbon" }],
      Porto: [{ entity: "Ana", property: "home", value: "Porto" }],
      hello: "small talk",
    });
    const memory = new Memory({ extractor });
    onTestFinished(() => memory.close());
    await memory.remember("It rained in Lisbon.");
    const { data } = (await memory.remember("It rained in Porto.")).data;
    expect(data.memory_decisions.semantic.items[0]).toMatchObject({ operation: "UPDATE", value: "Porto" });
    expect((await memory.remember("hello")).data.data.skipped).toEqual([
      { text: "hello", reason: "small talk" },
    ]);
    const event = (await memory.remember("The ferry was late.")).data.data.memory_decisions;
    expect(event.episodic.items).toHaveLength(1);
  });
});

describe("failing()", () => {
  it("fails as often as asked, and passes on everything else", async () => {
    const memory = await seeded("Ana: I live in Lisbon.");
    const flaky = failing(memory, [{ verb: "recall", error: busy, after: 1, times: 2 }]);
    const outcomes: string[] = [];
    for (let call = 0; call < 4; call += 1)
      outcomes.push(
        await flaky.recall("Where does Ana live?").then(
          () => "answered",
          ({ code }) => code,
        ),
      );
    expect(outcomes).toEqual(["answered", "busy", "busy", "answered"]);
    expect((await flaky.records()).items.length).toBeGreaterThan(0);
  });

  it("does nothing when it fails, also in a scope", async () => {
    const memory = await seeded("Ana: I live in Lisbon.");
    const flaky = failing(memory, [{ verb: "remember", error: busy }]);
    await expect(flaky.for({ user: "ana" }).remember("Ana sails.")).rejects.toBe(busy);
    await expect(memory).toHaveForgotten("Ana sails.");
  });
});
