/** Known cross-encoders, each with one logit per pair. Any other model with one logit works too. */

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
