/** The rerank hook: an optional model that looks at the best candidates once more. The default configuration needs none. */

export interface RerankCandidate {
  readonly record_id: string;
  readonly text: string;
  /** Estimated probability that it answers, 0 to 1. */
  readonly score: number;
}

/**
 * Scores candidates anew: one finite number a candidate, in order, more is better. Any function does. Only the order of the numbers counts; what was
 * below the floor before stays out. Where it throws, or gives anything else, recall fails with `rerank_failed`.
 *
 * @example
 * const rerank: Rerank = async (query, candidates) => candidates.map(({ text }) => similarity(query, text));
 */
export type Rerank = (
  query: string,
  candidates: readonly RerankCandidate[],
  options: { readonly signal?: AbortSignal },
) => Promise<readonly number[]>;

/** Candidates handed to the hook at most, best first. */
export const rerankDepth = 50;
