/**
 * An agent on the AI SDK with keepsake's tools, and a chat whose memory is in the middleware. The model is the SDK's mock: put yours in its place.
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

/** What the model would answer. */
function says(text: string): Reply {
  return {
    content: [{ type: "text", text }],
    finishReason: { unified: "stop", raw: "stop" },
    usage,
    warnings: [],
  };
}

/** What the model would ask a tool. */
function calls(toolName: string, input: object): Reply {
  const call = { type: "tool-call", toolCallId: toolName, toolName, input: JSON.stringify(input) } as const;
  return { content: [call], finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] };
}

const memory = new Memory({ name: "boatyard" });

// The model decides: it remembers what it was told, and recalls when it is asked. What the app fixes, the model cannot change.
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

// Or the model does not have to think of it: every turn is recalled for before it and remembered after it.
const mock = new MockLanguageModelV3({ doGenerate: [says("Noted."), says("On Thursday.")] });
const model = wrapLanguageModel({
  model: mock,
  middleware: memoryMiddleware(memory, { speaker: "Maarten" }),
});
await generateText({ model, prompt: "The crane inspection was moved to Thursday." });
await generateText({ model, prompt: "When is the crane inspection?" });
// The profile, once in a conversation; what was recalled for this turn; and what was asked.
for (const part of mock.doGenerateCalls[1]?.prompt.at(-1)?.content ?? [])
  if (typeof part === "object" && part.type === "text") console.log(`shown to the model: ${part.text}`);
await memory.close();
