/**
 * The embedder of a store, as the last call of this process saw it. A call that uses vectors begins
 * with a check of the embedder. If this one fits, the check needs no round trip: a change by
 * another process is found by the search or the save, which checks the row that it reads.
 */
import { isSameEmbedder } from "../../shared/embedders.js";
import type { VectorSpace } from "../../store.js";
import { embedderOf, type StoreRow } from "../database/store-row.js";

/** The embedder of one store. */
export class SeenEmbedders {
  #row: StoreRow | undefined;

  /** Remembers the embedder, unless the store is moving to another one. */
  see(row: StoreRow): void {
    this.#row = row.move === null ? row : undefined;
  }

  /** Returns true if this was the embedder of the store when it was last seen. */
  fits(embedder: VectorSpace): boolean {
    return this.#row !== undefined && isSameEmbedder(embedderOf(this.#row), embedder);
  }

  clear(): void {
    this.#row = undefined;
  }
}
