/**
 * The decision about a passage for each kind of answer of the model: no passage is lost, whatever
 * the answer.
 */
import { type Decision, type Draft, Memory, type MemoryRecord, type Passage } from "keepsake";
import { type LlmExtractorOptions, llmExtractor } from "keepsake/extractors/llm";
import { describe, expect, it, vi } from "vitest";
import { stillWorld } from "../../models/endpoints/model-server.js";
import { answering, GatedModel, saying } from "./models.js";

const saidAt = "2026-03-10T15:00:00.000Z";

function passage(text: string): Passage {
  return { text, message: 0, speaker: "Ana", role: "user", saidAt, prompt: null };
}

const lisbon: MemoryRecord = {
  id: "home-record",
  type: "semantic",
  text: "Ana lives in Lisbon.",
  entity: "Ana",
  property: "home",
  value: "Lisbon",
  trigger: null,
  speaker: "Ana",
  source_id: "s",
  occurred_at: saidAt,
  occurred_until: null,
  valid_from: saidAt,
  valid_to: null,
  created_at: saidAt,
  superseded_by: null,
  expires_at: null,
  metadata: {},
};

/**
 * The decisions about Ana's texts, where `said` are the model's answers in order.
 */
async function decide(
  said: readonly (string | Error)[],
  texts: readonly string[],
  options: Partial<LlmExtractorOptions> = {},
) {
  const { waits: _, ...world } = stillWorld();
  const model = saying(...said);
  const extractor = llmExtractor({ ...world, ...options, model });
  const passages = texts.map(passage);
  const nearest = passages.map(() => [lisbon]);
  const extraction = await extractor.extract({ passages, previousContext: null, nearest });
  return { ...extraction, asked: model.doGenerateCalls.length };
}

function briefly(decision: Decision | undefined): string[] {
  const one = (draft: Draft) => {
    if (draft.type === "semantic") return `${draft.polarity} ${draft.property}: ${draft.value}`;
    return draft.type === "episodic" ? `event ${draft.occurredAt.slice(0, 10)}` : `rule ${draft.trigger}`;
  };
  return decision?.keep === true
    ? decision.drafts.map((draft) => `${one(draft)} (${draft.reason})`)
    : [`skipped: ${decision?.reason}`];
}

const about = { passage: 1, about: "Ana", reason: "said so" } as const;
const porto = { ...about, quote: "moved to Porto", property: "home", value: "Porto" };
const moved = "I moved to Porto, and I work at Siemens.";
const misquote = "its quote does not stand in the passage";

describe("a good answer", () => {
  it("is all that is kept: the rules add nothing", async () => {
    const { decisions, success } = await decide([answering([{ ...porto, updates: "k1" }])], [moved]);
    expect(briefly(decisions[0])).toEqual(["holds home: Porto (said so)"]);
    expect(decisions[0]).not.toHaveProperty("dropped");
    expect(success).toBe(true);
  });
});

describe("a record that is misquoted", () => {
  const siemens = { ...about, quote: "I am employed by Siemens", property: "employer", value: "Siemens" };

  it("is listed, and the rules complete the passage beside the records that are good", async () => {
    const { decisions, success } = await decide([answering([porto, siemens])], [moved]);
    expect(briefly(decisions[0])).toEqual([
      "holds home: Porto (said so)",
      "holds employer: Siemens (states a fact: employer)",
    ]);
    expect(decisions[0]?.dropped).toEqual([{ text: "Siemens", reason: misquote }]);
    expect(success).toBe(true);
  });

  it("leaves the whole passage to the rules where no other is good, and no other passage", async () => {
    const other = { ...about, passage: 2, type: "event", quote: "boat was late" } as const;
    const answer = answering([siemens, other]);
    const { decisions } = await decide([answer], [moved, "On Friday the boat was late."]);
    expect(decisions.map(briefly)).toEqual([
      [
        "holds home: Porto (states a fact: home)",
        "holds employer: Siemens (states a fact: employer)",
        "event 2026-03-10 (tells what happened)",
      ],
      ["event 2026-03-10 (said so)"],
    ]);
    expect(decisions.map(({ dropped }) => dropped?.length)).toEqual([1, undefined]);
  });

  it("brings the rules' event only where an event was refused, or where it has a day of its own", async () => {
    const event = { ...about, type: "event", quote: "went to Porto" } as const;
    const refusedEvent = await decide([answering([porto, event])], [moved]);
    expect(briefly(refusedEvent.decisions[0])).toEqual([
      "holds home: Porto (said so)",
      "holds employer: Siemens (states a fact: employer)",
      "event 2026-03-10 (tells what happened)",
    ]);
    const tea = { ...about, quote: "like tea", property: "likes", value: "tea" };
    const said = answering([tea, { ...tea, quote: "love tea", property: "loves" }]);
    const dated = await decide([said], ["I like tea and it rained on Friday."]);
    expect(briefly(dated.decisions[0])).toEqual([
      "holds likes: tea (said so)",
      expect.stringMatching(/^event 2026-03-\d\d \(tells what happened, on a date\)$/),
    ]);
  });

  it("does not bring in what the app did not ask for", async () => {
    const schema = { employer: { description: "where somebody works", single: true } };
    const { decisions } = await decide([answering([siemens])], [moved], { schema, types: ["semantic"] });
    expect(briefly(decisions[0])).toEqual(["holds employer: Siemens (states a fact: employer)"]);
    const values = { employer: { description: "where somebody works", values: ["Acme"] } };
    const none = await decide([answering([siemens])], [moved], { schema: values, types: ["semantic"] });
    expect(briefly(none.decisions[0])).toEqual(["skipped: nothing in it was asked for"]);
  });
});

