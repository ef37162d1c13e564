/**
 * An agent with keepsake's tools for the AI SDK, and a chat with keepsake's middleware. The model
 * is the SDK's mock: replace it with yours.
 *
 *   npx tsx examples/ai-sdk-agent.ts
 */
import { generateText, stepCountIs, wrapLanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { Memory } from "keepsake";
import { memoryMiddleware, memoryTools } from "keepsake/ai-sdk";

type Reply = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

const usage: Reply["usage"] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** An answer of the model. */
function says(text: string): Reply {
  return {
    content: [{ type: "text", text }],
    finishReason: { unified: "stop", raw: "stop" },
    usage,
    warnings: [],
  };
}

/** A tool call of the model. */
function calls(toolName: string, input: object): Reply {
  const call = { type: "tool-call", toolCallId: toolName, toolName, input: JSON.stringify(input) } as const;
  return { content: [call], finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] };
}

const memory = new Memory({ name: "boatyard" });

// Tools: the model decides when to remember and when to recall. It cannot change the options that
// the app sets.
const agent = new MockLanguageModelV3({
  doGenerate: [
    calls("remember", { content: "I keep the spare propeller in the blue container behind the slipway." }),
    says("I will remember that."),
    calls("recall", { query: "Where does Maarten keep the spare propeller?" }),
    says("In the blue container behind the slipway."),
  ],
});
const tools = memoryTools(memory, { speaker: "Maarten", metadata: { user: "m7" }, filter: { user: "m7" } });
const stopWhen = stepCountIs(5);
const said = "I keep the spare propeller in the blue container behind the slipway.";
await generateText({ model: agent, tools, stopWhen, prompt: said });
const { text, steps } = await generateText({
  model: agent,
  tools,
  stopWhen,
  prompt: "Where is the spare propeller?",
});
console.log(
  `tools: ${steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName)).join(", ")}`,
);
console.log(`answer: ${text}`);

// Middleware: keepsake recalls before every turn and remembers after it.
const mock = new MockLanguageModelV3({ doGenerate: [says("Noted."), says("On Thursday.")] });
const model = wrapLanguageModel({
  model: mock,
  middleware: memoryMiddleware(memory, { speaker: "Maarten" }),
});
await generateText({ model, prompt: "The crane inspection was moved to Thursday." });
await generateText({ model, prompt: "When is the crane inspection?" });
// The profile, once in a conversation; the text recalled for this turn; and the question.
for (const part of mock.doGenerateCalls[1]?.prompt.at(-1)?.content ?? [])
  if (typeof part === "object" && part.type === "text") console.log(`shown to the model: ${part.text}`);
await memory.close();
