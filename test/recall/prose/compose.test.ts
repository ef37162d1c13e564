import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ComposeOptions, compose } from "../../../src/recall/prose/compose.js";
import type { Ranked } from "../../../src/recall/ranking/rank.js";
import type { StoredPassage } from "../../../src/stores/store.js";
import { countTokens, passage, record } from "../pool.js";

const ranked = (passages: readonly StoredPassage[]): Ranked[] =>
  passages.map((one, index) => ({
    passage: one,
    probability: 1 / (index + 2),
    touches: true,
    signals: () => ({}),
  }));
const options: ComposeOptions = {
  tokenBudget: 1000,
  limit: 50,
  countTokens,
  history: false,
  factsFirst: false,
  asked: [],
};
const composed = (passages: readonly StoredPassage[], over: Partial<ComposeOptions> = {}) =>
  compose(ranked(passages), { ...options, ...over }).prose;

describe("compose()", () => {
  it("renders what was said, by whom, when, and on which day it happened", () => {
    const one = passage(1, "I moved to Lisbon last week.", {
      speaker: "Ana",
      records: [record({ occurred_at: "2026-04-26T00:00:00.000Z" })],
    });
    expect(composed([one]).episodic_memory).toBe(
      'On 3 May 2026, Ana said: "I moved to Lisbon last week." (that is, 26 April 2026)',
    );
  });

  it.each([
    ["I moved to Porto in March.", "2024-03-01", "in March 2024"],
    ["I moved to Porto on 2 March.", "2024-03-02", "2 March 2024"],
    ["I moved to Porto on 1 March.", "2024-03-01", "1 March 2024"],
    ["I finished the boat three days ago.", "2026-01-01", "1 January 2026"],
    ["I finished the boat on Sunday.", "2026-03-01", "1 March 2026"],
    ["I was in Japan seven years ago.", "2019-01-01", "in 2019"],
    ["I was in Japan in January.", "2019-01-01", "in January 2019"],
    ["I bought a kayak last month.", "2026-01-01", "in January 2026"],
    ["I broke my arm last year.", "2025-01-01", "in 2025"],
    ["I broke my arm last week.", "2025-04-28", "in the week of 28 April 2025"],
    ["Last summer we hiked in the Alps.", "2025-06-01", "in summer 2025"],
    ["We hiked in June, before the summer heat.", "2025-07-01", "in July 2025"],
    ["Ich bin im März umgezogen.", "2024-03-01", "in March 2024"],
  ])("words a record without an end no closer than was said: %s", (text, day, time) => {
    const one = passage(1, text, {
      speaker: "Ana",
      records: [record({ occurred_at: `${day}T00:00:00.000Z` })],
    });
    expect(composed([one]).episodic_memory).toBe(`On 3 May 2026, Ana said: "${text}" (that is, ${time})`);
  });

  const lasting = (from: string, until: string, id = from) =>
    record({ id, occurred_at: `${from}T00:00:00.000Z`, occurred_until: `${until}T00:00:00.000Z` });

  it("words a period as it was said, never as a day", () => {
    const records = [lasting("2026-04-20", "2026-04-27")];
    const one = passage(1, "I moved to Lisbon last week.", { speaker: "Ana", records });
    expect(composed([one]).episodic_memory).toBe(
      'On 3 May 2026, Ana said: "I moved to Lisbon last week." (that is, in the week of 20 April 2026)',
    );
    expect(composed([passage(1, "The pump broke.", { records })]).episodic_memory).toBe(
      "The pump broke. (in the week of 20 April 2026)",
    );
  });

  it("lists the times of several events, so that none of them is put on all", () => {
    const text = "Last week I sold the boat, and next month I fly to Oslo.";
    const records = [lasting("2026-06-01", "2026-07-01"), lasting("2026-04-20", "2026-04-27")];
    expect(composed([passage(1, text, { speaker: "Ana", records })]).episodic_memory).toBe(
      `On 3 May 2026, Ana said: "${text}" (times meant: in the week of 20 April 2026; in June 2026)`,
    );
  });

  it("says no time again that the words say in full, and none for the day on which it was said", () => {
    const line = (text: string, records: readonly ReturnType<typeof record>[]) =>
      composed([passage(1, text, { speaker: "Ana", records })]).episodic_memory;
    expect(line("I moved in May 2025.", [lasting("2025-05-01", "2025-06-01")])).toBe(
      'On 3 May 2026, Ana said: "I moved in May 2025."',
    );
    expect(line("I moved today.", [lasting("2026-05-03", "2026-05-04")])).toBe(
      'On 3 May 2026, Ana said: "I moved today."',
    );
    expect(line("I move tomorrow.", [lasting("2026-05-04", "2026-05-05")])).toBe(
      'On 3 May 2026, Ana said: "I move tomorrow." (that is, 4 May 2026)',
    );
  });

  it("renders the start of a fact no more precisely than it was said, ended or not", () => {
    const fact = record({
      id: "b",
      type: "semantic",
      text: "Ana works at Siemens.",
      entity: "Ana",
      valid_from: "2019-01-01T00:00:00.000Z",
    });
    const one = passage(1, "I have worked at Siemens since 2019.", { records: [record({ id: "a" }), fact] });
    expect(composed([one]).semantic_memory).toBe("Ana works at Siemens (since 2019).");
    const ended = { ...fact, valid_to: "2025-02-03T09:00:00.000Z" };
    const past = passage(1, one.text, { records: [ended], superseded: [ended] });
    expect(composed([past], { history: true }).semantic_memory).toBe(
      "Ana worked at Siemens (from 2019 until 3 February 2025).",
    );
  });

  it("renders an answer with the question that it answers", () => {
    const one = passage(1, "Mostly hiking.", { speaker: "Mel", prompt: "What do you do to relax?" });
    expect(composed([one]).episodic_memory).toBe(
      'Asked "What do you do to relax?", Mel said on 3 May 2026: "Mostly hiking."',
    );
  });

  it("renders a plain fact verbatim", () => {
    const one = passage(1, "Bob works at Siemens.", {
      records: [record({ type: "semantic", entity: "Bob" })],
    });
    expect(composed([one]).semantic_memory).toBe("Bob works at Siemens. (3 May 2026)");
  });

  it("renders a fact of an event as its own statement, and the passage once", () => {
    const one = passage(1, "I moved to Lisbon.", {
      speaker: "Ana",
      records: [
        record({ id: "a" }),
        record({
          id: "b",
          type: "semantic",
          text: "Ana lives in Lisbon.",
          valid_from: "2026-05-01T00:00:00.000Z",
        }),
      ],
    });
    const answer = composed([one]);
    expect(answer.semantic_memory).toBe("Ana lives in Lisbon (since May 2026).");
    expect(answer.episodic_memory.split("I moved to Lisbon.")).toHaveLength(2);
  });

  it("states no fact that the extractor is unsure of: its passage says it better", () => {
    const fact = record({ id: "b", type: "semantic", text: "Ana works as planning.", certainty: 0.7 });
    const one = passage(1, "I am planning a shed.", { speaker: "Ana", records: [record({ id: "a" }), fact] });
    expect(composed([one]).semantic_memory).toBe("");
    expect(composed([one]).episodic_memory).toContain("planning a shed");
  });

  it("renders a rule in procedural memory", () => {
    const rule = passage(1, "Always run the tests first.", { records: [record({ type: "procedural" })] });
    expect(composed([rule])).toMatchObject({ semantic_memory: "", episodic_memory: "" });
    expect(composed([rule]).procedural_memory).toContain("Always run the tests first.");
  });

  it("never quotes a passage of which something is no longer true", () => {
    const one = passage(1, "I live in Graz and love tea.", {
      records: [record({ id: "b", type: "semantic", text: "Ana likes tea." })],
      superseded: [
        record({
          id: "a",
          type: "semantic",
          text: "Ana lives in Graz.",
          valid_to: "2026-05-02T00:00:00.000Z",
        }),
      ],
    });
    expect(composed([one]).semantic_memory).toBe("Ana likes tea (as of 3 May 2026).");
  });

  it("renders the fact before its passage if the question asks for one and the budget is small", () => {
    const fact = record({ id: "b", type: "semantic", text: "Ana lives in Lisbon." });
    const moved = passage(1, "I moved to Lisbon last week and I already love the light there.", {
      speaker: "Ana",
      records: [record({ id: "a" }), fact],
    });
    const short = { tokenBudget: 18 };
    expect(composed([moved], { ...short, factsFirst: true })).toMatchObject({ episodic_memory: "" });
    expect(composed([moved], { ...short, factsFirst: true }).semantic_memory).toContain(
      "Ana lives in Lisbon",
    );
  });

  it("renders history in order, with the time for which each was true", () => {
    const lived = record({
      type: "semantic",
      text: "Ana lives in Graz.",
      entity: "Ana",
      valid_from: "2024-01-05T00:00:00.000Z",
      valid_to: "2026-05-02T00:00:00.000Z",
    });
    const graz = passage(1, "Ana lives in Graz.", { records: [lived], superseded: [lived] });
    const porto = passage(2, "Ana lives in Porto.", {
      records: [record({ type: "semantic", text: "Ana lives in Porto.", entity: "Ana" })],
    });
    expect(composed([porto, graz], { history: true }).semantic_memory.split("\n")).toEqual([
      "Ana lived in Graz (from 5 January 2024 until 2 May 2026).",
      "Ana lives in Porto. (3 May 2026)",
    ]);
    expect(composed([porto, graz]).semantic_memory).toBe("Ana lives in Porto. (3 May 2026)");
  });

  it("chooses the best first and returns the newest first, or in order of time where history is asked for", () => {
    const met = (id: number, text: string, saidAt: string) =>
      passage(id, text, { saidAt, records: [record({ occurred_at: saidAt })] });
    const old = met(1, "We had lunch by the lake.", "2026-01-01T00:00:00.000Z");
    const recent = met(2, "Our dinner at the pier was late.", "2026-02-01T00:00:00.000Z");
    const lines = composed([old, recent]).episodic_memory.split("\n");
    expect(lines[0]).toContain("pier");
    expect(lines[1]).toContain("lake");
    expect(composed([recent, old], { history: true }).episodic_memory.split("\n")[0]).toContain("lake");
    expect(composed([old, recent], { tokenBudget: countTokens(lines[1]!) }).episodic_memory).toBe(lines[1]);
  });

  it("returns a fact among the events if an event on the topic came later, and before it otherwise", () => {
    const yamaha = record({
      type: "semantic",
      property: "outboard",
      value: "Yamaha",
      text: "It is a Yamaha.",
    });
    const fact = passage(1, "The outboard is a Yamaha.", {
      saidAt: "2026-01-01T00:00:00.000Z",
      records: [{ ...yamaha, certainty: 0.6 }],
    });
    const event = (saidAt: string) =>
      passage(2, "The outboard was replaced by a Honda.", {
        saidAt,
        records: [record({ occurred_at: saidAt })],
      });
    const after = composed([fact, event("2026-02-01T00:00:00.000Z")]);
    expect(after.semantic_memory).toBe("");
    expect(after.episodic_memory.split("\n").map((line) => /Honda|Yamaha/.exec(line)?.[0])).toEqual([
      "Honda",
      "Yamaha",
    ]);
    expect(composed([fact, event("2025-12-01T00:00:00.000Z")]).semantic_memory).toContain("Yamaha");
    const history = composed([fact, event("2026-02-01T00:00:00.000Z")], { history: true });
    expect(history.semantic_memory).toContain("Yamaha");
  });

  it("returns what is far from the best after it, however new it is", () => {
    const best = passage(1, "The budget is 500 euros.", { saidAt: "2026-01-01T00:00:00.000Z" });
    const far = passage(2, "Ines paid with her own card.", { saidAt: "2026-02-01T00:00:00.000Z" });
    const chances = [
      { passage: best, probability: 0.8 },
      { passage: far, probability: 0.2 },
    ].map((one) => ({ ...one, touches: true, signals: () => ({}) }));
    expect(compose(chances, options).prose.episodic_memory.split("\n")[0]).toContain("budget");
  });

  describe("joins the passages of one message", () => {
    const part = (id: number, text: string, over: Partial<StoredPassage> = {}) =>
      passage(id, text, { sourceId: "one", speaker: "Ana", ...over });
    const boat = [
      part(1, "I bought the boat."),
      part(2, "The hull is oak."),
      part(3, "We sail in June.\n- Oban\n- Skye"),
    ];

    it("from its beginning, whichever of them is the best", () => {
      expect(composed([boat[2]!, boat[0]!, boat[1]!]).episodic_memory).toBe(
        'On 3 May 2026, Ana said: "I bought the boat. The hull is oak.\nWe sail in June.\n- Oban\n- Skye"',
      );
    });

    it("with the question that the message answers and the times of all of them", () => {
      const june = record({
        occurred_at: "2026-06-01T00:00:00.000Z",
        occurred_until: "2026-07-01T00:00:00.000Z",
      });
      const asked = part(1, "I bought the boat.", { prompt: "What did you buy?" });
      expect(composed([asked, part(2, "We sail next month.", { records: [june] })]).episodic_memory).toBe(
        'Asked "What did you buy?", Ana said on 3 May 2026: "I bought the boat. We sail next month." (that is, in June 2026)',
      );
    });

    it("and takes no more of the budget than the joined line has tokens", () => {
      const whole = composed(boat).episodic_memory;
      const exact = compose(ranked(boat), { ...options, tokenBudget: countTokens(whole) });
      expect(exact.prose.episodic_memory).toBe(whole);
      expect(exact.tokens).toBe(countTokens(whole));
    });

    it.each<[string, StoredPassage]>([
      ["another speaker's", part(2, "The hull is oak.", { speaker: "Ben" })],
      ["of another source", part(2, "The hull is oak.", { sourceId: "two" })],
      ["said at another time", part(2, "The hull is oak.", { saidAt: "2026-05-04T10:00:00.000Z" })],
      ["of another message, with a gap", part(4, "The hull is oak.")],
      ["an answer to a question", part(2, "The hull is oak.", { prompt: "And the hull?" })],
    ])("but none that is %s", (_, other) => {
      expect(composed([boat[0]!, other]).episodic_memory.split("\n")).toHaveLength(2);
    });
  });

  it("prefers passages of ordinary length to a long one that is hardly more likely", () => {
    const long = passage(2, `The long one. ${"It says little about it. ".repeat(24)}`);
    const short = [3, 4].map((id) => passage(id, `The short one, number ${id}.`));
    const chances = [passage(1, "The best one."), long, ...short].map((one, index) => ({
      passage: one,
      probability: [0.5, 0.12, 0.1, 0.1][index]!,
      touches: true,
      signals: () => ({}),
    }));
    const prose = compose(chances, { ...options, tokenBudget: 50 }).prose.episodic_memory;
    expect(prose).toMatch(/best one.*\n.*number 3.*\n.*number 4/);
    const likely = chances.map((one) => (one.passage === long ? { ...one, probability: 0.4 } : one));
    expect(compose(likely, { ...options, tokenBudget: 50 }).prose.episodic_memory).toContain("long one");
  });

  it("counts only the length that a shortened passage takes", () => {
    const page = (id: number, sentences: number) =>
      passage(id, `The page, number ${id}. ${"It says little about it. ".repeat(sentences)}`);
    const chances = [passage(1, "The best one."), page(2, 30), page(3, 300)].map((one, index) => ({
      passage: one,
      probability: [0.5, 0.1, 0.11][index]!,
      touches: true,
      signals: () => ({}),
    }));
    const prose = compose(chances, { ...options, tokenBudget: 170 }).prose.episodic_memory;
    const lengthOf = (id: number) =>
      prose.split("\n").find((line) => line.includes(`number ${id}`))?.length ?? 0;
    expect(lengthOf(3)).toBeGreaterThan(lengthOf(2));
  });

  it("returns the later of two statements that differ in their value first, and marks the earlier one", () => {
    const said = (id: number, text: string, day: string) => {
      const saidAt = `${day}T00:00:00.000Z`;
      return passage(id, text, { saidAt, records: [record({ occurred_at: saidAt })] });
    };
    const ines = said(1, "The chair of the guild is Ines.", "2026-01-01");
    const tom = said(2, "The chair of the guild is Tom.", "2026-02-01");
    expect(composed([ines, tom]).episodic_memory).toBe(
      "The chair of the guild is Tom. (1 February 2026)\nEarlier: The chair of the guild is Ines. (1 January 2026)",
    );
    const now = said(3, "The chair of the guild is now Uwe.", "2026-03-01");
    expect(composed([ines, now]).episodic_memory).toBe("The chair of the guild is now Uwe. (1 March 2026)");
    expect(composed([ines, now], { history: true }).episodic_memory).toContain("Ines");
  });

  it("returns a page of which one number changed without the sentence that says it", () => {
    const page = passage(
      1,
      "The choir meets on Fridays in the old mill. The fee is 30 euros. New singers bring their own score.",
      {
        superseded: [record({ id: "fee", type: "semantic", value: "30 euros", superseded_by: "later" })],
      },
    );
    expect(composed([page]).episodic_memory).toBe(
      "The choir meets on Fridays in the old mill. […] New singers bring their own score. (3 May 2026)",
    );
  });

  it("quotes a sentence that says more than a former value, and says which value is over", () => {
    const text =
      "Our hall on the old wharf seats 80 people and has a stage, a bar, two pianos and a cellar full of wine.";
    const ended = (value: string | null) => ({
      superseded: [record({ id: "seats", type: "semantic", value, superseded_by: "later" })],
    });
    expect(composed([passage(1, text, ended("80 people"))]).episodic_memory).toBe(
      `On 3 May 2026, the user said: "${text}" (no longer true: 80 people)`,
    );
    expect(composed([passage(1, text, ended(null))]).episodic_memory).toBe(
      `Earlier, on 3 May 2026, the user said: "${text}"`,
    );
  });

  it("cuts a passage that alone is longer than the budget at the end of a sentence", () => {
    const long = passage(1, "The first thing is short. The second thing goes on for a good while longer.");
    const answer = composed([long], { tokenBudget: 18 }).episodic_memory;
    expect(answer).toContain("The first thing is short.");
    expect(answer).not.toContain("second");
  });

  it("never exceeds the budget, repeats a line, or returns more records than the limit", () => {
    const texts = fc.array(
      fc.record({
        text: fc.stringMatching(/^[A-Z][a-z]{1,9}( [a-z]{1,9}){0,20}\.$/),
        speaker: fc.option(fc.constantFrom("Ana", "Tom"), { nil: null }),
        type: fc.constantFrom("semantic" as const, "episodic" as const, "procedural" as const),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 10 }),
        (list, budget, limit) => {
          const passages = list.map(({ text, speaker, type }, index) =>
            passage(index + 1, text, { speaker, records: [record({ type, text })] }),
          );
          const answer = composed(passages, { tokenBudget: budget, limit });
          const fields = [answer.semantic_memory, answer.episodic_memory, answer.procedural_memory];
          const isLine = (line: string) => line !== "" && !/^On 3 May 2026.*:$/.test(line);
          const linesOf = (field: string) => field.split("\n").filter(isLine);
          expect(fields.reduce((sum, field) => sum + countTokens(field), 0)).toBeLessThanOrEqual(budget);
          for (const field of fields) {
            const lines = linesOf(field);
            expect(new Set(lines).size).toBe(lines.length);
          }
          expect(fields.flatMap(linesOf).length).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });
});
