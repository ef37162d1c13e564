/**
 * `keepsake/embedders/ai-sdk`: any embedding model of the AI SDK (package `ai`, version 6, which
 * the caller installs).
 */
import type { embedMany } from "ai";
import type { z } from "zod";
import { Deadline, untilAborted } from "../async/deadline.js";
import { MemoryError, parseInput } from "../contract/errors.js";
import { estimateTokens } from "../text/token-estimate.js";
import { type AiSdkEmbedderOptions, aiSdkOptions } from "./ai-sdk-options.js";
import type { Embedder, EmbedOptions } from "./embedder.js";
import {
  asEmbedderError,
  asSent,
  assertComplete,
  embedderId,
  embedFilled,
  unitVector,
} from "./remote-vectors.js";

export type { AiSdkEmbedderOptions } from "./ai-sdk-options.js";

/**
 * An {@link Embedder} for a model of the AI SDK. Its `countTokens` is an estimate, because no
 * tokenizer is available.
 *
 * @throws {MemoryError} `invalid_input`
 *
 * @example
 * const model = openai.embeddingModel("text-embedding-3-small");
 * const memory = new Memory({ embedder: aiSdkEmbedder({ model, dimensions: 1536 }) });
 */
export function aiSdkEmbedder(options: AiSdkEmbedderOptions): Embedder {
  return new AiSdkEmbedder(parseInput(aiSdkOptions, options, "make an embedder"));
}

class AiSdkEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #options: z.output<typeof aiSdkOptions>;
  readonly #name: string;

  constructor(options: z.output<typeof aiSdkOptions>) {
    const { model } = options;
    this.#name = typeof model === "string" ? model : `${model.provider}/${model.modelId}`;
    this.id = options.id ?? embedderId("ai-sdk", { ...options, model: this.#name });
    this.dimensions = options.dimensions;
    this.#options = options;
  }

  async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const { maxChars, queryPrefix, passagePrefix } = this.#options;
    const prefix = kind === "query" ? queryPrefix : passagePrefix;
    return embedFilled(texts, this.dimensions, (filled) =>
      this.#ask(
        filled.map((text) => asSent(text, { prefix, maxChars })),
        signal,
      ),
    );
  }

  countTokens(text: string): number {
    return estimateTokens(text);
  }

  async #ask(values: string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const embedMany = await loadEmbedMany();
    const { model, maxRetries, maxParallelCalls, providerOptions, timeoutMs } = this.#options;
    const expected = { model: this.#name, dimensions: this.dimensions };
    const deadline = new Deadline(timeoutMs, signal);
    const call = { model, values, maxRetries, maxParallelCalls, abortSignal: deadline.signal };
    try {
      const asked = embedMany({ ...call, ...(providerOptions === undefined ? {} : { providerOptions }) });
      const { embeddings } = await untilAborted(asked, deadline.signal);
      assertComplete(embeddings.length, values.length, expected);
      return embeddings.map((embedding) => unitVector(embedding, expected));
    } catch (error) {
      signal?.throwIfAborted();
      throw asEmbedderError(deadline.signal.aborted ? deadline.signal.reason : error, this.#name);
    } finally {
      deadline.clear();
    }
  }
}

async function loadEmbedMany(): Promise<typeof embedMany> {
  try {
    return (await import("ai")).embedMany;
  } catch (cause) {
    throw new MemoryError(
      "missing_dependency",
      "Cannot embed: the package ai, version 6, must be installed: npm install ai",
      { cause, data: { package: "ai" } },
    );
  }
}
