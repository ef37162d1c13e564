/** A model and its tokenizer in this process: loaded at the first call that needs them, shared by all calls, loaded again after a failure. */
import { MemoryError } from "../contract/errors.js";
import { untilAborted } from "../internal/until-aborted.js";
import { findLibrary, isFirstGeneration, type TransformersLibrary } from "./library.js";
import { type ModelFiles, modelFiles } from "./model-files.js";
import type { LocalModelSettings } from "./options.js";

/** What a model is loaded for. */
export interface Task {
  readonly loader: "AutoModel" | "AutoModelForSequenceClassification";
  /** The message's verb. */
  readonly verb: "embed" | "rerank";
  readonly code: "embedder_failed" | "rerank_failed";
}

/** A tensor of the package, as far as it is used. */
export interface Tensor {
  readonly dims: readonly number[];
  readonly data: unknown;
}

/** Named tensors: what a tokenizer makes and a model takes, and what it gives. */
export type Tensors = Readonly<Record<string, Tensor | undefined>>;

interface Tokenizer {
  (texts: readonly string[], options: object): Tensors;
  (text: string, options: { readonly return_tensor: false }): { readonly input_ids: readonly number[] };
  model_max_length?: number;
}

interface Runnable {
  (inputs: Tensors): Promise<Tensors>;
  dispose(): Promise<unknown>;
}

interface Loaded {
  readonly model: Runnable;
  readonly tokenizer: Tokenizer;
  /** How a batch is padded and cut. */
  readonly shape: object;
}

/** A model from disk or from the hub. */
export class LocalModel {
  readonly #settings: LocalModelSettings;
  readonly #task: Task;
  readonly #inUse = new Set<Promise<unknown>>();
  #loading: Promise<Loaded> | undefined;
  #loaded: Loaded | undefined;

  constructor(settings: LocalModelSettings, task: Task) {
    this.#settings = settings;
    this.#task = task;
  }

