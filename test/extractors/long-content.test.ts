/** A long content: the time for it is bounded, and no passage is lost. */
import { describe, expect, test } from "vitest";
import { ruleExtractor } from "../../src/extractors/rule-extractor.js";
import { segment } from "../../src/remember/segment/segment.js";
import { saidAt } from "./drafts.js";

const facts = (count: number) => Array.from({ length: count }, (_, at) => `I like food${at}.`).join(" ");

async function extracted(content: Parameters<typeof segment>[0]) {
  const passages = segment(content, { saidAt });
  const { decisions } = await ruleExtractor({ parts: ["grammar"] }).extract({
    passages,
    previousContext: null,
  });
  const drafts = decisions.map((decision) => (decision.keep ? decision.drafts : []));
  return { passages, drafts };
}

describe("RuleExtractor.extract() of a long content", () => {
  test("reads the first 1,024 sentences of one speaker, and keeps the rest verbatim", async () => {
    const { passages, drafts } = await extracted([{ role: "user", content: facts(2000) }]);
    const isRead = (at: number) => drafts[at]!.some(({ type }) => type === "semantic");
    const unread = passages.findIndex((_, at) => !isRead(at));
    const read = passages.slice(0, unread).flatMap(({ text }) => text.match(/food/g) ?? []).length;
    // Some passages have a sentence or two more than the 24 that are read of each.
    expect(Math.abs(read - 1024)).toBeLessThan(64);
    for (const [at, found] of drafts.entries())
      if (at >= unread)
        expect(found).toMatchObject([{ type: "episodic", reason: "it was said", dated: false }]);
  });

  test("reads all messages of a long conversation", async () => {
    const messages = ["Ana", "Tom", "Ana"].map((name) => ({
      role: "user" as const,
      name,
      content: facts(500),
    }));
    const { drafts } = await extracted(messages);
    expect(drafts.every((found) => found.some(({ type }) => type === "semantic"))).toBe(true);
  });
});
