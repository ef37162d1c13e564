/** A language model of the AI SDK (package `ai`, version 6, which the caller installs). */
import type * as AiSdk from "ai";
import { Deadline, TimedOut, untilAborted } from "../../async/deadline.js";
import { persist, retryAfterMs, type Tried } from "../../async/retry.js";
import { MemoryError } from "../../contract/errors.js";
import { cleanError } from "../../models/endpoints/failures.js";
import { type ChatModel, type ModelAnswer, type ModelRequest, maxAnswerChars } from "./model.js";
import { type ExtractorParts, isEndpoint } from "./options.js";

/** The AI SDK model in the options. */
export function aiSdkModel(parts: ExtractorParts): ChatModel {
  const { model } = parts;
  if (isEndpoint(model)) throw new TypeError("Cannot ask: the model must be one of the AI SDK");
  return new AiSdkChat(model as AiSdk.LanguageModel, parts);
}

class AiSdkChat implements ChatModel {
  readonly name: string;
  readonly #model: AiSdk.LanguageModel;
  readonly #parts: ExtractorParts;

  constructor(model: AiSdk.LanguageModel, parts: ExtractorParts) {
    this.name = typeof model === "string" ? model : `${model.provider}/${model.modelId}`;
    this.#model = model;
    this.#parts = parts;
  }

  async ask(request: ModelRequest): Promise<ModelAnswer> {
    const sdk = await loadSdk();
    const { signal } = request;
    try {
      return await persist(() => this.#try(sdk, request), { ...this.#parts.patience, signal });
    } catch (failure) {
      signal.throwIfAborted();
      throw cleanError(failure);
    }
  }

  async #try(sdk: typeof AiSdk, { turns, schema, signal }: ModelRequest): Promise<Tried<ModelAnswer>> {
    const { patience, maxOutputTokens } = this.#parts;
    const deadline = new Deadline(patience.timeoutMs, signal);
    const [system, ...messages] = turns.map(({ role, content }) => ({ role, content }));
    const call = {
      model: this.#model,
      system: system!.content,
      messages: messages as AiSdk.ModelMessage[],
      output: sdk.Output.object({ schema: sdk.jsonSchema(schema), name: "memory" }),
      // Retries happen here, by the same rules as for every other model.
      maxRetries: 0,
      abortSignal: deadline.signal,
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    };
    try {
      const { text, usage, finishReason } = await untilAborted(sdk.generateText(call), deadline.signal);
      return { answer: answerOf(text, usage, finishReason) };
    } catch (error) {
      return this.#failed(sdk, deadline.signal.aborted ? deadline.signal.reason : error);
    } finally {
      deadline.clear();
    }
  }

  #failed(sdk: typeof AiSdk, error: unknown): Tried<ModelAnswer> {
    // Our own parser may be able to read what the SDK rejects as JSON.
    if (sdk.NoObjectGeneratedError.isInstance(error))
      return { answer: answerOf(error.text ?? "", error.usage, error.finishReason) };
    if (!sdk.APICallError.isInstance(error))
      return { failure: error, askedMs: null, lasting: !(error instanceof TimedOut) };
    const asked = error.responseHeaders?.["retry-after"] ?? null;
    const askedMs = retryAfterMs(asked, this.#parts.patience.now().getTime());
    return { failure: error, askedMs, lasting: !error.isRetryable };
  }
}

function answerOf(
  text: string,
  usage: AiSdk.LanguageModelUsage | undefined,
  finishReason: AiSdk.FinishReason | undefined,
): ModelAnswer {
  const tokens = usage?.totalTokens ?? (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  const cut = finishReason === "length" || text.length > maxAnswerChars;
  return { text: text.slice(0, maxAnswerChars), tokens, cut };
}

async function loadSdk(): Promise<typeof AiSdk> {
  try {
    return await import("ai");
  } catch (cause) {
    throw new MemoryError(
      "missing_dependency",
      "Cannot ask a language model: the package ai, version 6, must be installed: npm install ai",
      { cause, data: { package: "ai" } },
    );
  }
}
