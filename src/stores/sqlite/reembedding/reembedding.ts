/**
 * Implements the port's `Reembedding`. Each step is one transaction, which first checks that this
 * move to another embedder is still in progress.
 */

import type { Limits } from "../../../accounts/meter.js";
import { reembeddedEntry } from "../../shared/audit-chain.js";
import { isMovingTo, isSameEmbedder } from "../../shared/embedders.js";
import { assertStorage } from "../../shared/limits.js";
import type { Reembedding, ReembeddingProgress, Store, UnembeddedPassage, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import type { AuditTable } from "../tables/audit-table.js";
import type { MetaTable } from "../tables/meta-table.js";
import type { PassageTable } from "../tables/passage-table.js";
import type { UsageTable } from "../tables/usage-table.js";
import type { NewVector, NextVectors } from "./next-vectors.js";
import {
  currentEmbedder,
  type ReembeddingState,
  reembeddingState,
  storeEmbedders,
} from "./store-embedder.js";

/** The tables that a move to another embedder uses. */
export interface ReembeddingTables {
  readonly audit: AuditTable;
  readonly meta: MetaTable;
  readonly next: NextVectors;
  readonly passages: PassageTable;
  readonly usage: UsageTable;
}

/** The parts that a move to another embedder uses. */
export interface ReembeddingParts {
  readonly connection: Connection;
  readonly tables: ReembeddingTables;
  readonly embedder: VectorSpace;
  /** Returns the store for callers that use the new embedder. */
  readonly storeAfter: () => Store;
}

/**
 * Begins a move to another embedder, or continues it. Call it inside a write transaction. @returns
 * false if there is nothing to do
 */
export function beginReembedding(
  { meta, next, usage }: ReembeddingTables,
  {
    embedder,
    limits,
    again,
  }: { readonly embedder: VectorSpace; readonly limits: Limits; readonly again: boolean },
): boolean {
  if (!again && isSameEmbedder(currentEmbedder(meta), embedder)) {
    next.drop();
    return false;
  }
  const used = usage.read().storageUsed;
  assertStorage("re-embed", limits, { used, needed: next.expectedGrowth(embedder) });
  next.begin(embedder);
  return true;
}

/** A move to another embedder. */
export class SqliteReembedding implements Reembedding {
  readonly #connection: Connection;
  readonly #tables: ReembeddingTables;
  readonly #embedder: VectorSpace;
  readonly #storeAfter: () => Store;

  constructor({ connection, tables, embedder, storeAfter }: ReembeddingParts) {
    this.#connection = connection;
    this.#tables = tables;
    this.#embedder = embedder;
    this.#storeAfter = storeAfter;
  }

  progress(): Promise<ReembeddingProgress> {
    return this.#connection.read("re-embed", () => this.#progressOf(this.#state()));
  }

  next(limit: number): Promise<UnembeddedPassage[]> {
    return this.#connection.read("re-embed", () => {
      const state = this.#state();
      return state === undefined ? [] : this.#tables.passages.after(state.through, limit);
    });
  }

  keep(vectors: readonly NewVector[]): Promise<ReembeddingProgress> {
    return this.#connection.write("re-embed", () => {
      const state = this.#state();
      return this.#progressOf(state && this.#tables.next.keep(vectors, this.#embedder));
    });
  }

  async finish(by: Parameters<Reembedding["finish"]>[0]): Promise<Store | undefined> {
    const { passages, next, usage, meta, audit } = this.#tables;
    const isFinished = await this.#connection.write("re-embed", () => {
      const state = this.#state();
      if (state === undefined) return true;
      if (passages.after(state.through, 1).length > 0) return false;
      const storage = next.growth();
      assertStorage("re-embed", by.limits, { used: usage.read().storageUsed, needed: storage });
      const entry = reembeddedEntry(currentEmbedder(meta).id, this.#embedder.id);
      next.takeOver(this.#embedder);
      usage.add({ storage });
      audit.append(by, [entry]);
      return true;
    });
    return isFinished ? this.#storeAfter() : undefined;
  }

  /**
   * Returns the state of the move; `undefined` if another process has finished it. @throws
   * {MemoryError} `embedder_mismatch` if another move has replaced it
   */
  #state(): ReembeddingState | undefined {
    const { meta } = this.#tables;
    return isMovingTo(this.#embedder, storeEmbedders(meta)) ? reembeddingState(meta) : undefined;
  }

  #progressOf(state: ReembeddingState | undefined): ReembeddingProgress {
    const total = this.#tables.usage.passages();
    return { done: state?.done ?? total, total };
  }
}
