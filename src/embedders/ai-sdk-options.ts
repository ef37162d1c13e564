/** The options of `aiSdkEmbedder`. */
import type { EmbeddingModel } from "ai";
import { z } from "zod";

/** The schema of {@link AiSdkEmbedderOptions}. */
export const aiSdkOptions = z.strictObject({
  model: z
    .custom<EmbeddingModel>(
      (value) => typeof value === "string" || typeof Reflect.get(Object(value), "doEmbed") === "function",
      "must be an embedding model of the AI SDK, or the name of one",
    )
    .describe("an embedding model of the AI SDK, or a name that its global provider knows"),
  dimensions: z
    .int()
    .min(1)
    .max(65_536)
    .describe("length of the vectors; a vector of another length is refused"),
  queryPrefix: z
    .string()
    .max(10_000)
    .default("")
    .describe("text before each question, for models that expect one"),
  passagePrefix: z
    .string()
    .max(10_000)
    .default("")
    .describe("text before each passage, for models that expect one"),
  maxChars: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(8000)
    .describe("longest text in characters; longer ones are truncated"),
  maxRetries: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe("number of retries of each request, by the rules of the AI SDK"),
  maxParallelCalls: z.int().min(1).max(256).default(4).describe("most concurrent requests of one embed call"),
  timeoutMs: z
    .int()
    .min(1)
    .max(86_400_000)
    .default(120_000)
    .describe("timeout of one embed call with its retries, in milliseconds"),
  providerOptions: z
    .record(z.string(), z.record(z.string(), z.json()))
    .optional()
    .describe("options for the provider of the model, for instance { openai: { dimensions: 512 } }"),
  id: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe(
      "identifies the model in a store; without it, made of provider, model, dimensions and prefixes",
    ),
});

// Members generated from `aiSdkOptions` by npm run build:types.
/** The options of {@link aiSdkEmbedder}. */
export interface AiSdkEmbedderOptions {
  /** An embedding model of the AI SDK, or a name that its global provider knows. */
  model: z.input<typeof aiSdkOptions>["model"];
  /** Length of the vectors; a vector of another length is refused. */
  dimensions: z.input<typeof aiSdkOptions>["dimensions"];
  /**
   * Text before each question, for models that expect one.
   *
   * @default ""
   */
  queryPrefix?: z.input<typeof aiSdkOptions>["queryPrefix"];
  /**
   * Text before each passage, for models that expect one.
   *
   * @default ""
   */
  passagePrefix?: z.input<typeof aiSdkOptions>["passagePrefix"];
  /**
   * Longest text in characters; longer ones are truncated.
   *
   * @default 8000
   */
  maxChars?: z.input<typeof aiSdkOptions>["maxChars"];
  /**
   * Number of retries of each request, by the rules of the AI SDK.
   *
   * @default 3
   */
  maxRetries?: z.input<typeof aiSdkOptions>["maxRetries"];
  /**
   * Most concurrent requests of one embed call.
   *
   * @default 4
   */
  maxParallelCalls?: z.input<typeof aiSdkOptions>["maxParallelCalls"];
  /**
   * Timeout of one embed call with its retries, in milliseconds.
   *
   * @default 120000
   */
  timeoutMs?: z.input<typeof aiSdkOptions>["timeoutMs"];
  /** Options for the provider of the model, for instance { openai: { dimensions: 512 } }. */
  providerOptions?: z.input<typeof aiSdkOptions>["providerOptions"];
  /**
   * Identifies the model in a store; without it, made of provider, model, dimensions and prefixes.
   */
  id?: z.input<typeof aiSdkOptions>["id"];
}
