/**
 * The embedder of the store's vectors, and the one that it is moving to. Read anew in every
 * transaction, because another process may have changed it.
 */
import type { EmbedderName, StoreEmbedders } from "../../shared/embedders.js";
import type { MetaTable } from "../tables/meta-table.js";

/** A re-embedding in progress. Stored as JSON. */
export interface ReembeddingState {
  readonly embedder: EmbedderName;
  /** The highest passage that was processed: all passages up to it have their new vector. */
  readonly through: number;
  /** Number of passages up to `through`. */
  readonly done: number;
}

/** Returns the embedder of the vectors that searches use. */
export function currentEmbedder(meta: MetaTable): EmbedderName {
  return { id: meta.get("embedder_id") ?? "", dimensions: Number(meta.get("dimensions")) };
}

/** Sets the embedder of the vectors that searches use. */
export function setCurrentEmbedder(meta: MetaTable, { id, dimensions }: EmbedderName): void {
  meta.set("embedder_id", id);
  meta.set("dimensions", String(dimensions));
}

/** Returns the move in progress; `undefined` if there is none. */
export function reembeddingState(meta: MetaTable): ReembeddingState | undefined {
  const json = meta.get("reembedding");
  return json === undefined ? undefined : (JSON.parse(json) as ReembeddingState);
}

/** Sets the move in progress; `undefined` ends it. */
export function setReembeddingState(meta: MetaTable, state: ReembeddingState | undefined): void {
  if (state === undefined) meta.remove("reembedding");
  else meta.set("reembedding", JSON.stringify(state));
}

/** Returns the embedder of the vectors, and the one that the store is moving to. */
export function storeEmbedders(meta: MetaTable): StoreEmbedders {
  return { stored: currentEmbedder(meta), next: reembeddingState(meta)?.embedder };
}
