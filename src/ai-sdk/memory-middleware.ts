/**
 * Middleware for the AI SDK: adds the profile once and recalls for each turn, and remembers after
 * it. The model does not have to call a tool.
 */
import type { LanguageModelMiddleware } from "ai";
import type { MemoryService } from "../contract/memory-service.js";
import type { Spoken } from "../turns/conversation.js";
import type { TurnMemoryOptions } from "../turns/options.js";
import { TurnMemory } from "../turns/turn-memory.js";

/** The parameters of a call of the model. */
type CallParams = Parameters<NonNullable<LanguageModelMiddleware["transformParams"]>>[0]["params"];
type Prompt = CallParams["prompt"];
type StreamResult = Awaited<ReturnType<NonNullable<LanguageModelMiddleware["wrapStream"]>>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;

/** Options of {@link memoryMiddleware}. */
export type MemoryMiddlewareOptions = TurnMemoryOptions;

/**
 * Middleware that gives a model a memory.
 *
 * @example
 * import { wrapLanguageModel } from "ai";
 * import { memoryMiddleware } from "keepsake/ai-sdk";
 *
 * const middleware = memoryMiddleware(memory, { speaker: "Ana" });
 * const remembering = wrapLanguageModel({ model, middleware });
 */
export function memoryMiddleware(
  memory: MemoryService,
  options: MemoryMiddlewareOptions = {},
): LanguageModelMiddleware {
  const turns = new TurnMemory(memory, options);
  return {
    specificationVersion: "v3",
    transformParams: ({ params }) => withMemory(params, turns),
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate();
      const answer = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      if (result.finishReason.unified !== "tool-calls") await remembered(turns, params, answer);
      return result;
    },
    wrapStream: async ({ doStream, params }) => {
      const result = await doStream();
      return { ...result, stream: result.stream.pipeThrough(remembering(turns, params)) };
    },
  };
}

/** The parameters of a call, with recalled text in the prompt. */
async function withMemory(params: CallParams, turns: TurnMemory): Promise<CallParams> {
  const inserted = await turns.insertions(spokenIn(params.prompt), params.abortSignal);
  return {
    ...params,
    prompt: inserted.reduce((so, { index, text }) => withText(so, index, text), params.prompt),
  };
}

function remembered(turns: TurnMemory, { prompt, abortSignal }: CallParams, answer: string): Promise<void> {
  return turns.remember(spokenIn(prompt), answer, { signal: abortSignal });
}

/**
 * Inserts a text before what the user said. It goes into the user's message, because the system
 * message has an authority that memory must not have.
 */
function withText(prompt: Prompt, index: number, text: string): Prompt {
  return prompt.map((message, at) =>
    at === index && message.role === "user"
      ? { ...message, content: [{ type: "text" as const, text }, ...message.content] }
      : message,
  );
}

function spokenIn(prompt: Prompt): Spoken[] {
  return prompt.map(({ role, content }) => ({
    role,
    text:
      typeof content === "string"
        ? content
        : content.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
  }));
}

/**
 * Passes each part on as it arrives, and remembers before the last one, so that memory is complete
 * when the answer is.
 */
function remembering(turns: TurnMemory, params: CallParams): TransformStream<StreamPart, StreamPart> {
  let answer = "";
  return new TransformStream({
    async transform(part, controller) {
      if (part.type === "text-delta") answer += part.delta;
      if (part.type === "finish" && part.finishReason.unified !== "tool-calls")
        await remembered(turns, params, answer);
      controller.enqueue(part);
    },
  });
}
