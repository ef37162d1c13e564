/**
 * `keepsake/embedders/ai-sdk`: any embedding model of the AI SDK (package `ai`, version 6, which
 * the caller installs).
 */
import type { EmbeddingModel, embedMany } from "ai";
import { z } from "zod";
import { Deadline } from "../async/deadline.js";
import { untilAborted } from "../async/until-aborted.js";
import { MemoryError, parseInput } from "../contract/errors.js";
import { estimateTokens } from "../text/token-estimate.js";
import type { Embedder, EmbedOptions } from "./embedder.js";
import {
  asEmbedderError,
  asSent,
  assertComplete,
  embedderId,
  embedFilled,
  unitVector,
} from "./remote-vectors.js";

const embedderOptions = z.strictObject({
  model: z.custom<EmbeddingModel>(
    (value) => typeof value === "string" || typeof Reflect.get(Object(value), "doEmbed") === "function",
    "must be an embedding model of the AI SDK, or the name of one",
  ),
  dimensions: z.int().min(1).max(65_536),
  queryPrefix: z.string().max(10_000).default(""),
  passagePrefix: z.string().max(10_000).default(""),
  maxChars: z.int().min(1).max(1_000_000).default(8000),
  maxRetries: z.int().min(0).max(20).default(3),
  maxParallelCalls: z.int().min(1).max(256).default(4),
  timeoutMs: z.int().min(1).max(86_400_000).default(120_000),
  providerOptions: z.record(z.string(), z.record(z.string(), z.json())).optional(),
  id: z.string().min(1).max(512).optional(),
});

/**
 * - `model`: `openai.embeddingModel("text-embedding-3-small")`, or a name that the AI SDK's global
 * provider knows.
 * - `dimensions`: of its vectors. A vector of another length is refused.
 * - `queryPrefix`, `passagePrefix`: put before each text, for models that want it. @default ""
 * - `maxChars`: what is longer is cut. @default 8000
 * - `maxRetries`: tries after the first one of each request, by the AI SDK's own rules. @default 3
 * - `maxParallelCalls`: requests of one `embed` under way at once. @default 4
 * - `timeoutMs`: for all requests of one `embed`, their retries too. @default 120000
 * - `providerOptions`: handed to the model's provider, for instance `{ openai: { dimensions: 512 }
 * }`. @default none
 * - `id`: names the model in a store. @default made of provider, model, dimensions and prefixes
 */
export type AiSdkEmbedderOptions = z.input<typeof embedderOptions>;

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
  return new AiSdkEmbedder(parseInput(embedderOptions, options, "make an embedder"));
}

class AiSdkEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #options: z.output<typeof embedderOptions>;
  readonly #name: string;

  constructor(options: z.output<typeof embedderOptions>) {
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
