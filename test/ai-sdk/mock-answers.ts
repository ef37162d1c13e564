/** Answers of a model, for the SDK's mock model. */
import type { MockLanguageModelV3 } from "ai/test";

type Generated = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type Asked = MockLanguageModelV3["doGenerateCalls"][number];

const usage: Generated["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** The model answers with words, and the turn ends. */
export function says(text: string): Generated {
  return {
    content: [{ type: "text", text }],
    finishReason: { unified: "stop", raw: "stop" },
    usage,
    warnings: [],
  };
}

/** The model calls a tool. */
export function calls(toolName: string, input: unknown): Generated {
  return {
    content: [{ type: "tool-call", toolCallId: `call-${toolName}`, toolName, input: JSON.stringify(input) }],
    finishReason: { unified: "tool-calls", raw: "tool_calls" },
    usage,
    warnings: [],
  };
}

/** Everything that the model saw in a call, as text. */
export function shownTo(call: Asked | undefined): string {
  return JSON.stringify(call?.prompt);
}

/** The texts of the last user message that the model saw in a call. */
export function userTexts(call: Asked | undefined): string[] {
  const message = call?.prompt.findLast(({ role }) => role === "user");
  if (message?.role !== "user") return [];
  return message.content.map((part) => (part.type === "text" ? part.text : ""));
}
