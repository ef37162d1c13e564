/** Loads a model and its tokenizer from where they lie, and evens out what the two generations of the package want to be told differently. */
import { MemoryError } from "../../contract/errors.js";
import { findLibrary, isFirstGeneration, type TransformersLibrary } from "./library.js";
import { type ModelFiles, modelFiles } from "./model-files.js";
import type { LocalModelSettings } from "./options.js";

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

/** What is in memory. */
export interface Loaded {
  readonly model: Runnable;
  readonly tokenizer: Tokenizer;
  /** How a batch is padded and cut. */
  readonly shape: object;
}

/** What a model is loaded for, and how its errors are told. */
export interface Loading {
  readonly loader: "AutoModel" | "AutoModelForSequenceClassification";
  /** The message's verb: "embed with NAME". */
  readonly action: string;
  /** An error of the task. */
  readonly failure: (rule: string, cause?: unknown) => MemoryError;
}

/** @throws {MemoryError} `missing_dependency`, and the task's own code */
export async function loadModel(settings: LocalModelSettings, loading: Loading): Promise<Loaded> {
  const library = settings.library ?? (await installed(loading));
  const numbers = numberOptions(library, settings, loading);
  const files = modelFiles(library, settings);
  const options = { ...files.options, progress_callback: progressCallback(settings) };
  try {
    const loader = library[loading.loader];
    const model = (await loader.from_pretrained(files.name, { ...options, ...numbers })) as Runnable;
    return { model, ...(await loadTokenizer(library, { name: files.name, options, settings, model })) };
  } catch (cause) {
    throw loading.failure(loadingRule(files), cause);
  }
}

async function installed({ action, failure }: Loading): Promise<TransformersLibrary> {
  try {
    return await findLibrary(action);
  } catch (cause) {
    throw MemoryError.is(cause) ? cause : failure("its package must load", cause);
  }
}

/** The first generation knows two kinds of numbers and no devices. */
function numberOptions(
  library: TransformersLibrary,
  { dtype, device }: LocalModelSettings,
  { failure }: Loading,
): object {
  if (!isFirstGeneration(library)) return { dtype, ...(device === undefined ? {} : { device }) };
  const instead = "install @huggingface/transformers";
  if (!["fp32", "q8"].includes(dtype))
    throw failure(`@xenova/transformers takes dtype fp32 or q8, got ${dtype}; ${instead}`);
  if (device !== undefined && device !== "cpu")
    throw failure(`@xenova/transformers runs on the cpu, got ${device}; ${instead}`);
  return { quantized: dtype === "q8" };
}

interface TokenizerRequest {
  readonly name: string;
  readonly options: object;
  readonly settings: LocalModelSettings;
  /** Freed where the tokenizer does not load. */
  readonly model: Runnable;
}

/** The first generation pads every batch to a `max_length` that it is given, so there the bound is set on the tokenizer itself. */
async function loadTokenizer(
  library: TransformersLibrary,
  { name, options, settings: { maxTokens }, model }: TokenizerRequest,
): Promise<Pick<Loaded, "tokenizer" | "shape">> {
  const tokenizer = (await library.AutoTokenizer.from_pretrained(name, options).catch(async (cause) => {
    await model.dispose();
    throw cause;
  })) as Tokenizer;
  const shape = { padding: true, truncation: true };
  if (maxTokens === undefined) return { tokenizer, shape };
  if (!isFirstGeneration(library)) return { tokenizer, shape: { ...shape, max_length: maxTokens } };
  tokenizer.model_max_length = Math.min(maxTokens, tokenizer.model_max_length ?? maxTokens);
  return { tokenizer, shape };
}

function progressCallback({ onProgress }: LocalModelSettings): ((event: ProgressEvent) => void) | null {
  if (onProgress === undefined) return null;
  return ({ status, file, loaded, total }) => {
    if (status !== "progress") return;
    const size = typeof total === "number" && total > 0 ? { total } : {};
    onProgress({ file: String(file), done: Number(loaded), ...size });
  };
}

/** As both generations tell it; other steps than `progress` have no bytes. */
type ProgressEvent = Readonly<Record<"status" | "file" | "loaded" | "total", unknown>>;

/** What must hold for a model to load, and what helps where it does not. */
function loadingRule({ folder }: ModelFiles): string {
  return folder === undefined
    ? "the model must load from the hub (without a network, say localModelPath, or allowRemote: false for what was downloaded before)"
    : `its files must lie in ${folder} (config.json, tokenizer.json, tokenizer_config.json, onnx/…), and downloading is off`;
}
