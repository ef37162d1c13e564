/** Options of every local model, and their validation. */
import { z } from "zod";
import type { TransformersLibrary } from "./library.js";

/** The progress of loading a model. */
export interface LoadingProgress {
  /** For instance `onnx/model.onnx`. */
  readonly file: string;
  /** Bytes of the file that were loaded so far. */
  readonly done: number;
  /** Bytes of the whole file, if known. */
  readonly total?: number;
}

/** Number formats of models. The `onnx/` folder of a model shows which ones it offers. */
export const dtypes = ["fp32", "fp16", "q8", "int8", "uint8", "q4", "q4f16", "bnb4"] as const;

const folder = z.string().min(1);

/** A model's name becomes part of a path and a URL: `name`, or `owner/name`. */
const modelName = z
  .string()
  .max(200)
  .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)?$/, "must be a model's name, such as owner/name, and not a path");

/** The fields of a schema of options. */
export const localModelFields = {
  revision: z
    .string()
    .regex(/^[\w-][\w.-]*$/, "must be a branch, a tag or a commit")
    .default("main")
    .describe("branch, tag or commit of the model"),
  dtype: z
    .enum(dtypes)
    .default("fp32")
    .describe("number format of the model's weights, which selects the file to load"),
  device: z
    .string()
    .min(1)
    .optional()
    .describe("where the model runs: cpu, cuda, dml, webgpu …; without it, the choice of the package"),
  localModelPath: folder
    .optional()
    .describe("the folder that contains models; with it, nothing is downloaded"),
  allowRemote: z
    .boolean()
    .default(true)
    .describe(
      "whether missing files may be downloaded; otherwise only localModelPath and earlier downloads are used",
    ),
  cacheFolder: folder.optional().describe("folder for downloads; without it, the one of the package"),
  batchSize: z
    .int()
    .min(1)
    .max(1024)
    .default(32)
    .describe("most texts, or pairs of texts, that the model reads at once"),
  maxTokens: z
    .int()
    .min(8)
    .max(1_000_000)
    .optional()
    .describe(
      "most tokens that the model reads; longer texts are truncated; without it, as the model's card or tokenizer says",
    ),
  onProgress: z
    .custom<(progress: LoadingProgress) => void>(
      (value) => typeof value === "function",
      "must be a function of the progress",
    )
    .optional()
    .describe("called with the progress of each file while the model loads"),
  library: z
    .custom<TransformersLibrary>(
      (value) => typeof value === "object" && value !== null && "AutoTokenizer" in value && "env" in value,
      "must be the imported module of @huggingface/transformers or @xenova/transformers",
    )
    .optional()
    .describe("the imported package itself, for bundlers; without it, the installed one is loaded"),
};

/** A model's name for which editors suggest the known ones. */
export const modelNamed = <Known extends string>() =>
  modelName as unknown as z.ZodType<Known | (string & {}), Known | (string & {})>;

/** The settings of a local model, with defaults. */
export interface LocalModelSettings {
  readonly model: string;
  readonly revision: string;
  readonly dtype: (typeof dtypes)[number];
  readonly device?: string | undefined;
  readonly localModelPath?: string | undefined;
  readonly allowRemote: boolean;
  readonly cacheFolder?: string | undefined;
  readonly batchSize: number;
  readonly maxTokens?: number | undefined;
  readonly onProgress?: ((progress: LoadingProgress) => void) | undefined;
  readonly library?: TransformersLibrary | undefined;
}
