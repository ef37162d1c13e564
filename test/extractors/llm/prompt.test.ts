import { describe, expect, it } from "vitest";
import { answerJsonSchema, type RecordKind } from "../../../src/extractors/llm/answer.js";
import { suggestedProperties, systemPrompt, userPrompt } from "../../../src/extractors/llm/prompt.js";
import { properties } from "../../../src/extractors/rules/facts/vocabulary/properties.js";
import type { Passage } from "../../../src/text/passage.js";
import { estimateTokens } from "../../../src/text/token-estimate.js";

const allKinds = ["fact", "event", "rule"] as const;

function rules(kinds: readonly RecordKind[] = allKinds): string {
  return systemPrompt({ kinds, instructions: undefined, facts: undefined });
}

function schemaOf(kinds: readonly RecordKind[]): string {
  return JSON.stringify(answerJsonSchema(kinds, undefined));
}

function passage(text: string, minute: number): Passage {
  const isUser = minute % 2 === 0;
  return {
    text,
    message: minute,
    speaker: isUser ? "Ana" : "Ben",
    role: isUser ? "user" : "assistant",
    saidAt: `2026-03-10T15:${String(minute).padStart(2, "0")}:00.000Z`,
    prompt: null,
  };
}

describe("the prompt and the JSON schema", () => {
  it("cost what docs/api.md says: some 1,170 tokens, and some 50 more for each message of a chat", () => {
    expect(estimateTokens(rules()) + estimateTokens(schemaOf(allKinds))).toBeLessThanOrEqual(1171);
    const talk = Array.from({ length: 20 }, (_, minute) =>
      passage(
        minute % 2 === 0
          ? `I moved to Porto in May, and on day ${minute} I started at Siemens.`
          : "That sounds great, how is the new flat?",
        minute,
      ),
    );
    const prompt = userPrompt({ passages: talk, known: [], before: null }, "0".repeat(32));
    expect(estimateTokens(prompt) / talk.length).toBeLessThanOrEqual(51);
  });

  it("cost less where only facts are asked for, and name no other kind's fields", () => {
    const facts = rules(["fact"]) + schemaOf(["fact"]);
    expect(estimateTokens(facts)).toBeLessThan(estimateTokens(rules() + schemaOf(allKinds)) - 80);
    expect(facts).not.toMatch(/participants|- event:|- rule:/);
    expect(rules(["event"]) + schemaOf(["event"])).not.toMatch(/updates|property|statement|ended/);
  });

  it("name the same fields", () => {
    const { properties: lists } = answerJsonSchema(allKinds, undefined) as {
      properties: { records: { items: { properties: object } } };
    };
    const fields = Object.keys(lists.records.items.properties);
    expect(fields).toHaveLength(13);
    for (const field of fields) expect(rules()).toMatch(new RegExp(`\\b${field}\\b`));
  });

  it("require every field and allow no other, as strict structured output wants it", () => {
    const { properties: lists } = answerJsonSchema(allKinds, undefined) as {
      properties: Record<string, { items: { properties: object; required: string[] } }>;
    };
    for (const { items } of Object.values(lists)) {
      expect(items.required).toEqual(Object.keys(items.properties));
      expect(items).toMatchObject({ additionalProperties: false });
    }
  });

  it("let a model leave the property open beside events, where the app names the only ones", () => {
    const facts = { diet: { description: "how somebody eats", single: true } };
    expect(JSON.stringify(answerJsonSchema(["fact"], facts))).toMatch(/"enum":\["diet"\]/);
    expect(JSON.stringify(answerJsonSchema(["fact", "event"], facts))).toMatch(/"enum":\["diet",""\]/);
    expect(JSON.stringify(answerJsonSchema(["event"], facts))).not.toMatch(/diet/);
  });
});

describe("the suggested properties", () => {
  it("hold all that have one value at a time, because only a value under the same name replaces another", () => {
    const single = Object.entries(properties).filter(([, { cardinality }]) => cardinality === "one");
    expect(suggestedProperties).toEqual(expect.arrayContaining(single.map(([name]) => name)));
    expect(new Set(suggestedProperties).size).toBe(suggestedProperties.length);
  });
});
