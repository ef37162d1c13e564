/** A model of the AI SDK whose every answer is the same text, and what it was sent. */
import { simulateReadableStream } from "ai";
import { MockLanguageModelV4 } from "ai/test";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finishReason = { unified: "stop", raw: undefined } as const;

/** @param answer The text of each answer. */
export function scriptedModel(answer: string) {
  return new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: "text", text: answer }],
      finishReason,
      usage,
      warnings: [],
    }),
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: "stream-start", warnings: [] },
          { type: "text-start", id: "1" },
          { type: "text-delta", id: "1", delta: answer },
          { type: "text-end", id: "1" },
          { type: "finish", finishReason, usage },
        ],
      }),
    }),
  });
}

/** The texts of each message of a call, by role. */
export function promptOf(model: MockLanguageModelV4, call: number): string[] {
  const { prompt } = [...model.doGenerateCalls, ...model.doStreamCalls][call]!;
  return prompt.map(({ role, content }) => {
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
    return `${role}: ${parts.map((part) => ("text" in part ? part.text : "")).join("\n")}`;
  });
}
