/**
 * `keepsake/embedders/openai-compatible`: an embedder for any `/v1/embeddings` endpoint, such as
 * those of OpenAI, Ollama, vLLM, llama.cpp's server or LM Studio. It sends every text that is
 * remembered or asked to that endpoint, so keepsake only uses it if the caller passes it in.
 */
import { z } from "zod";
import type { Deadline } from "../async/deadline.js";
import { together } from "../async/slots.js";
import { parseInput } from "../contract/errors.js";
import { Endpoint, readText } from "../models/endpoints/endpoint.js";
import { EndpointRefusal } from "../models/endpoints/failures.js";
import { endpointParts, retrySettings } from "../models/endpoints/options.js";
import { estimateTokens } from "../text/token-estimate.js";
import type { Embedder, EmbedOptions } from "./embedder.js";
import {
  type OpenAICompatibleEmbedderOptions,
  openAICompatibleOptions,
} from "./openai-compatible-options.js";
import {
  asEmbedderError,
  asSent,
  assertComplete,
  batchesOf,
  embedderFailed,
  embedderId,
  embedFilled,
  unitVector,
} from "./remote-vectors.js";

export type { OpenAICompatibleEmbedderOptions } from "./openai-compatible-options.js";

/**
 * An {@link Embedder} for an OpenAI-compatible endpoint. Its `countTokens` is an estimate, because
 * no tokenizer is available.
 *
 * @throws {MemoryError} `invalid_input`
 *
 * @example
 * const embedder = openAICompatibleEmbedder({
 *   baseUrl: "http://localhost:11434/v1",
 *   model: "nomic-embed-text",
 *   dimensions: 768,
 * });
 * const memory = new Memory({ path: "agent.db", embedder });
 */
export function openAICompatibleEmbedder(options: OpenAICompatibleEmbedderOptions): Embedder {
  return new OpenAICompatibleEmbedder(parseInput(openAICompatibleOptions, options, "make an embedder"));
}

/** The schema of a response. A server that keeps the order may omit `index`. */
const answer = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).optional(),
      embedding: z.union([z.array(z.number()), z.base64()]),
    }),
  ),
});
type Answer = z.infer<typeof answer>;

/**
 * Maximum number of characters of a number in JSON, with comma and white space; and maximum
 * characters of everything around the numbers of one text.
 */
const numberChars = 32;
const frameChars = 4096;

class OpenAICompatibleEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #options: z.output<typeof openAICompatibleOptions>;
  readonly #endpoint: Endpoint;

  constructor(options: z.output<typeof openAICompatibleOptions>) {
    this.id = options.id ?? embedderId("openai-compatible", options);
    this.dimensions = options.dimensions;
    this.#options = options;
    this.#endpoint = new Endpoint(endpointParts(options, retrySettings(options)));
  }

  async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const { batchSize, maxChars, queryPrefix, passagePrefix } = this.#options;
    const prefix = kind === "query" ? queryPrefix : passagePrefix;
    return embedFilled(texts, this.dimensions, async (filled) => {
      const batches = batchesOf(filled, batchSize);
      const input = batches.map((batch) => batch.map((text) => asSent(text, { prefix, maxChars })));
      return (await together(input, (batch, one) => this.#embedBatch(batch, one), signal)).flat();
    });
  }

  countTokens(text: string): number {
    return estimateTokens(text);
  }

  async #embedBatch(input: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const { model, dimensions, sendDimensions, encoding } = this.#options;
    const body = {
      model,
      input,
      encoding_format: encoding,
      ...(sendDimensions ? { dimensions } : {}),
    };
    const read = (response: Response, deadline: Deadline) => this.#read(response, deadline, input.length);
    try {
      const { data } = await this.#endpoint.ask({ path: "/embeddings", body, signal, read });
      assertComplete(data.length, input.length, this.#options);
      return inOrder(data, model).map((embedding) => unitVector(numbersOf(embedding), this.#options));
    } catch (error) {
      signal.throwIfAborted();
      throw asEmbedderError(error, `${model} at ${this.#options.baseUrl}`);
    }
  }

  async #read(response: Response, deadline: Deadline, texts: number): Promise<Answer> {
    const maxChars = texts * (this.#options.dimensions * numberChars + frameChars);
    const text = await readText(response, { maxChars, deadline });
    const parsed = answer.safeParse(jsonOf(text));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const place = issue === undefined ? "" : `: ${issue.path.join(".") || "the whole"}: ${issue.message}`;
    throw new EndpointRefusal(`a response that is not a list of embeddings${place}`, response.status);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON: the schema rejects `undefined`.
  }
}

/** The embeddings in the order of their texts: by `index`, if the server gives it. */
function inOrder(data: Answer["data"], model: string): Answer["data"][number]["embedding"][] {
  const places = data.map(({ index }, place) => index ?? place);
  const ordered = new Map(data.map(({ embedding }, place) => [places[place]!, embedding]));
  if (ordered.size !== data.length || places.some((place) => place >= data.length))
    throw embedderFailed(`${model} must give each index once, got ${places.slice(0, 16).join(", ")}`);
  return data.map((_, place) => ordered.get(place)!);
}

/** The numbers of an embedding, which may be little-endian 32-bit floats in base64. */
function numbersOf(embedding: number[] | string): number[] | Float32Array {
  if (typeof embedding !== "string") return embedding;
  const bytes = Buffer.from(embedding, "base64");
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readFloatLE(at * 4));
}
