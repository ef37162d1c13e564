import { describe, expect, it } from "vitest";
import { MadeUpConversation } from "../../benchmarks/latency/conversation.js";
import { percentile, percentiles } from "../../benchmarks/latency/percentiles.js";

describe("percentile", () => {
  it("percentile() gives the nearest rank, whatever the order", () => {
    const values = [9, 1, 10, 2, 8, 3, 7, 4, 6, 5];
    expect([0.5, 0.95, 0.1, 1].map((share) => percentile(values, share))).toEqual([5, 10, 1, 10]);
  });

  it("percentiles() counts the calls, and gives NaN rather than 0 where there was none", () => {
    expect(percentiles([3, 1, 2])).toEqual({ calls: 3, p50_ms: 2, p95_ms: 3 });
    expect(percentiles([]).p50_ms).toBeNaN();
  });
});

describe("MadeUpConversation", () => {
  const messages = (seed: number) => {
    const conversation = new MadeUpConversation(seed);
    return Array.from({ length: 400 }, (_, index) => conversation.message(index));
  };

  it("message() says the same for the same seed, and something else for another", () => {
    expect(messages(4)).toEqual(messages(4));
    expect(messages(5)).not.toEqual(messages(4));
  });

  it("message() hardly ever repeats itself, in the order of time", () => {
    const said = messages(4);
    expect(new Set(said.map(({ content }) => content)).size).toBeGreaterThan(390);
    expect(said.map(({ at }) => at)).toEqual(said.map(({ at }) => at).sort());
  });

  it("message() uses few words often and most words seldom", () => {
    const counts = new Map<string, number>();
    for (const { content } of messages(4))
      for (const word of content.toLowerCase().match(/[a-z]{3,}/g) ?? [])
        counts.set(word, (counts.get(word) ?? 0) + 1);
    const times = [...counts.values()];
    expect(Math.max(...times)).toBeGreaterThan(100);
    expect(times.filter((count) => count === 1).length).toBeGreaterThan(times.length / 3);
  });

  it("question() asks with the words of its message", () => {
    const conversation = new MadeUpConversation(4);
    const about = conversation.message(0);
    const words = new Set([...(about.content.match(/[a-z]{5,}/g) ?? []), about.name]);
    for (let asked = 0; asked < 50; asked++) {
      const question = conversation.question(about);
      expect([...words].some((word) => question.includes(word))).toBe(true);
    }
  });
});
