import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision, Draft } from "../../../src/extractors/extractor.js";
import { type AnswerRecord, readAnswer } from "../../../src/extractors/llm/answer.js";
import { decisionOf } from "../../../src/extractors/llm/complete.js";
import { judgementsOf, undecidedIn } from "../../../src/extractors/llm/decide.js";
import { isQuoted } from "../../../src/extractors/llm/ground.js";
import type { Window } from "../../../src/extractors/llm/windows.js";

const texts = ["I moved to Porto.", "We met Tom and Clara in Graz.", "When a deploy fails, roll back."];
const window: Window = {
  start: 0,
  passages: texts.map((text, message) => ({
    text,
    message,
    speaker: "Ana",
    role: "user",
    saidAt: "2026-03-10T15:00:00.000Z",
    prompt: null,
  })),
  before: null,
  known: [],
};
const types = ["semantic", "episodic", "procedural"] as const;

/** Records as a model may write them: partly of what was said, partly of anything. */
const word = fc.oneof(
  fc.constantFrom(...texts.flatMap((text) => text.split(" ")), "Ana", "k1", "null"),
  fc.string(),
);
const words = fc.oneof(
  fc.constantFrom(...texts),
  fc.array(word, { maxLength: 4 }).map((list) => list.join(" ")),
);
const nullable = fc.option(words, { nil: null });
const record: fc.Arbitrary<AnswerRecord> = fc.record({
  passage: fc.oneof(fc.integer({ min: -1, max: 5 }), fc.double()),
  type: fc.constantFrom("fact", "event", "rule"),
  quote: words,
  reason: words,
  updates: nullable,
  about: words,
  property: nullable,
  value: nullable,
  statement: nullable,
  ended: fc.option(fc.boolean(), { nil: null }),
  when: nullable,
  until: nullable,
  participants: fc.option(fc.array(words), { nil: null }),
});

/** What is decided without the rules. */
function decisionsOf(records: readonly AnswerRecord[]): Decision[] {
  const allowed = { facts: undefined, types };
  const judged = judgementsOf({ records, skipped: [] }, { window, open: [], allowed });
  return window.passages.map((passage, index) =>
    decisionOf({ passage, judgement: judged.get(index + 1), ruled: undefined }, allowed),
  );
}

function stringsOf(draft: Draft): string[] {
  return Object.values(draft)
    .flat()
    .filter((value): value is string => typeof value === "string");
}

describe("judgementsOf() and decisionOf()", () => {
  it("decides every passage, whatever a model wrote, and keeps only what quotes it", () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), (records) => {
        for (const [index, decision] of decisionsOf(records).entries()) {
          const quoting = records.some(
            ({ passage, quote }) => passage === index + 1 && isQuoted(quote, texts[index]!),
          );
          if (decision.keep)
            expect({ quoting, some: decision.drafts.length > 0 }).toEqual({ quoting: true, some: true });
          else expect(decision.reason).not.toBe("");
        }
      }),
    );
  });

  it("drafts nothing that a store or a wire cannot carry", () => {
    fc.assert(
      fc.property(record, (one) => {
        const [decision] = decisionsOf([{ ...one, passage: 1, quote: texts[0]! }]);
        const strings = decision?.keep ? decision.drafts.flatMap(stringsOf) : [];
        expect(strings.filter((text) => !text.isWellFormed() || text.includes("\0"))).toEqual([]);
        const mentions = decision?.keep ? decision.mentions : [];
        expect(mentions.filter((name) => !texts[0]!.includes(name))).toEqual([]);
      }),
    );
  });
});

describe("readAnswer()", () => {
  it("never throws, whatever a model says, and says what is wrong with what it cannot read", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.boolean(), (said, cut) => {
        const answer = readAnswer(said, cut);
        if (answer.records.length + answer.skipped.length === 0 && !/records|skipped|\[/.test(said))
          expect(answer.problems).not.toEqual([]);
      }),
    );
  });

  it("leaves a passage open that a broken answer does not speak of", () => {
    const whole = readAnswer('{"records": [], "skipped": [{"passage": 1, "reason": "x"}]}', false);
    expect(undecidedIn(whole, [1, 2, 3])).toEqual([]);
    const cut = readAnswer('{"records": [], "skipped": [{"passage": 1, "reason": "x"}, {"passage": 2', false);
    expect(undecidedIn(cut, [1, 2, 3])).toEqual([2, 3]);
  });
});
