/**
 * Embeds with an ONNX model in this process, through `@huggingface/transformers` or
 * `@xenova/transformers`.
 */
/// <reference lib="esnext.disposable" preserve="true" />
import { SharedBatches } from "../../async/shared-batches.js";
import type { Tensor, Tensors } from "../../models/local/load-model.js";
import { LocalModel, type ModelOutput } from "../../models/local/local-model.js";
import { unitLength } from "../../numbers/unit-length.js";
import { Centring } from "../centring.js";
import type { Embedder, EmbedOptions } from "../embedder.js";
import {
  type EmbedderSettings,
  embedderId,
  embedderSettings,
  type TransformersEmbedderOptions,
} from "./options.js";
import { layerNormalised, pool } from "./pooling.js";

/**
 * Makes an embedder with a local model. The model is loaded at the first use and stays in memory
 * until {@link TransformersEmbedder.dispose}.
 *
 * @throws {MemoryError} `invalid_input`
 * @example
 * const embedder = transformersEmbedder({ model: "Xenova/bge-small-en-v1.5" });
 * const memory = new Memory({ path: "agent.db", embedder });
 */
export function transformersEmbedder(options: TransformersEmbedderOptions): TransformersEmbedder {
  return new TransformersEmbedder(options);
}

/**
 * An {@link Embedder} with a local model; concurrent calls share its batches. Made by {@link
 * transformersEmbedder}.
 */
export class TransformersEmbedder implements Embedder, AsyncDisposable {
  readonly id: string;
  readonly dimensions: number;
  readonly #settings: EmbedderSettings;
  readonly #model: LocalModel;
  readonly #batches: SharedBatches<string, Float32Array>;
  readonly #centring = new Centring((texts, options) => this.#plain(texts, options));

  /** @throws {MemoryError} `invalid_input` */
  constructor(options: TransformersEmbedderOptions) {
    const settings = embedderSettings(options);
    this.id = embedderId(settings);
    this.dimensions = settings.keptDimensions;
    this.#settings = settings;
    this.#model = new LocalModel(settings, { loader: "AutoModel", verb: "embed", code: "embedder_failed" });
    this.#batches = new SharedBatches({
      size: settings.batchSize,
      compute: (texts) => this.#model.use(() => this.#vectors(texts)),
      weight: (text) => text.length,
    });
  }

  /**
   * One vector per text; zeros for white space, for which the model is not run.
   *
   * @throws {MemoryError} `embedder_failed`, `missing_dependency`
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    if (!this.#settings.centre) return this.#plain(texts, options);
    // Without prefixes there is only one kind of text, and one mean.
    const { query, passage } = this.#settings.prefixes;
    return this.#centring.embed(texts, query === passage ? { ...options, kind: "passage" } : options);
  }

  /**
   * Number of tokens by the model's tokenizer, without special tokens and prefix.
   *
   * @throws {MemoryError} `embedder_failed` before the first `embed` has resolved
   */
  countTokens(text: string): number {
    return this.#model.countTokens(text);
  }

  /**
   * Waits for calls in progress, then frees the model's memory; the next `embed` loads it again.
   * `Memory.close()` does not call it, because several memories may share an embedder.
   */
  async dispose(): Promise<void> {
    await this.#model.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  /** The model's own vectors, cut and of unit length. */
  async #plain(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<Float32Array[]> {
    const filled = texts.flatMap((text, index) => (text.trim() === "" ? [] : [index]));
    const prefix = this.#settings.prefixes[kind];
    const asked = filled.map((index) => prefix + texts[index]!);
    const found = await this.#model.use(() => this.#batches.run(asked, signal), signal);
    const vectors: Float32Array[] = texts.map(() => new Float32Array(this.dimensions));
    for (const [at, index] of filled.entries()) vectors[index] = found[at]!;
    return vectors;
  }

  async #vectors(texts: readonly string[]): Promise<Float32Array[]> {
    const { layerNorm, keptDimensions } = this.#settings;
    return this.#pooled(await this.#model.read(texts)).map((vector) =>
      this.#checked(unitLength(layerNorm ? layerNormalised(vector) : vector, keptDimensions)),
    );
  }

  #pooled({ outputs, mask }: ModelOutput): Float32Array[] {
    const { pooling, dimensions } = this.#settings;
    if (pooling === "model") {
      const { data, texts } = this.#floats(outputs, ["sentence_embedding"]);
      return Array.from({ length: texts }, (_, text) =>
        data.slice(text * dimensions, (text + 1) * dimensions),
      );
    }
    const { data, texts, tokens } = this.#floats(outputs, ["last_hidden_state", "token_embeddings"]);
    return pool({ vectors: data, mask, texts, tokens, dimensions }, pooling);
  }

  /**
   * The first of the named outputs that the model returns: `[texts, tokens, dimensions]`, or
   * `[texts, dimensions]`.
   */
  #floats(outputs: Tensors, names: readonly string[]): { data: Float32Array; texts: number; tokens: number } {
    const { pooling, dimensions, dtype } = this.#settings;
    const tensor = names.map((name) => outputs[name]).find((found): found is Tensor => found !== undefined);
    if (tensor === undefined)
      throw this.#model.failure(
        `pooling ${pooling} needs an output ${names.join(" or ")}, got ${Object.keys(outputs).join(", ")}`,
      );
    if (tensor.dims.at(-1) !== dimensions)
      throw this.#model.failure(
        `dimensions must be the model's own, ${tensor.dims.at(-1)}, got ${dimensions}`,
      );
    if (!(tensor.data instanceof Float32Array))
      throw this.#model.failure(`its vectors must be of 32-bit numbers; choose a dtype other than ${dtype}`);
    return { data: tensor.data, texts: tensor.dims[0]!, tokens: tensor.dims[1]! };
  }

  #checked(vector: Float32Array): Float32Array {
    if (vector.every(Number.isFinite)) return vector;
    throw this.#model.failure("its vectors must be finite; choose another dtype or device");
  }
}