  /**
   * Does work that needs the model, which is loaded first where it is not there. {@link LocalModel.dispose} waits for it.
   *
   * @throws {MemoryError} `missing_dependency`, the task's own code
   */
  async use<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    const using = this.#ready(signal).then(work);
    this.#inUse.add(using);
    try {
      return await using;
    } finally {
      this.#inUse.delete(using);
    }
  }

  /** Texts, or pairs of texts, as the model takes them: padded to the longest, cut at the most tokens. */
  tokenize(texts: readonly string[], seconds?: readonly string[]): Tensors {
    const { tokenizer, shape } = this.#needed();
    return tokenizer(texts, seconds === undefined ? shape : { ...shape, text_pair: seconds });
  }

  /** Tokens of a text without the special ones. */
  countTokens(text: string): number {
    const options = { add_special_tokens: false, return_tensor: false } as const;
    return this.#needed().tokenizer(text, options).input_ids.length;
  }

  /** What the model gives. @throws {MemoryError} the task's own code */
  async run(inputs: Tensors): Promise<Tensors> {
    const { model } = this.#needed();
    try {
      return await model(inputs);
    } catch (cause) {
      throw this.failure("the model must run", cause);
    }
  }

  /** Waits until nobody uses the model, then frees its memory. The next use loads it again. */
  async dispose(): Promise<void> {
    while (this.#inUse.size > 0) await Promise.allSettled(this.#inUse);
    const loading = this.#loading;
    this.#loading = undefined;
    this.#loaded = undefined;
    // What did not load holds nothing, and was told to whoever waited for it.
    const loaded = await loading?.catch(() => undefined);
    await loaded?.model.dispose();
  }

  /** An error of the task, naming the model. */
  failure(rule: string, cause?: unknown): MemoryError<"embedder_failed" | "rerank_failed"> {
    const because = cause instanceof Error ? `: ${cause.message}` : "";
    return new MemoryError(this.#task.code, `Cannot ${this.#action()}: ${rule}${because}`, { cause });
  }

  #action(): string {
    return `${this.#task.verb} with ${this.#settings.model}`;
  }

  async #ready(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#loaded === undefined) await untilAborted(this.#load(), signal);
  }

  #needed(): Loaded {
    if (this.#loaded === undefined) throw this.failure("the model must be loaded first");
    return this.#loaded;
  }

  #load(): Promise<Loaded> {
    if (this.#loading !== undefined) return this.#loading;
    const loading = this.#fromFiles();
    this.#loading = loading;
    const mine = () => this.#loading === loading;
    loading.then(
      (loaded) => {
        if (mine()) this.#loaded = loaded;
      },
      () => {
        if (mine()) this.#loading = undefined;
      },
    );
    return loading;
  }

  async #fromFiles(): Promise<Loaded> {
    const library = this.#settings.library ?? (await this.#findLibrary());
    const files = modelFiles(library, this.#settings);
    const options = { ...files.options, progress_callback: this.#progressCallback() };
    try {
      const model = (await library[this.#task.loader].from_pretrained(files.name, {
        ...options,
        ...this.#numbers(library),
      })) as Runnable;
      const tokenizer = await library.AutoTokenizer.from_pretrained(files.name, options).catch(
        async (cause) => {
          await model.dispose();
          throw cause;
        },
      );
      return { model, ...this.#bounded(tokenizer as Tokenizer, library) };
    } catch (cause) {
      throw cause instanceof MemoryError ? cause : this.failure(loadingRule(files), cause);
    }
  }

  async #findLibrary(): Promise<TransformersLibrary> {
    try {
      return await findLibrary(this.#action());
    } catch (cause) {
      throw MemoryError.is(cause) ? cause : this.failure("its package must load", cause);
    }
  }

  /** The first generation knows two kinds of numbers and no devices. */
  #numbers(library: TransformersLibrary): object {
    const { dtype, device } = this.#settings;
    if (!isFirstGeneration(library)) return { dtype, ...(device === undefined ? {} : { device }) };
    if (!["fp32", "q8"].includes(dtype))
      throw this.failure(
        `@xenova/transformers takes dtype fp32 or q8, got ${dtype}; install @huggingface/transformers`,
      );
    if (device !== undefined && device !== "cpu")
      throw this.failure(
        `@xenova/transformers runs on the cpu, got ${device}; install @huggingface/transformers`,
      );
    return { quantized: dtype === "q8" };
  }

  /** The first generation pads every batch to a `max_length` that it is given, so there the bound is set on the tokenizer itself. */
  #bounded(tokenizer: Tokenizer, library: TransformersLibrary): Pick<Loaded, "tokenizer" | "shape"> {
    const { maxTokens } = this.#settings;
    const shape = { padding: true, truncation: true };
    if (maxTokens === undefined) return { tokenizer, shape };
    if (!isFirstGeneration(library)) return { tokenizer, shape: { ...shape, max_length: maxTokens } };
    tokenizer.model_max_length = Math.min(maxTokens, tokenizer.model_max_length ?? maxTokens);
    return { tokenizer, shape };
  }

  #progressCallback(): ((event: Readonly<Record<string, unknown>>) => void) | null {
    const { onProgress } = this.#settings;
    if (onProgress === undefined) return null;
    return ({ status, file, loaded, total }) => {
      if (status !== "progress") return;
      const size = typeof total === "number" && total > 0 ? { total } : {};
      onProgress({ file: String(file), done: Number(loaded), ...size });
    };
  }
}

/** What must hold for a model to load, and what helps where it does not. */
function loadingRule({ folder }: ModelFiles): string {
  return folder === undefined
    ? "the model must load from the hub (without a network, say localModelPath, or allowRemote: false for what was downloaded before)"
    : `its files must lie in ${folder} (config.json, tokenizer.json, tokenizer_config.json, onnx/…), and downloading is off`;
}
