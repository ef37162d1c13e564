/**
 * The rerank hook: an optional model that scores the best candidates again. There is none by
 * default.
 */

/** A passage that the hook scores. */
export interface RerankCandidate {
  readonly record_id: string;
  readonly text: string;
  /** Estimated probability that it is part of the answer, 0 to 1. */
  readonly score: number;
}

/**
 * Scores candidates again: returns one finite number per candidate, in their order; higher is
 * better. Only the order of the numbers counts. Passages below the floor are not among the
 * candidates. If it throws or returns anything else, recall fails with `rerank_failed`.
 *
 * @example
 * const rerank: Rerank = async (query, candidates) =>
 *   candidates.map(({ text }) => similarity(query, text));
 */
export type Rerank = (
  query: string,
  candidates: readonly RerankCandidate[],
  options: { readonly signal?: AbortSignal },
) => Promise<readonly number[]>;

/** Maximum number of candidates that the hook receives, best first. */
export const rerankDepth = 50;
