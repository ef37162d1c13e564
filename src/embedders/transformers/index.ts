/**
 * `keepsake/embedders/transformers`: local embedding models. Requires `@huggingface/transformers`
 * or `@xenova/transformers`, which you install.
 */
export type { TransformersLibrary } from "../../models/local/library.js";
export type { LoadingProgress } from "../../models/local/options.js";
export type { TransformersEmbedderOptions } from "./options.js";
export type { Pooling } from "./pooling.js";
export { type EmbeddingPreset, type EmbeddingPresetName, embeddingPresets } from "./presets.js";
export { TransformersEmbedder, transformersEmbedder } from "./transformers-embedder.js";
