/** A move of a memory store to another embedder. */

import type { Limits } from "../../accounts/meter.js";
import { reembeddedEntry } from "../shared/audit-chain.js";
import { isMovingTo, isSameEmbedder } from "../shared/embedders.js";
import { assertStorage } from "../shared/limits.js";
import type { Reembedding, Store, VectorSpace } from "../store.js";
import {
  audit,
  type Contents,
  type Draft,
  embeddersOf,
  type Move,
  storageOf,
  vectorBytes,
} from "./contents.js";
import { textsOf } from "./reading.js";

/** Begins a move, or continues it. @returns false if there is nothing to do */
export function beginMove(
  draft: Draft,
  { embedder, limits, again }: { embedder: VectorSpace; limits: Limits; again: boolean },
): boolean {
  if (!again && isSameEmbedder(draft.embedder, embedder)) {
    draft.move = undefined;
    return false;
  }
  const { passages } = draft;
  const needed = vectorBytes(embedder, passages) - vectorBytes(draft.embedder, passages);
  assertStorage("re-embed", limits, { used: storageOf(draft), needed });
  if (draft.move === undefined || !isSameEmbedder(draft.move.embedder, embedder))
    draft.move = { embedder, vectors: new Map(), through: 0 };
  return true;
}

/** What a move uses of its store. */
interface MovingStore {
  readonly embedder: VectorSpace;
  readonly read: () => Contents;
  readonly write: <Result>(work: (draft: Draft) => Result) => Result;
  /** Returns the store for callers that use the new embedder. */
  readonly after: () => Store;
}

/** Returns a move of a memory store to another embedder. */
export function reembedding({ embedder, read, write, after }: MovingStore): Reembedding {
  /** The move; `undefined` if it is finished. */
  const moveIn = (contents: Contents): Move | undefined =>
    isMovingTo(embedder, embeddersOf(contents)) ? contents.move : undefined;
  const throughIn = (contents: Contents) => moveIn(contents)?.through ?? Number.POSITIVE_INFINITY;
  const progress: Reembedding["progress"] = async () => {
    const [{ passages }, through] = [read(), throughIn(read())];
    return { done: passages.filter(({ number }) => number <= through).length, total: passages.length };
  };
  return {
    progress,
    async next(limit) {
      const through = throughIn(read());
      return textsOf(read(), ({ number }) => number > through).slice(0, limit);
    },
    async keep(vectors) {
      write((draft) => keep(draft, moveIn(draft), vectors));
      return progress();
    },
    async finish(by) {
      return write((draft) => finish(draft, moveIn(draft), by)) ? after() : undefined;
    },
  };
}

function keep(draft: Draft, move: Move | undefined, vectors: Parameters<Reembedding["keep"]>[0]): void {
  if (move === undefined) return;
  const numbers = new Set(draft.passages.map(({ number }) => number));
  const kept = new Map(move.vectors);
  for (const { passage, vector } of vectors) if (numbers.has(passage)) kept.set(passage, vector);
  const through = Math.max(move.through, ...vectors.map(({ passage }) => passage));
  draft.move = { ...move, vectors: kept, through };
}

/** @returns false if there are new passages without a vector */
function finish(draft: Draft, move: Move | undefined, by: Parameters<Reembedding["finish"]>[0]): boolean {
  if (move === undefined) return true;
  if (draft.passages.some(({ number }) => number > move.through)) return false;
  const none = new Float32Array(move.embedder.dimensions);
  const moved = draft.passages.map((one) => ({ ...one, vector: move.vectors.get(one.number) ?? none }));
  const needed = vectorBytes(move.embedder, moved) - vectorBytes(draft.embedder, draft.passages);
  assertStorage("re-embed", by.limits, { used: storageOf(draft), needed });
  audit(draft, by, [reembeddedEntry(draft.embedder.id, move.embedder.id)]);
  Object.assign(draft, { passages: moved, embedder: move.embedder, move: undefined });
  return true;
}
