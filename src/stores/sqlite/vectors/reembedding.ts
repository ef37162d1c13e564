/** The port's `Reembedding` on this store: each step is one transaction that first asks whether the move is still ours. */
import type { Limits } from "../../../accounts/meter.js";
import { MemoryError } from "../../../contract/errors.js";
import type { Reembedding, ReembeddingProgress, Store, Unembedded, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import type { Tables } from "../tables/tables.js";
import { limitPassed } from "../writes/save.js";
import type { NewVector } from "./next-vectors.js";
import { isSame, type Move, moveUnderWay, servingEmbedder } from "./serving.js";

export interface ReembeddingParts {
  readonly connection: Connection;
  readonly tables: Tables;
  readonly embedder: VectorSpace;
  /** The store as who embeds with the new embedder uses it. */
  readonly moved: () => Store;
}

/** Begins, or goes on. Runs inside a write transaction. @returns whether there is anything to do */
export function beginMove(
  { meta, next, usage }: Tables,
  {
    embedder,
    limits,
    again,
  }: { readonly embedder: VectorSpace; readonly limits: Limits; readonly again: boolean },
): boolean {
  if (!again && isSame(servingEmbedder(meta), embedder)) {
    next.drop();
    return false;
  }
  mustFit(usage.read().storageUsed, limits, next.expectedGrowth(embedder));
  next.begin(embedder);
  return true;
}

export class SqliteReembedding implements Reembedding {
  readonly #connection: Connection;
  readonly #tables: Tables;
  readonly #embedder: VectorSpace;
  readonly #moved: () => Store;

  constructor({ connection, tables, embedder, moved }: ReembeddingParts) {
    this.#connection = connection;
    this.#tables = tables;
    this.#embedder = embedder;
    this.#moved = moved;
  }

  progress(): Promise<ReembeddingProgress> {
    return this.#connection.read("re-embed", () => this.#progressOf(this.#ours()));
  }

  next(limit: number): Promise<Unembedded[]> {
    return this.#connection.read("re-embed", () => {
      const move = this.#ours();
      return move === undefined ? [] : this.#tables.passages.after(move.through, limit);
    });
  }

  keep(vectors: readonly NewVector[]): Promise<ReembeddingProgress> {
    return this.#connection.write("re-embed", () => {
      const move = this.#ours();
      return this.#progressOf(move && this.#tables.next.keep(vectors, this.#embedder));
    });
  }

  async finish(by: Parameters<Reembedding["finish"]>[0]): Promise<Store | undefined> {
    const { passages, next, usage, meta, audit } = this.#tables;
    const isMoved = await this.#connection.write("re-embed", () => {
      const move = this.#ours();
      if (move === undefined) return true;
      if (passages.after(move.through, 1).length > 0) return false;
      const storage = next.growth();
      mustFit(usage.read().storageUsed, by.limits, storage);
      const reason = `from ${servingEmbedder(meta).id} to ${this.#embedder.id}`;
      next.takeOver(this.#embedder);
      usage.add({ storage });
      audit.append(by, [{ operation: "REEMBED", recordId: null, recordType: null, reason }]);
      return true;
    });
    return isMoved ? this.#moved() : undefined;
  }

  /** The move; `undefined` where another process has finished it. @throws {MemoryError} `embedder_mismatch` where it was given up for another */
  #ours(): Move | undefined {
    const { meta } = this.#tables;
    const move = moveUnderWay(meta);
    if (move !== undefined && isSame(move.embedder, this.#embedder)) return move;
    const serving = servingEmbedder(meta);
    if (isSame(serving, this.#embedder)) return undefined;
    const present = move?.embedder ?? serving;
    throw new MemoryError(
      "embedder_mismatch",
      `Cannot re-embed: the store must still be moving to embedder ${this.#embedder.id}, and somebody has chosen ${present.id} since`,
      { data: { stored: present.id, given: this.#embedder.id } },
    );
  }

  #progressOf(move: Move | undefined): ReembeddingProgress {
    const total = this.#tables.usage.passages();
    return { done: move?.done ?? total, total };
  }
}

function mustFit(storageUsed: number, limits: Limits, growth: number): void {
  const usage = { requests: 0, tokens: 0, spendMicros: 0, storageUsed };
  if (limitPassed(usage, limits, { storage: growth, spendMicros: 0 }) === undefined) return;
  throw new MemoryError(
    "storage_limit_reached",
    `Cannot re-embed: storage must stay within ${limits.storageBytes} bytes, ${storageUsed} are used, and the new vectors take ${growth} more`,
    { data: { storage_used: storageUsed, storage_limit: limits.storageBytes } },
  );
}
