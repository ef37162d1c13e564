/**
 * A model in this process: loaded by the first call that needs it, shared by all calls, loaded
 * again after a failure.
 */

import { untilAborted } from "../../async/deadline.js";
import { MemoryError } from "../../contract/errors.js";
import { type Loaded, loadModel, type ModelTask, type Tensors } from "./load-model.js";
import type { LocalModelSettings } from "./options.js";

/** The task of a model. */
export interface Task {
  readonly loader: ModelTask["loader"];
  /** The verb in error messages. */
  readonly verb: "embed" | "rerank";
  readonly code: "embedder_failed" | "rerank_failed";
}

/** The output of a model for a batch. */
export interface ModelOutput {
  readonly outputs: Tensors;
  /** 1 for a token of a text, 0 for padding; `texts × tokens` values. */
  readonly mask: ArrayLike<bigint | number>;
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
   * Runs work that needs the model, and loads the model first if necessary. {@link
   * LocalModel.dispose} waits for it.
   *
   * @throws {MemoryError} `missing_dependency`, or the task's own code
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

  /**
   * Runs the model on texts, or on pairs of texts, as one batch, padded to the longest and
   * truncated to the token limit.
   *
   * @throws {MemoryError} the task's own code
   */
  async read(texts: readonly string[], seconds?: readonly string[]): Promise<ModelOutput> {
    const { model, tokenizer, shape } = this.#needed();
    try {
      const inputs = tokenizer(texts, seconds === undefined ? shape : { ...shape, text_pair: seconds });
      return { outputs: await model(inputs), mask: inputs.attention_mask!.data as BigInt64Array };
    } catch (cause) {
      throw this.failure("the model must be able to read the texts", cause);
    }
  }

  /** Number of tokens of a text, without special tokens. */
  countTokens(text: string): number {
    const options = { add_special_tokens: false, return_tensor: false } as const;
    return this.#needed().tokenizer(text, options).input_ids.length;
  }

  /** Waits until the model is not in use, then frees its memory. The next use loads it again. */
  async dispose(): Promise<void> {
    while (this.#inUse.size > 0) await Promise.allSettled(this.#inUse);
    const loading = this.#loading;
    this.#loading = undefined;
    this.#loaded = undefined;
    // A failed load has no memory to free, and its callers got the error.
    const loaded = await loading?.catch(() => undefined);
    await loaded?.model.dispose();
  }

  /** An error of the task that names the model. */
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
    const loading = loadModel(this.#settings, {
      loader: this.#task.loader,
      action: this.#action(),
      failure: (rule, cause) => this.failure(rule, cause),
    });
    this.#loading = loading;
    // False if the model was freed while it was loading.
    const isCurrent = () => this.#loading === loading;
    loading.then(
      (loaded) => {
        if (isCurrent()) this.#loaded = loaded;
      },
      () => {
        if (isCurrent()) this.#loading = undefined;
      },
    );
    return loading;
  }
}
