/**
 * Settings of known models, from their cards on the Hugging Face hub. Other models work too: set
 * their `pooling` and `dimensions`.
 */
import type { Pooling } from "./pooling.js";

/** The settings in a model's card. */
export interface EmbeddingPreset {
  readonly pooling: Pooling;
  readonly dimensions: number;
  /** Maximum number of tokens that it reads. */
  readonly maxTokens: number;
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  readonly layerNorm?: boolean;
  /** Lengths to which its vectors may be cut, by its training. */
  readonly truncations?: readonly number[];
}

/** The prefix of questions for BGE and Arctic Embed; passages have none. */
const searchInstruction = "Represent this sentence for searching relevant passages: ";

/**
 * huggingface.co/intfloat/e5-small-v2 and /multilingual-e5-small: each text must begin with "query:
 * " or "passage: ".
 */
const e5 = {
  pooling: "mean",
  dimensions: 384,
  maxTokens: 512,
  queryPrefix: "query: ",
  passagePrefix: "passage: ",
} as const;

/**
 * huggingface.co/Snowflake/snowflake-arctic-embed-s: the first token's vector; questions have the
 * instruction.
 */
const arctic = { pooling: "cls", maxTokens: 512, queryPrefix: searchInstruction } as const;

/** The known models, by name. */
export const embeddingPresets = {
  /**
   * huggingface.co/sentence-transformers/all-MiniLM-L6-v2: mean; text after 256 word pieces is cut.
   */
  "Xenova/all-MiniLM-L6-v2": { pooling: "mean", dimensions: 384, maxTokens: 256 },
  /**
   * huggingface.co/BAAI/bge-small-en-v1.5: the first token's vector; an instruction before short
   * questions for long passages.
   */
  "Xenova/bge-small-en-v1.5": {
    pooling: "cls",
    dimensions: 384,
    maxTokens: 512,
    queryPrefix: searchInstruction,
  },
  "Xenova/e5-small-v2": e5,
  "Xenova/multilingual-e5-small": e5,
  /** huggingface.co/thenlper/gte-small: mean, no prefixes. */
  "Xenova/gte-small": { pooling: "mean", dimensions: 384, maxTokens: 512 },
  /**
   * huggingface.co/nomic-ai/nomic-embed-text-v1.5: mean, then layer norm, then cut. It reads 8,192
   * tokens, and was trained on 2,048.
   */
  "nomic-ai/nomic-embed-text-v1.5": {
    pooling: "mean",
    dimensions: 768,
    maxTokens: 2048,
    queryPrefix: "search_query: ",
    passagePrefix: "search_document: ",
    layerNorm: true,
    truncations: [512, 256, 128, 64],
  },
  "Snowflake/snowflake-arctic-embed-xs": { ...arctic, dimensions: 384 },
  "Snowflake/snowflake-arctic-embed-s": { ...arctic, dimensions: 384 },
  "Snowflake/snowflake-arctic-embed-m": { ...arctic, dimensions: 768 },
  /** huggingface.co/Snowflake/snowflake-arctic-embed-m-v1.5: trained to be cut to 256. */
  "Snowflake/snowflake-arctic-embed-m-v1.5": { ...arctic, dimensions: 768, truncations: [256] },
  /**
   * huggingface.co/google/embeddinggemma-300m: its own pooling and projection are in the graph;
   * fp32, q8 and q4 work, fp16 does not.
   */
  "onnx-community/embeddinggemma-300m-ONNX": {
    pooling: "model",
    dimensions: 768,
    maxTokens: 2048,
    queryPrefix: "task: search result | query: ",
    passagePrefix: "title: none | text: ",
    truncations: [512, 256, 128],
  },
} as const satisfies Record<string, EmbeddingPreset>;

/** The names of known models. */
export type EmbeddingPresetName = keyof typeof embeddingPresets;

/** The settings of a model, if it is a known one. */
export function embeddingPreset(model: string): EmbeddingPreset | undefined {
  return Object.hasOwn(embeddingPresets, model) ? embeddingPresets[model as EmbeddingPresetName] : undefined;
}
