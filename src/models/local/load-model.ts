/**
 * Finds and loads a model and its tokenizer, and hides the differences between the two generations
 * of the package.
 */
import { parse, relative, resolve } from "node:path";
import { MemoryError } from "../../contract/errors.js";
import { findLibrary, isFirstGeneration, type TransformersLibrary } from "./library.js";
import type { LocalModelSettings } from "./options.js";

/** The parts of the package's tensor that are used. */
export interface Tensor {
  readonly dims: readonly number[];
  readonly data: unknown;
}

/** Named tensors: the output of a tokenizer, and the input and output of a model. */
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

/** A loaded model. */
export interface Loaded {
  readonly model: Runnable;
  readonly tokenizer: Tokenizer;
  /** Options for padding and truncating a batch. */
  readonly shape: object;
}

/** The task that a model is loaded for, and the error of that task. */
export interface ModelTask {
  readonly loader: "AutoModel" | "AutoModelForSequenceClassification";
  /** The action, for error messages: "embed with NAME". */
  readonly action: string;
  /** Makes the error of the task that needs the model. */
  readonly failure: (rule: string, cause?: unknown) => MemoryError;
}

/**
 * Loads a model.
 *
 * @throws {MemoryError} `missing_dependency`, or the task's own code
 */
export async function loadModel(settings: LocalModelSettings, loading: ModelTask): Promise<Loaded> {
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

async function installed({ action, failure }: ModelTask): Promise<TransformersLibrary> {
  try {
    return await findLibrary(action);
  } catch (cause) {
    throw MemoryError.is(cause) ? cause : failure("its package must load", cause);
  }
}

/**
 * The options for number format and device. The first generation supports two formats and no
 * devices.
 */
function numberOptions(
  library: TransformersLibrary,
  { dtype, device }: LocalModelSettings,
  { failure }: ModelTask,
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
  /** Freed if the tokenizer does not load. */
  readonly model: Runnable;
}

/**
 * Loads the tokenizer. The first generation pads every batch to `max_length`, so there the limit is
 * set on the tokenizer itself.
 */
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

/** An event of both generations; only `progress` has bytes. */
type ProgressEvent = Readonly<Record<"status" | "file" | "loaded" | "total", unknown>>;

/** The rule that a failed load violated, with advice. */
function loadingRule({ folder }: ModelFiles): string {
  return folder === undefined
    ? "the model must load from the hub (without a network, set localModelPath, or allowRemote: false to use earlier downloads)"
    : `its files must be in ${folder} (config.json, tokenizer.json, tokenizer_config.json, onnx/…), and downloads are off`;
}

/** The arguments of the package's `from_pretrained`. */
export interface ModelFiles {
  readonly name: string;
  readonly options: {
    readonly revision: string;
    readonly local_files_only: boolean;
    readonly cache_dir?: string;
  };
  /** The folder that must contain the files, if downloads are off. */
  readonly folder?: string;
}

/**
 * The name and options of a model. A model that may not be downloaded is named by its folder.
 * `local_files_only` alone does not suffice: with a model's name, `@huggingface/transformers` still
 * asks the hub for a tokenizer. A folder also needs no change of the package's settings, which the
 * whole process shares.
 */
export function modelFiles(library: TransformersLibrary, settings: LocalModelSettings): ModelFiles {
  const { model, revision, cacheFolder } = settings;
  const folder = localFolder(library, settings);
  if (folder !== undefined) return { ...filesIn(folder, library), folder };
  const cache = cacheFolder === undefined ? {} : { cache_dir: resolve(cacheFolder) };
  return { name: model, options: { revision, local_files_only: false, ...cache } };
}

/**
 * The first generation joins every name to its own folder of models, so that no path leaves that
 * folder. Its cache folder is joined in the same way but can be set. So the root of the disk
 * becomes the cache folder, and the model's folder is a path in it.
 */
function filesIn(folder: string, library: TransformersLibrary): ModelFiles {
  const options = { revision: "main", local_files_only: true } as const;
  if (!isFirstGeneration(library)) return { name: folder, options };
  const { root } = parse(folder);
  return { name: relative(root, folder), options: { ...options, cache_dir: root } };
}

/**
 * The folder of a model that may not be downloaded. The cache has a folder per name and, for a
 * revision other than "main", per revision.
 */
function localFolder(library: TransformersLibrary, settings: LocalModelSettings): string | undefined {
  const { model, revision, localModelPath, allowRemote, cacheFolder } = settings;
  if (localModelPath !== undefined) return resolve(localModelPath, model);
  if (allowRemote) return undefined;
  const cache = cacheFolder ?? String(Reflect.get(library.env, "cacheDir"));
  return resolve(cache, model, revision === "main" ? "" : revision);
}
