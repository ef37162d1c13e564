import { describe, expect, it } from "vitest";
import { Memory } from "../../src/index.js";

describe("verbatim()", () => {
  it.each([
    ["I ran a marathon in February 2026.", "(that is, February 2026)"],
    ["I ran a marathon on 1 February 2026.", "(that is, 1 February 2026)"],
    ["I ran a marathon on 9 February 2026.", "(that is, 9 February 2026)"],
  ])("tells of %j no day that it does not name", async (content, told) => {
    await using memory = new Memory();
    await memory.remember({ content, speaker: "Ana", occurred_at: "2026-06-10T10:00:00Z" });
    const { episodic_memory } = await memory.recall("When did Ana run a marathon?");
    expect(episodic_memory).toContain(told);
  });
});
