/** Whether the vectors of two embedders can be compared. */
import { MemoryError } from "../../contract/errors.js";
import type { VectorSpace } from "../store.js";

/** What identifies an embedder: two embedders with the same name produce comparable vectors. */
export type EmbedderName = Pick<VectorSpace, "id" | "dimensions">;

/** Returns true if both are the same embedder. */
export function isSameEmbedder(one: EmbedderName, other: EmbedderName): boolean {
  return one.id === other.id && one.dimensions === other.dimensions;
}

/** Returns the error for vectors that cannot be compared with the stored ones. */
export function embedderMismatch(
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
