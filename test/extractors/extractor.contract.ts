/** The contract of every extractor. The test of an adapter calls it with a factory. */
import { describe, expect, test } from "vitest";
import type { Extractor } from "../../src/extractors/extractor.js";
import type { Passage } from "../../src/text/passage.js";

const saidAt = "2026-03-10T15:00:00.000Z";

export function passage(text: string, over: Partial<Passage> = {}): Passage {
  return { text, message: 0, speaker: "Ana", role: "user", saidAt, prompt: null, ...over };
}

/** Messages of many kinds: facts, changes, references, rules, other languages, and nothing. */
export const saidOfAllKinds = [
  "I live in Lisbon and I work at Siemens.",
  "My sister Mia moved to Porto last Tuesday.",
  "She loves it there.",
  "Actually, I meant Braga.",
  "Whenever it rains, close the skylight.",
  "Ich wohne in Hamburg und arbeite bei Otto.",
  "Vivo en Madrid. Trabajo en Iberia.",
  "我昨天搬到了上海。",
  "The rent went from 800 to 900 euros in May.",
  "We don't use Slack any more, it's Matrix now.",
  "I moved to Faro and I work at Bosch now.",
  "The skylight rule is no longer needed.",
  "Thanks!",
];

/** Unusual input. */
const odd: Readonly<Record<string, string>> = {
  emoji: "🎉👩‍👩‍👧‍👦🏳️‍🌈 party!",
  "one long word": "a".repeat(100_000),
  "many short sentences": "a. ".repeat(20_000),
  Chinese: "我昨天搬到了上海，因为我的公司在那里。",
  "right to left": "עברתי לחיפה בשבוע שעבר 🙂 مرحبا بكم",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template inside pasted code.
  code: "for (const [k, v] of Object.entries(x)) { if (!v) throw new Error(`no ${k}`); }",
  "binary-looking": "\u0001\u0002\u001b[31m\ufffd\ufffd\u200b\u202e",
  "only brackets": "((((((((((((((((((((((((((((((",
  "only quotes": "\"'\"'\"'\"'’’’’’’“”",
  apostrophes: "I'd've y'all'd n't 's 'm 're",
  "a wall of questions": "?".repeat(5000),
  markup: '<div onclick="x">Hi</div> | a | b |\n|---|---|',
  "very far date": "We met on 31 December 9999 and in 99999.",
  "combining marks": "Z̸̢̛͝a̷l̶g̴o̵ l̷i̶v̸e̷s̶ in Rome",
};

export function describeExtractor(name: string, make: () => Extractor): void {
  describe(`${name} is an extractor: it`, () => {
    const extract = (passages: readonly Passage[]) => make().extract({ passages, previousContext: null });

    test("names itself with a version", () => {
      expect(make().id).toMatch(/^[\w.-]+@[\w.-]+$/);
    });

    test("gives one decision a passage, in order", async () => {
      const texts = ["Hi!", "I live in Lisbon.", "Thanks!", "We met Tom yesterday."];
      const { decisions, success } = await extract(texts.map((text, message) => passage(text, { message })));
      expect(decisions.map(({ keep }) => keep)).toEqual([false, true, false, true]);
      expect(success).toBe(true);
    });

    test("gives no decision for no passage", async () => {
      expect((await extract([])).decisions).toEqual([]);
    });

    test("drafts at least one record for what it keeps, and a reason for what it skips", async () => {
      const { decisions } = await extract([...Object.values(odd), "Hi!", "ok"].map((text) => passage(text)));
      for (const decision of decisions) {
        if (decision.keep) expect(decision.drafts.length).toBeGreaterThan(0);
        else expect(decision.reason).not.toBe("");
      }
    });

    test("mentions names as they are written, each once", async () => {
      const text = "Tom and Clara moved to São Paulo; Tom likes it.";
      const { decisions } = await extract([passage(text)]);
      const mentions = decisions[0]?.keep === true ? decisions[0].mentions : [];
      expect(mentions).toEqual(expect.arrayContaining(["Tom", "Clara", "São Paulo"]));
      expect(new Set(mentions).size).toBe(mentions.length);
      for (const mention of mentions) expect(text).toContain(mention);
    });

    test("says the same of the same", async () => {
      const passages = [
        "My sister works at Siemens in Graz.",
        "When a deploy fails, roll back.",
        "We met in May.",
      ].map((text) => passage(text));
      expect(await extract(passages)).toEqual(await extract(passages));
    });

    test("writes moments as ISO 8601 in UTC", async () => {
      const { decisions } = await extract(
        ["I moved to Graz last May.", "I quit my job at Acme in 2020.", odd["very far date"]!].map((text) =>
          passage(text),
        ),
      );
      const moments = decisions
        .flatMap((decision) => (decision.keep ? decision.drafts : []))
        .flatMap((draft) =>
          draft.type === "episodic"
            ? [draft.occurredAt]
            : draft.type === "semantic"
              ? [draft.validFrom, draft.validTo]
              : [],
        );
      expect(moments.length).toBeGreaterThan(0);
      for (const moment of moments) if (moment !== null) expect(new Date(moment).toISOString()).toBe(moment);
    });

    test.each(Object.entries(odd))("reads %s without an error", async (_, text) => {
      expect((await extract([passage(text)])).decisions).toHaveLength(1);
    });

    test("stops before any work where the signal has fired", async () => {
      const reason = new Error("enough");
      await expect(
        make().extract(
          { passages: [passage("Hi")], previousContext: null },
          { signal: AbortSignal.abort(reason) },
        ),
      ).rejects.toBe(reason);
    });

    test("stops in the middle of a long list, and lets others run meanwhile", async () => {
      const controller = new AbortController();
      const passages = Array.from({ length: 2000 }, (_, index) =>
        passage(`I met Tom ${index} times in Graz last May.`),
      );
      const extraction = make().extract({ passages, previousContext: null }, { signal: controller.signal });
      setTimeout(() => controller.abort(new Error("enough")), 0);
      await expect(extraction).rejects.toThrow("enough");
    });
  });
}
