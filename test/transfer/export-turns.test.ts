import { expect, it } from "vitest";
import { GrowingConversation, linesOf } from "../../benchmarks/growth/lines.js";
import { Memory } from "../../src/index.js";

it("export() lets other tasks run", async () => {
  await using memory = new Memory();
  await memory.import(linesOf(new GrowingConversation(1).messages(1200)));
  let turns = 0;
  let lines = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  for await (const _ of memory.export()) lines += 1;
  clearImmediate(next);
  expect(lines).toBe(61);
  expect(turns).toBeGreaterThanOrEqual(20);
});
