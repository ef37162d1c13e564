/** Known cross-encoders, each with one logit a pair. Another one works too, where it has one logit. */

/** From their cards on the Hugging Face hub. */
export const rerankPresets = {
  /** huggingface.co/cross-encoder/ms-marco-MiniLM-L6-v2: English, small and quick. */
  "Xenova/ms-marco-MiniLM-L-6-v2": { maxTokens: 512 },
  /** huggingface.co/BAAI/bge-reranker-base: English and Chinese. */
  "Xenova/bge-reranker-base": { maxTokens: 512 },
  /** huggingface.co/mixedbread-ai/mxbai-rerank-xsmall-v1: English; the smallest of three. */
  "mixedbread-ai/mxbai-rerank-xsmall-v1": { maxTokens: 512 },
} as const satisfies Record<string, { readonly maxTokens: number }>;

/** Models whose settings are known. */
export type RerankPresetName = keyof typeof rerankPresets;

/** Tokens that a known model was made to read, question and passage together. */
export function knownMaxTokens(model: string): number | undefined {
  return Object.hasOwn(rerankPresets, model) ? rerankPresets[model as RerankPresetName].maxTokens : undefined;
}
