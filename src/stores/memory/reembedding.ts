/** A move of a memory store to another embedder. */
import type { Limits } from "../../accounts/meter.js";
import { MemoryError } from "../../contract/errors.js";
import { type EmbedderName, embedderMismatch, isSameEmbedder } from "../shared/embedders.js";
import type { Reembedding, ReembeddingProgress, Store, UnembeddedPassage } from "../store.js";
import { audit, type Contents, type Draft, type Move, storageOf, vectorBytes } from "./contents.js";
import { textsOf } from "./reading.js";

/** Begins a move, or continues it. @returns false if there is nothing to do */
export function beginMove(
  draft: Draft,
  { embedder, limits, again }: { embedder: EmbedderName; limits: Limits; again: boolean },
): boolean {
  if (!again && isSameEmbedder(draft.embedder, embedder)) {
    draft.move = undefined;
    return false;
  }
  const { passages } = draft;
  assertFits(draft, limits, vectorBytes(embedder, passages) - vectorBytes(draft.embedder, passages));
  if (draft.move === undefined || !isSameEmbedder(draft.move.embedder, embedder))
    draft.move = { embedder, vectors: new Map(), through: 0 };
  return true;
}

/** What a move uses of its store. */
interface MovingStore {
  readonly embedder: EmbedderName;
  readonly read: () => Contents;
  readonly write: <Result>(work: (draft: Draft) => Result) => Result;
  /** Returns the store for callers that use the new embedder. */
  readonly after: () => Store;
}

/** A move of a memory store to another embedder. */
export class MemoryReembedding implements Reembedding {
  readonly #store: MovingStore;

  constructor(store: MovingStore) {
    this.#store = store;
  }

  async progress(): Promise<ReembeddingProgress> {
    const contents = this.#store.read();
    const { through } = this.#moveIn(contents) ?? { through: Number.POSITIVE_INFINITY };
    const done = contents.passages.filter(({ number }) => number <= through).length;
    return { done, total: contents.passages.length };
  }

  async next(limit: number): Promise<UnembeddedPassage[]> {
    const contents = this.#store.read();
    const { through } = this.#moveIn(contents) ?? { through: Number.POSITIVE_INFINITY };
    return textsOf(contents, ({ number }) => number > through).slice(0, limit);
  }

  async keep(vectors: readonly { readonly passage: number; readonly vector: Float32Array }[]) {
    this.#store.write((draft) => {
      const move = this.#moveIn(draft);
      if (move === undefined) return;
      const isThere = (number: number) => draft.passages.some((one) => one.number === number);
      const added = vectors.filter(({ passage }) => isThere(passage));
      draft.move = {
        ...move,
        vectors: new Map([
          ...move.vectors,
          ...added.map(({ passage, vector }) => [passage, vector] as const),
        ]),
        through: Math.max(move.through, ...vectors.map(({ passage }) => passage)),
      };
    });
    return this.progress();
  }

  async finish(by: Parameters<Reembedding["finish"]>[0]): Promise<Store | undefined> {
    const isFinished = this.#store.write((draft) => {
      const move = this.#moveIn(draft);
      if (move === undefined) return true;
      if (draft.passages.some(({ number }) => number > move.through)) return false;
      const none = new Float32Array(move.embedder.dimensions);
      const moved = draft.passages.map((one) => ({ ...one, vector: move.vectors.get(one.number) ?? none }));
      const growth = vectorBytes(move.embedder, moved) - vectorBytes(draft.embedder, draft.passages);
      assertFits(draft, by.limits, growth);
      const reason = `from ${draft.embedder.id} to ${move.embedder.id}`;
      audit(draft, by, [{ operation: "REEMBED", recordId: null, recordType: null, reason, scope: 0 }]);
      Object.assign(draft, { passages: moved, embedder: move.embedder, move: undefined });
      return true;
    });
    return isFinished ? this.#store.after() : undefined;
  }

  /** Returns the move; `undefined` if it is finished. @throws {MemoryError} `embedder_mismatch` */
  #moveIn({ move, embedder }: Contents): Move | undefined {
    const own = this.#store.embedder;
    if (move !== undefined && isSameEmbedder(move.embedder, own)) return move;
    if (move === undefined && isSameEmbedder(embedder, own)) return undefined;
    throw embedderMismatch(move?.embedder ?? embedder, own, "re-embed");
  }
}

function assertFits(contents: Contents, { storageBytes }: Limits, growth: number): void {
  const used = storageOf(contents);
  if (growth <= 0 || used + growth <= storageBytes) return;
  throw new MemoryError(
    "storage_limit_reached",
    `Cannot re-embed: storage must stay within ${storageBytes} bytes, ${used} are used, and the new vectors take ${growth} more`,
    { data: { storage_used: used, storage_limit: storageBytes, needed: growth } },
  );
}
