import { expect, it } from "vitest";
import { GrowingConversation, linesOf } from "../../benchmarks/growth/lines.js";
import { Memory } from "../../src/index.js";

it("import() lets other tasks run between two batches, so that it can be stopped", async () => {
  await using memory = new Memory();
  const lines = [...linesOf(new GrowingConversation(1).messages(2000))];
  const controller = new AbortController();
  let observed = 0;
  const importing = memory.import(lines, {
    signal: controller.signal,
    onProgress: () => {
      observed += 1;
      if (observed === 1) setImmediate(() => controller.abort(new Error("enough")));
    },
  });
  await expect(importing).rejects.toThrow("enough");
  expect(observed).toBeLessThan(4);
  const { items } = await memory.records({ limit: 1000 });
  expect(items.length).toBeGreaterThanOrEqual(128);
});

it("import() lets other tasks run while it stores one long source", async () => {
  const [header = "", ...lines] = linesOf(new GrowingConversation(1).messages(1500));
  const sources = lines.map((line) => JSON.parse(line).source as { passages: unknown[] });
  const passages = sources.flatMap((source) => source.passages);
  const source = { ...sources[0], passages };
  await using memory = new Memory();
  let turns = 0;
  let isOver = false;
  const count = () => {
    if (isOver) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  const { records } = await memory.import([header, JSON.stringify({ source })]);
  isOver = true;
  expect(records).toBe(passages.length);
  expect(turns).toBeGreaterThan(passages.length / 16 - 1);
});
