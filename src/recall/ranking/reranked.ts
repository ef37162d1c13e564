/** Applies the rerank hook to ranked passages. */
import { MemoryError } from "../../contract/errors.js";
import type { Ranked } from "./rank.js";
import { type Rerank, type RerankCandidate, rerankDepth } from "./rerank.js";

interface RerankParts {
  readonly rerank?: Rerank | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Orders the best candidates by the hook's scores; the other passages follow in their order.
 * Returns the passages unchanged without a hook.
 *
 * @throws {MemoryError} `rerank_failed`
 */
export async function reranked(
  relevant: readonly Ranked[],
  query: string,
  { rerank, signal }: RerankParts,
): Promise<readonly Ranked[]> {
  if (rerank === undefined || relevant.length === 0) return relevant;
  const shown = relevant.slice(0, rerankDepth);
  const candidates = shown.map(({ passage, probability }) => ({
    record_id: passage.records[0]!.id,
    text: passage.text,
    score: probability,
  }));
  const scores = checked(await asked(rerank, { query, candidates, signal }), shown.length);
  const order = shown.map((one, index) => ({ one, score: scores[index]! })).sort((a, b) => b.score - a.score);
  return [...order.map(({ one }) => one), ...relevant.slice(rerankDepth)];
}

interface Request {
  readonly query: string;
  readonly candidates: readonly RerankCandidate[];
  readonly signal: AbortSignal | undefined;
}

/**
 * Calls the hook. A `MemoryError` and an abort are rethrown; anything else that it throws becomes
 * the `cause` of `rerank_failed`.
 */
async function asked(rerank: Rerank, { query, candidates, signal }: Request): Promise<unknown> {
  try {
    return await rerank(query, candidates, signal === undefined ? {} : { signal });
  } catch (cause) {
    if (MemoryError.is(cause) || signal?.aborted) throw cause;
    const because = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryError("rerank_failed", `Cannot recall: rerank must not throw: ${because}`, { cause });
  }
}

/** Validates the hook's result like any input. */
function checked(scores: unknown, count: number): readonly number[] {
  if (!Array.isArray(scores)) throw unusable(count, scores === null ? "null" : typeof scores);
  if (scores.length !== count) throw unusable(count, `${scores.length}`);
  const wrong = scores.findIndex((score) => !Number.isFinite(score));
  if (wrong >= 0) throw unusable(count, `${String(scores[wrong])} for candidate ${wrong}`);
  return scores;
}

function unusable(count: number, got: string): MemoryError<"rerank_failed"> {
  const rule = `rerank must give an array of one finite number a candidate, ${count} in all, got ${got}`;
  return new MemoryError("rerank_failed", `Cannot recall: ${rule}`, {});
}
