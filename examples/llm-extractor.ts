/**
 * A memory in which a language model decides what to store, and only about what the app needs. The
 * model is the AI SDK's mock: replace it with yours, or with `{ baseUrl:
 * "http://localhost:11434/v1", model: "qwen3:8b" }` for an OpenAI-compatible endpoint.
 *
 *   npx tsx examples/llm-extractor.ts
 */
import { MockLanguageModelV3 } from "ai/test";
import { Memory } from "keepsake";
import { llmExtractor } from "keepsake/extractors/llm";

type Reply = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

/** An answer of the model: facts, each with the words that support it. */
function draws(...records: object[]): Reply {
  return {
    content: [{ type: "text", text: JSON.stringify({ records, skipped: [] }) }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: {
      inputTokens: { total: 700, noCache: 700, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 60, text: 60, reasoning: 0 },
    },
    warnings: [],
  };
}

const diet = { passage: 1, type: "fact", about: "Ines", property: "diet", reason: "says what Ines eats" };
const model = new MockLanguageModelV3({
  doGenerate: [
    draws({ ...diet, quote: "I am a vegetarian", value: "vegetarian", statement: "Ines is a vegetarian." }),
    // The model is shown the nearest known record as "k1" and may update it. A record whose quote
    // was not said is dropped.
    draws(
      { ...diet, quote: "I eat fish again", value: "fish", statement: "Ines eats fish.", updates: "k1" },
      { ...diet, quote: "I hate the sea", value: "no seafood", statement: "Ines eats no seafood." },
    ),
  ],
});

const memory = new Memory({
  extractor: llmExtractor({
    model,
    instructions: "Only dietary facts: what a person eats, and what makes them ill.",
    schema: {
      diet: { description: "how a person eats", single: true },
      allergy: "what a person is allergic to",
    },
    types: ["semantic"],
  }),
});

for (const content of ["I am a vegetarian, and the ferry was late.", "Since the summer I eat fish again."]) {
  const { data, tokens } = await memory.remember({ content, speaker: "Ines" });
  const { memory_decisions, skipped } = data.data;
  for (const { operation, text, previous } of memory_decisions.semantic.items)
    console.log(`${operation}: ${text}${previous === undefined ? "" : ` (before: ${previous.value})`}`);
  for (const { text, reason } of skipped) console.log(`dropped: ${text} (${reason})`);
  console.log(`decided by the model: ${data.success}, tokens: ${tokens}`);
}
const { semantic_memory } = await memory.recall("What does Ines eat?");
console.log(`recalled: ${semantic_memory}`);
await memory.close();
