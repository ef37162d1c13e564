/**
 * Moves a store to another embedder: every passage is embedded again from its verbatim text, batch
 * by batch, while the former vectors stay in use. The new vectors replace them in one transaction
 * at the end. The progress is in the store, so a new process continues after a kill.
 *
 *   begin ─ (next ─ embed ─ keep)… ─ finish
 */
import type { Limits } from "../accounts/meter.js";
import { nextTurn } from "../async/next-turn.js";
import { MemoryError } from "../contract/errors.js";
import type { ReembedResult } from "../contract/maintenance/whole-store.js";
import type { Progress } from "../contract/memory-service.js";
import type { Embedder } from "../embedders/embedder.js";
import type { Reembedding, Store, UnembeddedPassage } from "../stores/store.js";
import { passageText } from "../text/words.js";

/** What re-embedding needs. */
export interface ReembedParts {
  readonly store: Store;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly actor: string;
  /** Re-embed even if the vectors come from this embedder, to repair them. */
  readonly again?: boolean;
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The result of re-embedding. */
export interface Reembedded {
  /** The store, opened with the new embedder. */
  readonly store: Store;
  readonly result: ReembedResult;
}

/**
 * Number of passages per commit: the most that a kill loses, and the step of the progress. A
 * hundred passages keep a model busy with any batch size of its own.
 */
const batchSize = 128;

/**
 * Re-embeds a store, or continues an interrupted move. After an error, the progress is kept.
 *
 * @throws {MemoryError} `embedder_failed`, `missing_dependency`, `storage_limit_reached`,
 * `embedder_mismatch` if the store is being moved to yet another embedder, `busy`, `read_only`,
 * `disk_full`
 */
export async function reembed(embedder: Embedder, parts: ReembedParts): Promise<Reembedded> {
  const { store, limits, now, actor, signal, again } = parts;
  // Embedding no texts loads a model, so a missing one fails before any work.
  await embedder.embed([], { kind: "passage", ...(signal === undefined ? {} : { signal }) });
  const reembedding = await store.reembed(embedder, limits, again);
  if (reembedding === undefined) return { store, result: { embedder: embedder.id, passages: 0 } };
  const { done } = await reembedding.progress();
  for (let passages = 0; ; ) {
    passages += await embedWaiting(embedder, reembedding, parts);
    const moved = await reembedding.finish({ at: now().toISOString(), actor, limits });
    if (moved !== undefined)
      return { store: moved, result: { embedder: embedder.id, passages: done + passages } };
  }
}

/**
 * Embeds until no passage is left.
 *
 * @returns how many passages it embedded
 */
async function embedWaiting(
  embedder: Embedder,
  reembedding: Reembedding,
  { onProgress, signal }: ReembedParts,
): Promise<number> {
  onProgress?.(await reembedding.progress());
  for (let embedded = 0; ; ) {
    signal?.throwIfAborted();
    const waiting = await reembedding.next(batchSize);
    if (waiting.length === 0) return embedded;
    const vectors = await vectorsOf(waiting, embedder, signal);
    signal?.throwIfAborted();
    const progress = await reembedding.keep(vectors);
    onProgress?.(progress);
    embedded += waiting.length;
    // A synchronous embedder would block every other call of the process.
    await nextTurn();
  }
}

async function vectorsOf(
  waiting: readonly UnembeddedPassage[],
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<{ readonly passage: number; readonly vector: Float32Array }[]> {
  const options = { kind: "passage", ...(signal === undefined ? {} : { signal }) } as const;
  const vectors = await embedder.embed(waiting.map(passageText), options);
  return waiting.map(({ id }, index) => {
    const vector = vectors[index];
    if (
      vector?.length !== embedder.dimensions ||
      vectors.length !== waiting.length ||
      !vector.every(Number.isFinite)
    )
      throw wrongVectors(waiting.length, vectors, embedder);
    return { passage: id, vector };
  });
}

function wrongVectors(
  wanted: number,
  got: readonly Float32Array[],
  { id, dimensions }: Embedder,
): MemoryError<"embedder_failed"> {
  const lengths = [...new Set(got.map(({ length }) => length))].join(" and ");
  return new MemoryError(
    "embedder_failed",
    `Cannot re-embed: embedder ${id} must give ${wanted} vectors of ${dimensions} finite numbers, got ${got.length} of ${lengths || 0}`,
    {},
  );
}
