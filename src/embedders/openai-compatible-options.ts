/** The options of `openAICompatibleEmbedder`. */
import { z } from "zod";
import { placeFields, retryFields } from "../models/endpoints/options.js";

/** The schema of {@link OpenAICompatibleEmbedderOptions}. */
export const openAICompatibleOptions = z.strictObject({
  ...placeFields,
  ...retryFields,
  dimensions: z
    .int()
    .min(1)
    .max(65_536)
    .describe("length of the vectors; a vector of another length is refused"),
  sendDimensions: z
    .boolean()
    .default(false)
    .describe("send dimensions in requests, for models that offer shorter vectors"),
  encoding: z
    .enum(["float", "base64"])
    .default("float")
    .describe("format of vectors in responses; base64 is a third of the size, where the server supports it"),
  queryPrefix: z
    .string()
    .max(10_000)
    .default("")
    .describe('text before each question, for models that expect one, for instance "query: " for E5'),
  passagePrefix: z
    .string()
    .max(10_000)
    .default("")
    .describe('text before each passage, for models that expect one, for instance "passage: " for E5'),
  batchSize: z.int().min(1).max(2048).default(64).describe("most texts of one request"),
  maxChars: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(8000)
    .describe("longest text in characters; longer ones are truncated; OpenAI's models read 8,191 tokens"),
  id: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe("identifies the model in a store; without it, made of model, dimensions and prefixes"),
});

// Members generated from `openAICompatibleOptions` by npm run build:types.
/** The options of {@link openAICompatibleEmbedder}. */
export interface OpenAICompatibleEmbedderOptions {
  /** The address up to and including /v1, for instance http://localhost:11434/v1. */
  baseUrl: z.input<typeof openAICompatibleOptions>["baseUrl"];
  /** The model's name at the endpoint. */
  model: z.input<typeof openAICompatibleOptions>["model"];
  /** Sent as Authorization: Bearer. */
  apiKey?: z.input<typeof openAICompatibleOptions>["apiKey"];
  /** Further headers, for services that expect the key elsewhere. */
  headers?: z.input<typeof openAICompatibleOptions>["headers"];
  /** Replaces the global fetch. */
  fetch?: z.input<typeof openAICompatibleOptions>["fetch"];
  /**
   * How long a try may be silent, in milliseconds.
   *
   * @default 60000
   */
  timeoutMs?: z.input<typeof openAICompatibleOptions>["timeoutMs"];
  /**
   * Number of retries after network errors and the statuses 408, 409, 429 and 5xx.
   *
   * @default 3
   */
  retries?: z.input<typeof openAICompatibleOptions>["retries"];
  /**
   * Upper bound of the first wait before a retry, in milliseconds.
   *
   * @default 500
   */
  retryBaseMs?: z.input<typeof openAICompatibleOptions>["retryBaseMs"];
  /**
   * Longest random wait before a retry, in milliseconds.
   *
   * @default 20000
   */
  retryMaxMs?: z.input<typeof openAICompatibleOptions>["retryMaxMs"];
  /**
   * Longest wait that the endpoint may ask for, in milliseconds; beyond it the call fails.
   *
   * @default 60000
   */
  maxRetryAfterMs?: z.input<typeof openAICompatibleOptions>["maxRetryAfterMs"];
  /**
   * Most concurrent requests, over all calls.
   *
   * @default 4
   */
  concurrency?: z.input<typeof openAICompatibleOptions>["concurrency"];
  /** Returns the current time; without it, the system clock. */
  clock?: z.input<typeof openAICompatibleOptions>["clock"];
  /** Returns a random number from 0 to below 1; without it, Math.random. */
  random?: z.input<typeof openAICompatibleOptions>["random"];
  /** Waits for some milliseconds; without it, a timer. */
  sleep?: z.input<typeof openAICompatibleOptions>["sleep"];
  /** Length of the vectors; a vector of another length is refused. */
  dimensions: z.input<typeof openAICompatibleOptions>["dimensions"];
  /**
   * Send dimensions in requests, for models that offer shorter vectors.
   *
   * @default false
   */
  sendDimensions?: z.input<typeof openAICompatibleOptions>["sendDimensions"];
  /**
   * Format of vectors in responses; base64 is a third of the size, where the server supports it.
   *
   * @default "float"
   */
  encoding?: z.input<typeof openAICompatibleOptions>["encoding"];
  /**
   * Text before each question, for models that expect one, for instance "query: " for E5.
   *
   * @default ""
   */
  queryPrefix?: z.input<typeof openAICompatibleOptions>["queryPrefix"];
  /**
   * Text before each passage, for models that expect one, for instance "passage: " for E5.
   *
   * @default ""
   */
  passagePrefix?: z.input<typeof openAICompatibleOptions>["passagePrefix"];
  /**
   * Most texts of one request.
   *
   * @default 64
   */
  batchSize?: z.input<typeof openAICompatibleOptions>["batchSize"];
  /**
   * Longest text in characters; longer ones are truncated; OpenAI's models read 8,191 tokens.
   *
   * @default 8000
   */
  maxChars?: z.input<typeof openAICompatibleOptions>["maxChars"];
  /** Identifies the model in a store; without it, made of model, dimensions and prefixes. */
  id?: z.input<typeof openAICompatibleOptions>["id"];
}
