/**
 * `keepsake/rerank/transformers`: local cross-encoders. Requires `@huggingface/transformers` or
 * `@xenova/transformers`, which you install.
 */
export type { TransformersLibrary } from "../../models/local/library.js";
export type { LoadingProgress } from "../../models/local/options.js";
export {
  type CrossEncoderRerank,
  type CrossEncoderRerankOptions,
  crossEncoderRerank,
  type RerankPresetName,
  rerankPresets,
} from "./cross-encoder.js";
