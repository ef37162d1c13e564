/**
 * A move of a memory store to another embedder. Each passage has its former vector until all of
 * them have a new one.
 */
import type { Limits } from "../../accounts/meter.js";
import { reembeddedEntry } from "../shared/audit-chain.js";
import { isMovingTo, isSameEmbedder } from "../shared/embedders.js";
import { assertStorage } from "../shared/limits.js";
import type { Reembedding, Store, VectorSpace } from "../store.js";
import { audit, type Contents, embeddersOf, storageOf, vectorBytes } from "./contents.js";
import { textsOf } from "./reading.js";

/** Begins a move to another embedder, or continues it. @returns false if there is nothing to do */
export function beginMove(
  draft: Contents,
  { embedder, limits, again }: { embedder: VectorSpace; limits: Limits; again: boolean },
): boolean {
  if (!again && isSameEmbedder(draft.embedder, embedder)) {
    endMove(draft);
    return false;
  }
  const { passages, nextEmbedder } = draft;
  const needed = vectorBytes(embedder, passages) - vectorBytes(draft.embedder, passages);
  assertStorage("re-embed", limits, { used: storageOf(draft), needed });
  if (nextEmbedder === undefined || !isSameEmbedder(nextEmbedder, embedder)) endMove(draft);
  draft.nextEmbedder = embedder;
  return true;
}

function endMove(draft: Contents): void {
  draft.nextEmbedder = undefined;
  for (const passage of draft.passages) delete passage.nextVector;
}

/** The parts of its store that a move uses. */
interface MovingStore {
  readonly embedder: VectorSpace;
  readonly read: () => Contents;
  readonly write: <Result>(work: (draft: Contents) => Result) => Result;
  /** Returns the store for callers that use the new embedder. */
  readonly after: () => Store;
}

/** Returns a move of a memory store to another embedder. */
export function reembedding({ embedder, read, write, after }: MovingStore): Reembedding {
  /** Returns false if the move is finished. */
  const isMoving = (contents: Contents) => isMovingTo(embedder, embeddersOf(contents));
  const progress: Reembedding["progress"] = async () => {
    const { passages } = read();
    const done = passages.filter(({ nextVector }) => nextVector !== undefined).length;
    return { done: isMoving(read()) ? done : passages.length, total: passages.length };
  };
  return {
    progress,
    async next(limit) {
      if (!isMoving(read())) return [];
      return textsOf(read(), ({ nextVector }) => nextVector === undefined).slice(0, limit);
    },
    async keep(vectors) {
      const kept = new Map(vectors.map(({ passage, vector }) => [passage, vector]));
      write((draft) => {
        if (!isMoving(draft)) return;
        for (const passage of draft.passages) {
          const vector = kept.get(passage.number);
          if (vector !== undefined) passage.nextVector = vector;
        }
      });
      return progress();
    },
    async finish(by) {
      return write((draft) => !isMoving(draft) || finish(draft, embedder, by)) ? after() : undefined;
    },
  };
}

/** @returns false if there are new passages without a vector */
function finish(draft: Contents, embedder: VectorSpace, by: Parameters<Reembedding["finish"]>[0]): boolean {
  const { passages } = draft;
  const moved = passages.flatMap(({ nextVector }) =>
    nextVector === undefined ? [] : [{ vector: nextVector }],
  );
  if (moved.length < passages.length) return false;
  const needed = vectorBytes(embedder, moved) - vectorBytes(draft.embedder, passages);
  assertStorage("re-embed", by.limits, { used: storageOf(draft), needed });
  for (const [at, { vector }] of moved.entries()) passages[at]!.vector = vector;
  audit(draft, by, [reembeddedEntry(draft.embedder.id, embedder.id)]);
  draft.embedder = { id: embedder.id, dimensions: embedder.dimensions };
  endMove(draft);
  return true;
}
