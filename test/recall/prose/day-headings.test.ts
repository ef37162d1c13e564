import { describe, expect, it } from "vitest";
import { type ComposeOptions, compose } from "../../../src/recall/prose/compose.js";
import type { StoredPassage } from "../../../src/stores/store.js";
import { countTokens, passage, record } from "../pool.js";

const options: ComposeOptions = {
  tokenBudget: 1000,
  limit: 50,
  countTokens,
  history: false,
  factsFirst: false,
  asked: [],
};
const composed = (passages: readonly StoredPassage[], over: Partial<ComposeOptions> = {}) =>
  compose(
    passages.map((one) => ({ passage: one, probability: 0.5, touches: true, signals: () => ({}) })),
    { ...options, ...over },
  );
const events = (passages: readonly StoredPassage[], over: Partial<ComposeOptions> = {}) =>
  composed(passages, over).prose.episodic_memory;

const said = (id: number, speaker: string | null, text: string, over: Partial<StoredPassage> = {}) => {
  const saidAt = over.saidAt ?? "2026-05-03T10:00:00.000Z";
  return passage(id, text, {
    sourceId: `${id}`,
    ...{ speaker, saidAt, records: [record({ occurred_at: saidAt })] },
    ...over,
  });
};
const harbour = [
  said(1, "Ana", "I rented a berth."),
  said(3, "Ben", "The crane costs 90 euros."),
  said(5, "Ana", "I paid for it yesterday.", {
    records: [record({ occurred_at: "2026-05-02T00:00:00.000Z" })],
  }),
];

describe("the heading of a day", () => {
  it("is above three lines of the day, each with its speaker and the time that it means", () => {
    expect(events(harbour)).toBe(
      [
        "On 3 May 2026:",
        'Ana: "I rented a berth."',
        'Ben: "The crane costs 90 euros."',
        'Ana: "I paid for it yesterday." (that is, 2 May 2026)',
      ].join("\n"),
    );
  });

  it("has the speaker if all lines are by the same one", () => {
    const mine = [1, 3, 5].map((id) => said(id, null, `I oiled winch ${id}.`));
    expect(events(mine)).toBe(
      'On 3 May 2026, the user said:\n"I oiled winch 1."\n"I oiled winch 3."\n"I oiled winch 5."',
    );
  });

  it("is not above two lines, nor above lines of different days or fields", () => {
    const others = [
      harbour[0]!,
      harbour[1]!,
      said(7, "Ana", "I sold the trailer.", { saidAt: "2026-05-04T10:00:00.000Z" }),
      passage(9, "Oil the winch first.", { speaker: "Ana", records: [record({ type: "procedural" })] }),
    ];
    expect(events(others).split("\n").sort()).toEqual([
      'On 3 May 2026, Ana said: "I rented a berth."',
      'On 3 May 2026, Ben said: "The crane costs 90 euros."',
      'On 4 May 2026, Ana said: "I sold the trailer."',
    ]);
    expect(composed(others).prose.procedural_memory).toBe('On 3 May 2026, Ana said: "Oil the winch first."');
  });

  it("keeps the question that a line answers, and leaves lines without a speaker as they are", () => {
    const more = [
      ...harbour,
      said(7, "Ben", "On the north side.", { prompt: "Where is it?" }),
      said(9, null, "The lock opens at six."),
    ];
    const lines = events(more).split("\n");
    expect(lines).toContain('Asked "Where is it?", Ben said: "On the north side."');
    expect(lines).toContain("The lock opens at six. (3 May 2026)");
    const own = harbour.map((one) => ({ ...one, speaker: "Ben", prompt: "And the crane?" }));
    expect(events(own)).toContain('\nAsked "And the crane?": "I rented a berth."');
  });

  it("leaves what an assistant or a tool said on lines of its own, which say so", () => {
    const more = [...harbour, said(7, null, "The crane is free on Monday.", { role: "tool" })];
    expect(events(more)).toContain('On 3 May 2026, the tool said: "The crane is free on Monday."');
    const answers = harbour.map((one) => ({ ...one, speaker: null, role: "assistant" as const }));
    expect(events(answers).split("\n")).toHaveLength(3);
  });

  it("leaves the mark of an earlier statement on its line", () => {
    const former = ["Ines", "Tom", "Uwe"].map((name, at) =>
      said(2 * at + 1, "Ana", `The chair of the guild is ${name}.`, {
        saidAt: `2026-05-03T1${at}:00:00.000Z`,
      }),
    );
    const latest = said(9, "Ana", "The chair of the guild is Eva.", { saidAt: "2026-05-05T10:00:00.000Z" });
    expect(events([...former, latest])).toBe(
      [
        'On 5 May 2026, Ana said: "The chair of the guild is Eva."',
        "On 3 May 2026, Ana said:",
        'Earlier: "The chair of the guild is Uwe."',
        'Earlier: "The chair of the guild is Tom."',
        'Earlier: "The chair of the guild is Ines."',
      ].join("\n"),
    );
  });

  it("is left out of history, which is in order of events", () => {
    expect(events(harbour, { history: true }).split("\n")).toHaveLength(3);
  });

  it("makes room for further lines, and the answer takes no more tokens than it has", () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      said(2 * at + 1, at % 3 === 0 ? "Ben" : "Ana", `We sanded plank number ${at} of the hull.`),
    );
    for (let tokenBudget = 20; tokenBudget < 260; tokenBudget += 7) {
      const answer = composed(many, { tokenBudget });
      const tokens = countTokens(answer.prose.episodic_memory);
      expect(tokens).toBe(answer.tokens);
      expect(tokens).toBeLessThanOrEqual(tokenBudget);
      const placed = [...answer.placed.values()].reduce((sum, one) => sum + one.tokens, 0);
      expect(placed).toBe(tokens);
    }
    const whole = composed(many);
    const exact = composed(many, { tokenBudget: whole.tokens });
    expect(exact.prose).toEqual(whole.prose);
  });
});
