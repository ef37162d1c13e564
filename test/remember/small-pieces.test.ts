/** A long content is remembered in small pieces, between which other calls of the process run. */
import { expect, it, vi } from "vitest";
import { planMeter } from "../../src/accounts/plan-meter.js";
import { Memory } from "../../src/index.js";
import { payloadOf } from "../../src/remember/payload.js";
import type { PlannedPassage } from "../../src/remember/reconcile/plan.js";

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

it("the first passages that a process analyses let other tasks run within each of them", async () => {
  // Other tests may have analysed passages in this process.
  vi.resetModules();
  const { ruleExtractor } = await import("../../src/extractors/rule-extractor.js");
  const said = Array.from({ length: passages }, (_, at) => ({
    text: `I like food${at}.`,
    message: at,
    speaker: "Ana",
    role: "user" as const,
    saidAt: "2026-05-02T09:00:00.000Z",
    prompt: null,
  }));
  const extractor = ruleExtractor();
  const turns = await turnsOf(async () => extractor.extract({ passages: said, previousContext: null }, {}));
  expect(turns).toBeGreaterThan(3 * 32);
});

it("payloadOf() assembles the items of many passages in pieces", () => {
  const passage: PlannedPassage = {
    candidate: {
      passage: { text: "", message: 0, speaker: null, role: "user", saidAt: "2026-05-02", prompt: null },
      digest: "",
      decision: { keep: true, drafts: [], mentions: [] },
    },
    mentions: [],
    records: [],
  };
  const work = payloadOf({
    request: { content: "" },
    at: "2026-05-02",
    plan: { passages: Array.from({ length: 4096 }, () => passage), closings: [], skipped: [] },
    extraction: { decisions: [], success: true, tokens: 0 },
    considered: [],
    sourceId: "source",
    usage: { requests: 1, tokens: 0, spendMicros: 0 },
    meter: planMeter({}),
  });
  let pieces = 1;
  while (work.next().done !== true) pieces += 1;
  expect(pieces).toBeGreaterThan(4);
});

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
