/**
 * Reranks with a cross-encoder in this process: a model that reads the question and a passage
 * together and scores how well the passage answers the question.
 */
import { z } from "zod";
import { SharedBatches } from "../../async/shared-batches.js";
import { parseInput } from "../../contract/errors.js";
import { LocalModel } from "../../models/local/local-model.js";
import { localModelFields, modelNamed } from "../../models/local/options.js";
import type { Rerank } from "../../recall/ranking/rerank.js";
import { knownMaxTokens, type RerankPresetName } from "./presets.js";

const rerankOptions = z.strictObject({ model: modelNamed<RerankPresetName>(), ...localModelFields });

/**
 * - `model`: `owner/name` on the Hugging Face hub, or its folder below `localModelPath`: text
 * classification with one logit
 * - `maxTokens`: of question and passage together; what is longer is cut. @default the known
 * model's, else the tokenizer's
 * - `dtype`: how the model's numbers are held: which file is loaded. @default "fp32"
 * - `device`: where it runs: "cpu", "cuda", "dml", "webgpu"… @default the package's choice
 * - `revision`: branch, tag or commit. @default "main"
 * - `localModelPath`: the folder that models lie in; with it nothing is downloaded
 * - `allowRemote`: false uses only what lies there, or what was downloaded before. @default true
 * - `cacheFolder`: where downloads are kept. @default the package's own
 * - `batchSize`: pairs that the model reads at once, at most. @default 32
 * - `onProgress`: told of each file while the model loads
 * - `library`: the imported package itself, for bundlers. @default whichever is installed
 */
export type CrossEncoderRerankOptions = z.input<typeof rerankOptions>;

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
