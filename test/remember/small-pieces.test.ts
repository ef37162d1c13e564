/** A long content is remembered in small pieces, between which other calls of the process run. */
import { expect, it } from "vitest";
import { Memory } from "../../src/index.js";

const passages = 40;
const correction = (at: number) => `No, I meant Town${at}, not Town${at - 1}.`;
const message = (text: string) => ({ role: "user" as const, content: text, name: "Ana" });

/** Counts the turns of the event loop during some work. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await work();
  clearImmediate(next);
  return turns;
}

it("remember() of corrections lets other tasks run at least once every 600 characters", async () => {
  await using memory = new Memory();
  // The grammar and the tagger are loaded at the first call.
  await memory.remember({ content: "I live in Porto.", speaker: "Ana" });
  const contents = Array.from({ length: passages }, (_, passage) =>
    Array.from({ length: 8 }, (_, at) => correction(passage * 8 + at)).join(" "),
  );
  const turns = await turnsOf(() => memory.remember({ content: contents.map(message) }));
  expect(turns).toBeGreaterThan(contents.join(" ").length / 600);
});
