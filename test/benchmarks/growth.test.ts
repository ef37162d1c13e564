import { describe, expect, it } from "vitest";
import { lawOf } from "../../benchmarks/growth/law.js";
import { GrowingConversation, labelOf, linesOf, timeOf } from "../../benchmarks/growth/lines.js";
import type { Measurement } from "../../benchmarks/growth/measure-store.js";
import { TrueNeighbours } from "../../benchmarks/growth/neighbours.js";
import { plot, reportOf, table } from "../../benchmarks/growth/report.js";
import { Memory } from "../../src/index.js";

describe("lawOf()", () => {
  const points = (cost: (x: number) => number) => [1e3, 1e4, 1e5, 1e6].map((x) => ({ x, y: cost(x) }));

  it("finds the fixed part and the part that grows", () => {
    const law = lawOf(points((x) => 2 + (7 * x) / 1e6))!;
    expect([law.fixed, law.per_million]).toEqual([expect.closeTo(2, 6), expect.closeTo(7, 6)]);
  });

  it("has no negative part, whatever was measured", () => {
    const falling = lawOf(points((x) => 5 - x / 1e6))!;
    const steep = lawOf(points((x) => x ** 1.5))!;
    for (const { fixed, per_million } of [falling, steep]) {
      expect(fixed).toBeGreaterThanOrEqual(0);
      expect(per_million).toBeGreaterThanOrEqual(0);
    }
  });

  it("says nothing of one size", () => expect(lawOf([{ x: 1, y: 1 }])).toBeUndefined());
});

describe("linesOf()", () => {
  it("makes lines that a store imports, one record a message, and the same text for the same seed", async () => {
    const messages = new GrowingConversation(3).messages(50);
    await using memory = new Memory();
    expect(await memory.import(linesOf(messages))).toEqual({ sources: 3, records: 50, skipped: 0 });
    expect(new GrowingConversation(3).messages(50)).toEqual(messages);
    expect(new GrowingConversation(4).messages(50)).not.toEqual(messages);
  });

  it("gives one message in ten metadata to filter by", async () => {
    await using memory = new Memory();
    await memory.import(linesOf(new GrowingConversation(3).messages(200)));
    const { items } = await memory.records({ filter: { topic: labelOf(0).topic }, limit: 100 });
    expect(items).toHaveLength(2);
    const { items: ofOne } = await memory.records({ filter: { user: labelOf(3).user }, limit: 100 });
    expect(ofOne.map(({ occurred_at }) => occurred_at)).toEqual([timeOf(30)]);
  });

  it("says real texts where it is given some, then made-up ones", () => {
    const [first, second] = new GrowingConversation(3, ["The boat is green."]).messages(2);
    expect(first!.content).toBe("The boat is green.");
    expect(second!.content).not.toBe("The boat is green.");
  });
});

describe("TrueNeighbours", () => {
  it("knows the nearest of all that was added, in however many portions", async () => {
    const truth = await TrueNeighbours.of(["a green boat"]);
    await truth.add(["the weather in May", "boats that are green"]);
    await truth.add(Array.from({ length: 20 }, (_, at) => `invoice ${at} is paid`));
    expect(truth.nearest(0).has(2)).toBe(true);
    expect(truth.nearest(0).size).toBe(10);
  });
});

describe("reportOf()", () => {
  const percentiles = { calls: 1, p50_ms: 1, p95_ms: 2 };
  const block = { longest_ms: 3, gc_ms: 1 };
  const measured = (records: number): Measurement => ({
    records,
    fill: { seconds: 1, records_per_second: records },
    recall: percentiles,
    recall_long_running: { calls: 1, p50_ms: 0.25, p95_ms: 0.5 },
    profile: percentiles,
    filtered: { one_user: percentiles, one_topic: percentiles, procedural: percentiles, as_of: percentiles },
    blocks: {
      recall: block,
      filtered: block,
      remember: block,
      forget: block,
      list: block,
      export: block,
      import: block,
      verify_audit: block,
      forget_many: block,
    },
    remember: percentiles,
    forget: percentiles,
    open: { to_first_answer_ms: 10, with_import_ms: 20, rss_bytes: 1e8 },
    file: { bytes: records * 900, bytes_per_record: 900 },
    vectors: { ...percentiles, recall_at_10: 0.99 },
  });
  const report = reportOf([measured(1000), measured(10_000)], {
    seed: 1,
    text: "made up",
    manyStores: {
      stores: 200,
      records_each: 1000,
      rss_bytes: 3e8,
      seconds: 4,
      after_writing: { rss_bytes: 3.5e8, seconds: 5 },
    },
    manyScopes: {
      records: 100_000,
      records_each: 1000,
      one_scope: percentiles,
      alone: percentiles,
      first_of_scope: percentiles,
      no_scope: percentiles,
    },
  });

  it("fits a law to every curve and draws every one", () => {
    expect(Object.values(report.laws).every((law) => law !== undefined)).toBe(true);
    expect(plot(report).match(/<polyline/g)).toHaveLength(Object.keys(report.laws).length);
  });

  it("reports every size in a table", () => {
    expect(table(report)).toMatch(/records +1000 +10000\n/);
    expect(table(report)).toMatch(/after 600 calls, ms +0\.25 \/ 0\.50/);
    expect(table(report)).toMatch(/longest block, forget many, ms +3 \(gc 1\)/);
    expect(table(report)).toContain("200 open stores of 1000 records: 300 MB");
    expect(table(report)).toContain("350 MB once each was written to");
  });
});
