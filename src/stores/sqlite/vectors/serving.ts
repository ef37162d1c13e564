/** Which embedder's vectors a store searches by, and which it is moving to. Asked anew in every transaction: another process may have moved it since. */
import { MemoryError } from "../../../contract/errors.js";
import type { VectorSpace } from "../../store.js";
import type { MetaTable } from "../tables/meta-table.js";

type Named = Pick<VectorSpace, "id" | "dimensions">;

/** A move to another embedder that is under way. */
export interface Move {
  readonly embedder: Named;
  /** The last passage that was looked at; all up to it have their new vector. */
  readonly through: number;
  /** How many passages those are. */
  readonly done: number;
}

/** Whose vectors serve. */
export function servingEmbedder(meta: MetaTable): Named {
  return { id: meta.get("embedder_id") ?? "", dimensions: Number(meta.get("dimensions")) };
}

export function setServing(meta: MetaTable, { id, dimensions }: Named): void {
  meta.set("embedder_id", id);
  meta.set("dimensions", String(dimensions));
}

export function moveUnderWay(meta: MetaTable): Move | undefined {
  const json = meta.get("reembedding");
  return json === undefined ? undefined : (JSON.parse(json) as Move);
}

export function setMove(meta: MetaTable, move: Move | undefined): void {
  if (move === undefined) meta.remove("reembedding");
  else meta.set("reembedding", JSON.stringify(move));
}

export function isSame(one: Named, other: Named): boolean {
  return one.id === other.id && one.dimensions === other.dimensions;
}

/**
 * Whether vectors of an embedder can be compared with those that serve. Those of the embedder that the store is moving to cannot yet: until then
 * words alone serve whoever uses it.
 *
 * @throws {MemoryError} `embedder_mismatch` where they are another's and no move to it was begun
 */
export function isServing(meta: MetaTable, given: Named, action: string): boolean {
  const stored = servingEmbedder(meta);
  if (isSame(stored, given)) return true;
  const move = moveUnderWay(meta);
  if (move !== undefined && isSame(move.embedder, given)) return false;
  throw new MemoryError(
    "embedder_mismatch",
    `Cannot ${action}: the store's vectors are of embedder ${named(stored)}, got ${named(given)}; ` +
      "use it with that embedder, or re-embed it with this one: memory.reembed(), or keepsake reembed",
    { data: { stored: stored.id, given: given.id } },
  );
}

function named({ id, dimensions }: Named): string {
  return `${id} of ${dimensions} dimensions`;
}