describe("an update that is refused", () => {
  it.each(["k9", "home-record"])("%s leaves its record, without it, and asks the rules", async (updates) => {
    const town = { ...porto, property: "town", updates };
    const { decisions } = await decide([answering([town])], [moved]);
    expect(briefly(decisions[0])).toEqual([
      `holds town: Porto (said so; ${updates}, which it names, was not shown)`,
      "holds employer: Siemens (states a fact: employer)",
    ]);
    expect(decisions[0]?.keep === true && decisions[0].drafts[0]).not.toHaveProperty("replaces");
  });
});

describe("an answer that leaves out or skips a passage", () => {
  it.each([
    ["of nothing", answering([]), "filler"],
    ["that skips it", answering([], [{ passage: 1, reason: "nothing of note" }]), "nothing of note"],
  ])("%s: the rules decide it, and the model is not asked again", async (_, said, reason) => {
    const kept = await decide([said], [moved]);
    expect(briefly(kept.decisions[0])).toContain("holds home: Porto (states a fact: home)");
    expect(kept).toMatchObject({ success: true, asked: 1, tokens: 120 });
    const skipped = await decide([said], ["Hm."]);
    expect(skipped.decisions).toEqual([{ keep: false, reason }]);
  });

  it("that skips it by the app's instructions: it stays skipped", async () => {
    const said = answering([], [{ passage: 1, reason: "no food in it" }]);
    const { decisions } = await decide([said], [moved], { instructions: "Only dietary facts." });
    expect(decisions).toEqual([{ keep: false, reason: "no food in it" }]);
  });

  it("where the rules may not decide: nothing is kept of it", async () => {
    const { decisions } = await decide([answering([])], [moved], { fallback: false });
    expect(decisions).toEqual([{ keep: false, reason: "nothing was drawn from it" }]);
  });
});

describe("an answer that cannot be read", () => {
  it.each(["", "{", '{"records": {}}', '{"records": [{"passage": 1}]}'])(
    "twice: the rules decide, and the payload says so: %s",
    async (said) => {
      const { decisions, success, asked } = await decide([said], [moved]);
      expect(briefly(decisions[0])).toContain("holds home: Porto (states a fact: home)");
      expect({ success, asked }).toEqual({ success: false, asked: 2 });
    },
  );

  it("once: what the model answers then is kept", async () => {
    const { decisions, success } = await decide(['{"records": [', answering([porto])], [moved]);
    expect(briefly(decisions[0])).toEqual(["holds home: Porto (said so)"]);
    expect(success).toBe(true);
  });
});

describe("a model that does not answer in time", () => {
  it("leaves its input to the rules, and no other one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const gated = new GatedModel();
      const extractor = llmExtractor({ model: gated.model, retries: 0, timeoutMs: 1000 });
      await using memory = new Memory({ extractor });
      const inputs = ["I moved to Porto.", "I live in Graz."].map((content) => ({ content, speaker: "Ana" }));
      const many = Promise.resolve(memory.rememberMany(inputs));
      await gated.whenAsked(2);
      const timers = vi.getTimerCount();
      gated.answer("I moved to Porto.", answering([porto]));
      while (vi.getTimerCount() === timers) await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(1000);
      const payloads = await many;
      expect(payloads.map(({ data }) => data.success)).toEqual([true, false]);
      const reasons = payloads.map(
        ({ data }) => data.data.memory_decisions.semantic.items.map(({ reason }) => reason)[0],
      );
      expect(reasons).toEqual(["said so", "states a fact: home; replaces Porto"]);
    } finally {
      vi.useRealTimers();
    }
  });
});
