import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { fence } from "../../src/prompt-safety/fence.js";
import { rememberNew } from "../../src/prompt-safety/recalled-input.js";
import { RenderedLines } from "../../src/prompt-safety/rendered-lines.js";

const quoted = fence('On 3 May 2026, Ana said: "I keep bees."', "a".repeat(32));

describe("rememberNew()", () => {
  it("does not remember recalled text, and lists it as skipped", async () => {
    const { memory, clock } = await testMemory();
    const before = (await memory.details()).memory;
    const payload = await rememberNew(
      memory,
      { content: quoted },
      { now: clock, rendered: new RenderedLines() },
    );
    expect(payload).toMatchObject({ stored: false, bytes: 0, tokens: 0, cost: 0, total_storage_bytes: 0 });
    expect(payload.data.data.skipped).toEqual([{ text: quoted, reason: "it was recalled from this memory" }]);
    expect((await memory.details()).memory).toEqual(before);
  });

  it("remembers the new parts of a text and of a chat", async () => {
    const { memory, clock } = await testMemory();
    const text = await rememberNew(
      memory,
      { content: `${quoted}\nBruno sold his boat in Cascais.` },
      {
        now: clock,
        rendered: new RenderedLines(),
      },
    );
    expect(text.stored).toBe(true);
    const chat = await rememberNew(
      memory,
      {
        content: [
          { role: "tool", content: quoted },
          { role: "user", content: "My dentist is called Olga Petrova.", name: "Ana" },
        ],
      },
      { now: clock, rendered: new RenderedLines() },
    );
    expect(chat.data.data.skipped).toContainEqual({
      text: quoted,
      reason: "it was recalled from this memory",
    });
    const all = (await memory.records({ limit: 1000 })).items.map((record) => record.text).join("\n");
    expect(all).toContain("Bruno");
    expect(all).toContain("Olga");
    expect(all).not.toContain("bees");
  });

  it("passes on an input without fences unchanged", async () => {
    const { memory, clock } = await testMemory();
    const payload = await rememberNew(
      memory,
      { content: "Bruno sold his boat in Cascais." },
      {
        now: clock,
        rendered: new RenderedLines(),
      },
    );
    expect(payload.stored).toBe(true);
    await expect(
      rememberNew(memory, { content: "" }, { now: clock, rendered: new RenderedLines() }),
    ).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
