import { describe, expect, it } from "vitest";
import type { EpisodicDraft, ProceduralDraft, SemanticDraft } from "../../../src/extractors/extractor.js";
import { repeats } from "../../../src/extractors/llm/complete.js";

function fact(over: Partial<SemanticDraft> = {}): SemanticDraft {
  return {
    type: "semantic",
    entity: "Ana",
    property: "likes",
    value: "green tea",
    text: "Ana likes green tea.",
    cardinality: "many",
    polarity: "holds",
    validFrom: null,
    validTo: null,
    reason: "r",
    ...over,
  };
}

const event: EpisodicDraft = {
  type: "episodic",
  entity: "Ana",
  participants: [],
  occurredAt: "2026-03-10T15:00:00.000Z",
  dated: true,
  reason: "r",
};
const rule: ProceduralDraft = { type: "procedural", entity: "Ana", trigger: "a deploy fails", reason: "r" };

describe("repeats() finds", () => {
  it.each([
    ["the same fact", fact()],
    ["the same fact in other letters", fact({ entity: "ANA", value: "Green Tea" })],
    ["a value that is a part of the other", fact({ value: "tea" })],
    ["the value under a name of the model's own", fact({ property: "favourite drink" })],
  ])("%s", (_, draft) => {
    expect(repeats(draft, [rule, event, fact()], undefined)).toBe(true);
  });

  it("another value of a property that has one at a time", () => {
    const home = (value: string) => fact({ property: "home", value, cardinality: "one" });
    expect(repeats(home("Lisbon"), [home("Porto")], undefined)).toBe(true);
  });

  it("an event of the same day or of none, and a rule of the same case or of none", () => {
    expect(repeats({ ...event, occurredAt: "2026-03-10T18:00:00.000Z" }, [event], undefined)).toBe(true);
    expect(
      repeats({ ...event, occurredAt: "2026-03-12T00:00:00.000Z", dated: false }, [event], undefined),
    ).toBe(true);
    expect(repeats({ ...rule, trigger: "deploy fails" }, [rule], undefined)).toBe(true);
    expect(repeats({ ...rule, trigger: null }, [rule], undefined)).toBe(true);
  });
});

describe("repeats() does not find", () => {
  it.each([
    ["a fact of somebody else", fact({ entity: "Ben" })],
    ["another value", fact({ value: "coffee" })],
    ["a value that only begins like the other", fact({ value: "green teapots" })],
    ["the same value under another name of the vocabulary", fact({ property: "owns" })],
    ["that it ended", fact({ polarity: "ended" })],
    ["an event beside a fact", event],
    ["a rule beside a fact", rule],
  ])("%s", (_, draft) => {
    expect(repeats(draft, [fact()], undefined)).toBe(false);
  });

  it("the same value under another name of the app's schema", () => {
    const rules = { description: "d", single: false };
    const facts = { "wears to work": rules, "wears at home": rules };
    const work = fact({ property: "wears to work" });
    expect(repeats(fact({ property: "wears at home" }), [work], facts)).toBe(false);
  });

  it("an event of another day, a rule of another case, or anything beside nothing", () => {
    expect(repeats({ ...event, occurredAt: "2026-03-12T00:00:00.000Z" }, [event], undefined)).toBe(false);
    expect(repeats({ ...rule, trigger: "it rains" }, [rule], undefined)).toBe(false);
    expect(repeats(fact(), [], undefined)).toBe(false);
  });
});
