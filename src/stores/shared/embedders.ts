/** Whether the vectors of two embedders can be compared, and moves from one to another. Pure. */
import { MemoryError } from "../../contract/errors.js";
import type { VectorSpace } from "../store.js";

/** What identifies an embedder: two embedders with the same name produce comparable vectors. */
export type EmbedderName = Pick<VectorSpace, "id" | "dimensions">;

/** Returns true if both are the same embedder. */
export function isSameEmbedder(one: EmbedderName, other: EmbedderName): boolean {
  return one.id === other.id && one.dimensions === other.dimensions;
}

/** The embedder of a store's vectors, and the one that it is moving to. */
export interface StoreEmbedders {
  readonly stored: EmbedderName;
  readonly next: EmbedderName | undefined;
}

/**
 * Returns true if vectors of an embedder can be compared with the stored ones; false if the store
 * is still moving to that embedder, during which its callers search by words alone.
 *
 * @throws {MemoryError} `embedder_mismatch` in all other cases
 */
export function acceptsVectors(
  { stored, next }: StoreEmbedders,
  given: EmbedderName,
  action: string,
): boolean {
  if (isSameEmbedder(stored, given)) return true;
  if (next !== undefined && isSameEmbedder(next, given)) return false;
  throw embedderMismatch(stored, given, action);
}

/**
 * Returns true while a store moves to an embedder; false once it has moved.
 *
 * @throws {MemoryError} `embedder_mismatch` if a move to another embedder has replaced this one
 */
export function isMovingTo(given: EmbedderName, { stored, next }: StoreEmbedders): boolean {
  if (next !== undefined && isSameEmbedder(next, given)) return true;
  if (next === undefined && isSameEmbedder(stored, given)) return false;
  const present = next ?? stored;
  throw new MemoryError(
    "embedder_mismatch",
    `Cannot re-embed: the store must still be moving to embedder ${given.id}, and another call has chosen ${present.id} since`,
    { data: { stored: present.id, given: given.id } },
  );
}

/** Returns the error for vectors that cannot be compared with the stored ones. */
function embedderMismatch(
  stored: EmbedderName,
  given: EmbedderName,
  action: string,
): MemoryError<"embedder_mismatch"> {
  return new MemoryError(
    "embedder_mismatch",
    `Cannot ${action}: the store's vectors are of embedder ${describe(stored)}, got ${describe(given)}; ` +
      "use it with that embedder, or re-embed it with this one: memory.reembed(), or keepsake reembed",
    { data: { stored: stored.id, given: given.id } },
  );
}

function describe({ id, dimensions }: EmbedderName): string {
  return `${id} of ${dimensions} dimensions`;
}
