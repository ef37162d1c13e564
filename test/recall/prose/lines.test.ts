import { describe, expect, it } from "vitest";
import { Memory } from "../../../src/index.js";

describe("verbatim()", () => {
  it.each([
    ["I ran a marathon in February.", "(that is, in February 2026)"],
    ["I ran a marathon on 1 December.", "(that is, 1 December 2025)"],
    ["I ran a marathon on December 1st.", "(that is, 1 December 2025)"],
    ["I ran a marathon last week.", "(that is, in the week of 1 June 2026)"],
    ["I ran a marathon last weekend.", "(that is, on the weekend of 6 June 2026)"],
    ["I ran a marathon last winter.", "(that is, in winter 2025/26)"],
    ["I ran a marathon two years ago.", "(that is, in 2024)"],
    ["I ran marathons from 5 to 8 May.", "(that is, 5 to 8 May 2026)"],
    ["I ran a marathon yesterday evening.", "(that is, 9 June 2026)"],
  ])("renders %j without a day that it does not name", async (content, named) => {
    await using memory = new Memory();
    await memory.remember({ content, speaker: "Ana", occurred_at: "2026-06-10T10:00:00Z" });
    const { episodic_memory } = await memory.recall("When did Ana run a marathon?");
    expect(episodic_memory).toContain(named);
  });

  it.each([
    "I ran a marathon on 1 February.",
    "I ran a marathon on the 1st of February.",
    "I ran a marathon on February 1st.",
    "I ran a marathon on Feb 1, 2026.",
    "I ran a marathon on December 1, 2025.",
  ])("adds no note to %j, which gives the day in the year of its line or with its year", async (content) => {
    await using memory = new Memory();
    await memory.remember({ content, speaker: "Ana", occurred_at: "2026-06-10T10:00:00Z" });
    const { episodic_memory } = await memory.recall("When did Ana run a marathon?");
    expect(episodic_memory).toBe(`On 10 June 2026, Ana said: "${content}"`);
  });
});

it("a question that names a time finds what happened in a period that overlaps it", async () => {
  await using memory = new Memory();
  const say = (content: string) =>
    memory.remember({ content, speaker: "Ana", occurred_at: "2026-06-10T10:00:00Z" });
  await say("We rebuilt the jetty last winter.");
  await say("I painted the fence in 2019.");
  const { records } = await memory.recall({ query: "What did Ana do in January 2026?", explain: true });
  const found = records!.find(({ text }) => text.includes("jetty"));
  expect(found).toMatchObject({
    occurred_at: "2025-12-01T00:00:00.000Z",
    occurred_until: "2026-03-01T00:00:00.000Z",
    signals: { during: expect.any(Number) },
  });
  expect(found!.signals.during).toBeGreaterThan(0);
});
