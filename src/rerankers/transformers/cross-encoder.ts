/**
 * Reranks with a cross-encoder in this process: a model that reads the question and a passage
 * together and scores how well the passage answers the question.
 */
/// <reference lib="esnext.disposable" preserve="true" />
import { z } from "zod";
import { SharedBatches } from "../../async/shared-batches.js";
import { parseInput } from "../../contract/errors.js";
import { LocalModel } from "../../models/local/local-model.js";
import { localModelFields, modelNamed } from "../../models/local/options.js";
import type { Rerank } from "../../recall/ranking/rerank.js";

/** The schema of {@link CrossEncoderRerankOptions}. */
export const rerankOptions = z.strictObject({
  model: modelNamed<RerankPresetName>().describe(
    "owner/name on the Hugging Face hub, or its folder below localModelPath: text classification with one logit",
  ),
  ...localModelFields,
});

// Members generated from `rerankOptions` by npm run build:types.
/** The options of {@link crossEncoderRerank}. */
export interface CrossEncoderRerankOptions {
  /**
   * Owner/name on the Hugging Face hub, or its folder below localModelPath: text classification
   * with one logit.
   */
  model: z.input<typeof rerankOptions>["model"];
  /**
   * Branch, tag or commit of the model.
   *
   * @default "main"
   */
  revision?: z.input<typeof rerankOptions>["revision"];
  /**
   * Number format of the model's weights, which selects the file to load.
   *
   * @default "fp32"
   */
  dtype?: z.input<typeof rerankOptions>["dtype"];
  /** Where the model runs: cpu, cuda, dml, webgpu …; without it, the choice of the package. */
  device?: z.input<typeof rerankOptions>["device"];
  /** The folder that contains models; with it, nothing is downloaded. */
  localModelPath?: z.input<typeof rerankOptions>["localModelPath"];
  /**
   * Whether missing files may be downloaded; otherwise only localModelPath and earlier downloads
   * are used.
   *
   * @default true
   */
  allowRemote?: z.input<typeof rerankOptions>["allowRemote"];
  /** Folder for downloads; without it, the one of the package. */
  cacheFolder?: z.input<typeof rerankOptions>["cacheFolder"];
  /**
   * Most texts, or pairs of texts, that the model reads at once.
   *
   * @default 32
   */
  batchSize?: z.input<typeof rerankOptions>["batchSize"];
  /**
   * Most tokens that the model reads; longer texts are truncated; without it, as the model's card
   * or tokenizer says.
   */
  maxTokens?: z.input<typeof rerankOptions>["maxTokens"];
  /** Called with the progress of each file while the model loads. */
  onProgress?: z.input<typeof rerankOptions>["onProgress"];
  /** The imported package itself, for bundlers; without it, the installed one is loaded. */
  library?: z.input<typeof rerankOptions>["library"];
}

/** A {@link Rerank} with a model in memory. */
export interface CrossEncoderRerank extends Rerank, AsyncDisposable {
  /**
   * Waits for calls in progress, then frees the model's memory; the next call loads it again.
   * `Memory.close()` does not call it: the code that made the hook does.
   */
  dispose(): Promise<void>;
}

interface Pair {
  readonly query: string;
  readonly text: string;
}

/**
 * Makes a rerank hook with a local model, which is loaded at the first use. Scores are the model's
 * logits: only their order has a meaning.
 *
 * @throws {MemoryError} `invalid_input`; the hook itself: `rerank_failed`, `missing_dependency`
 * @example
 * const rerank = crossEncoderRerank({ model: "Xenova/ms-marco-MiniLM-L-6-v2" });
 * const memory = new Memory({ rerank });
 */
export function crossEncoderRerank(options: CrossEncoderRerankOptions): CrossEncoderRerank {
  const given = parseInput(rerankOptions, options, "make a cross-encoder");
  const settings = { ...given, maxTokens: given.maxTokens ?? knownMaxTokens(given.model) };
  const model = new LocalModel(settings, {
    loader: "AutoModelForSequenceClassification",
    verb: "rerank",
    code: "rerank_failed",
  });
  const batches = new SharedBatches<Pair, number>({
    size: settings.batchSize,
    compute: (pairs) => model.use(() => logits(model, pairs)),
    weight: ({ text }) => text.length,
  });
  const rerank: Rerank = (query, candidates, { signal }) => {
    const pairs = candidates.map(({ text }) => ({ query, text }));
    return model.use(() => batches.run(pairs, signal), signal);
  };
  const dispose = () => model.dispose();
  return Object.assign(rerank, { dispose, [Symbol.asyncDispose]: dispose });
}

/** One number per pair. */
async function logits(model: LocalModel, pairs: readonly Pair[]): Promise<number[]> {
  const { outputs } = await model.read(
    pairs.map(({ query }) => query),
    pairs.map(({ text }) => text),
  );
  const tensor = outputs.logits;
  if (tensor?.dims.at(-1) !== 1)
    throw model.failure(
      `it must give one logit per pair, as cross-encoders do, got ${tensor?.dims.at(-1) ?? "none"}`,
    );
  if (!(tensor.data instanceof Float32Array))
    throw model.failure("its logits must be 32-bit numbers; choose another dtype");
  return [...tensor.data];
}

/** From their cards on the Hugging Face hub. */
export const rerankPresets = {
  /** huggingface.co/cross-encoder/ms-marco-MiniLM-L6-v2: English, small and quick. */
  "Xenova/ms-marco-MiniLM-L-6-v2": { maxTokens: 512 },
  /** huggingface.co/BAAI/bge-reranker-base: English and Chinese. */
  "Xenova/bge-reranker-base": { maxTokens: 512 },
  /** huggingface.co/mixedbread-ai/mxbai-rerank-xsmall-v1: English; the smallest of three. */
  "mixedbread-ai/mxbai-rerank-xsmall-v1": { maxTokens: 512 },
} as const satisfies Record<string, { readonly maxTokens: number }>;

/** The names of known models. */
export type RerankPresetName = keyof typeof rerankPresets;

/** The token limit of a known model, for question and passage together. */
export function knownMaxTokens(model: string): number | undefined {
  return Object.hasOwn(rerankPresets, model) ? rerankPresets[model as RerankPresetName].maxTokens : undefined;
}
