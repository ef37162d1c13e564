/** The rerank hook: an optional model that looks at the best candidates once more. The default configuration needs none. */

export interface RerankCandidate {
  readonly record_id: string;
  readonly text: string;
  /** Estimated chance that it answers, 0 to 1. */
  readonly score: number;
}

/**
 * Scores candidates anew: one number a candidate, in order, more is better. Only their order counts; what was below the floor before stays out.
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
