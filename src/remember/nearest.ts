/**
 * Finds stored records similar to new passages: for extractors that want them, and for the
 * payload's context.
 */
import type { MemoryRecord } from "../contract/record.js";
import type { Embedder } from "../embedders/embedder.js";
import type { BriefRecord, Snapshot, Store } from "../stores/store.js";
import type { Passage } from "../text/passage.js";
import { passageText } from "../text/words.js";

/** The parts that the searches need. */
export interface NearestParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Number of passages of a call for which similar records are searched, for the payload's context.
 */
const contextPassages = 4;
/**
 * Neighbours of a passage for the payload's context: how many are listed, how many are searched,
 * and their least cosine. With the bundled table, unrelated sentences are below it.
 */
const contextNeighbours = { shown: 3, near: 4, minSimilarity: 0.5 };
/**
 * Number of neighbours of a passage for an extractor: enough to include what a sentence changes,
 * few enough for a prompt.
 */
const shownNeighbours = 6;

/** The vector of each passage. */
export async function embedPassages(
  passages: readonly Passage[],
  { embedder, signal }: NearestParts,
): Promise<Map<Passage, Float32Array>> {
  const options = { kind: "passage", ...(signal === undefined ? {} : { signal }) } as const;
  const vectors = await embedder.embed(passages.map(passageText), options);
  return new Map(
    passages.map((passage, index) => [passage, vectors[index] ?? new Float32Array(embedder.dimensions)]),
  );
}

/** For each vector, the current records of the passages nearest to it, best first. */
export async function nearestRecords(
  vectors: readonly Float32Array[],
  { store, now, signal }: NearestParts,
): Promise<MemoryRecord[][]> {
  const scope = { now: now().toISOString() };
  const found: MemoryRecord[][] = [];
  for (const vector of vectors) {
    signal?.throwIfAborted();
    const passages = await store.snapshot(async (snapshot) => {
      const [near] = await snapshot.search([{ by: "vector", vector, limit: shownNeighbours, scope }]);
      const numbers = near.map(({ passage }) => passage);
      const [read] = await snapshot.read([{ of: "passages", numbers, scope }]);
      return read;
    });
    found.push(passages.flatMap(({ records }) => records));
  }
  return found;
}

/**
 * Stored records similar to the new passages, for the payload's `query`. They affect no decision,
 * so a search of recent passages is enough.
 */
export async function priorRecords(
  vectors: readonly Float32Array[],
  snapshot: Snapshot,
  now: Date,
): Promise<BriefRecord[]> {
  const { shown, near, minSimilarity } = contextNeighbours;
  const scope = { now: now.toISOString() };
  const asked = vectors
    .slice(0, contextPassages)
    .map((vector) => ({ by: "vector", vector, limit: near, scope, recent: true }) as const);
  const found = (await snapshot.search(asked)).map((neighbours) =>
    neighbours.filter(({ similarity }) => similarity >= minSimilarity).map(({ passage }) => passage),
  );
  const numbers = [...new Set(found.flat())];
  const [passages] = await snapshot.read([{ of: "passages", numbers, scope }]);
  const read = new Map(passages.map(({ id, records }) => [id, records]));
  const current = found.flatMap((each) => each.filter((id) => read.has(id)).slice(0, shown));
  return [...new Set(current)].flatMap((id) => read.get(id)!.map(inBrief));
}

function inBrief({ id, type, text }: MemoryRecord): BriefRecord {
  return { id, type, text };
}
