/** Rules that are taken back or replaced, by what the same person says later. */
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { endsRule, readLater, readRule } from "../../../src/remember/reconcile/rule-changes.js";
import { replaced, unrelated } from "./rule-pairs.js";

const triggerOf = (text: string) => (/^(?:when|if|whenever)\b|\bwhen i ask\b/i.test(text) ? "asked" : null);
const ends = (rule: string, later: string) =>
  endsRule(
    readRule({ text: rule, trigger: triggerOf(rule) }),
    readLater({ text: later, trigger: triggerOf(later), isRule: true }),
  );

describe("endsRule()", () => {
  it.each(replaced)("%s is over after: %s", (rule, later) => expect(ends(rule, later)).toBe(true));

  it.each(unrelated)("%s still holds after: %s", (rule, later) => expect(ends(rule, later)).toBe(false));

  it("ends a rule by its opposite", () => {
    expect(ends("Please answer in German.", "Ok, back to English please.")).toBe(true);
    expect(ends("Keep your answers short.", "Ok, back to English please.")).toBe(false);
  });

  it("seldom ends a rule about something else", () => {
    const texts = [...replaced, ...unrelated];
    const wrong = texts.flatMap(([rule]) =>
      texts.filter(([own, later]) => own !== rule && ends(rule, later)).map(([, later]) => [rule, later]),
    );
    // Each of these answers the same rule, worded alike in another pair.
    expect(wrong.length).toBeLessThanOrEqual(8);
  });

  it("ends nothing by a question, or by a text that states no rule itself", () => {
    expect(ends("Answer in German.", "Should I drop German?")).toBe(false);
    const report = readLater({ text: "I answered in English.", trigger: null, isRule: false });
    expect(endsRule(readRule({ text: "Answer in German.", trigger: null }), report)).toBe(false);
  });
});

describe("remember() of what ends a rule", () => {
  const elsewhere = "How tall is the Eiffel tower?";

  it("returns the new rule alone, and keeps the old one as history", async () => {
    const { memory, clock } = await testMemory({ seed: ["Always answer in German."] });
    clock.advance(86_400_000);
    const { data } = await memory.remember("From now on answer in English, please.");
    const [rule] = data.data.memory_decisions.procedural.items;
    expect(rule).toMatchObject({ operation: "UPDATE", previous: { value: "Always answer in German." } });
    expect(rule?.reason).toContain("replaces Always answer in German.");
    const { procedural_memory } = await memory.recall(elsewhere);
    expect(procedural_memory).toContain("English");
    expect(procedural_memory).not.toContain("German");
    const { items } = await memory.records({ types: ["procedural"], include_superseded: true });
    expect(items).toHaveLength(2);
    expect((await memory.profile({})).procedural_memory).not.toContain("German");
  });

  it("takes a rule back with a text that states no rule", async () => {
    const { memory } = await testMemory({
      seed: ["Never use emojis with me.", "Drop the rule about emojis."],
    });
    expect((await memory.recall(elsewhere)).rules).toBeUndefined();
  });

  it("reads rules and what ends them in one call", async () => {
    const { memory } = await testMemory();
    await memory.remember({
      content: [
        { role: "user", content: "Call me Robert." },
        { role: "assistant", content: "All right." },
        { role: "user", content: "Call me Bob from now on." },
      ],
    });
    expect((await memory.recall(elsewhere)).rules?.map(({ text }) => text)).toEqual([
      "Call me Bob from now on.",
    ]);
  });

  it.each([
    [100, "the rule", ["Always answer in German."]],
    [130, "nothing, because only 128 rules of a call are compared", []],
  ])("ends, %i rules of the same call later, %s", async (between, _, ended) => {
    const { memory } = await testMemory();
    const others = Array.from({ length: between }, (_, at) => `Always file the letters of client${at}.`);
    const { data } = await memory.remember({
      content: ["Always answer in German.", ...others, "From now on answer in English, please."].map(
        (content) => ({ role: "user" as const, content }),
      ),
    });
    const last = data.data.memory_decisions.procedural.items.at(-1);
    expect(last?.document).toContain("English");
    expect(last?.previous === undefined ? [] : [last.previous.value]).toEqual(ended);
  });

  it.each([
    ["another person", { content: "Drop the metric units.", speaker: "Ben" }],
    ["the assistant", { content: [{ role: "assistant" as const, content: "Drop the metric units." }] }],
    [
      "somebody who said so before",
      { content: "Drop the metric units.", speaker: "Ana", occurred_at: "2020-01-01T00:00:00Z" },
    ],
  ])("keeps a rule that %s takes back", async (_, input) => {
    const { memory } = await testMemory({ seed: [{ content: "Always use metric units.", speaker: "Ana" }] });
    await memory.remember(input);
    expect((await memory.recall({ query: elsewhere, speaker: "Ana" })).procedural_memory).toContain("metric");
  });
});
