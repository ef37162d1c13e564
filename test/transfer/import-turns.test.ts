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
