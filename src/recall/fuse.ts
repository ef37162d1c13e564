/**
 * Fuse: from all that the store found, the few hundred passages that are worth reading. Words and vectors are added as scores, each relative to
 * the best of its kind, which beat adding ranks at every depth measured; a passage carries some of its neighbours' score, because short
 * messages are understood through the ones beside them.
 */
import type { Neighbour } from "../stores/store.js";
import type { WordHits } from "./word-hits.js";

export interface Signals {
  readonly words: readonly WordHits[];
  readonly nearest: readonly Neighbour[];
  /** Passages that compete for another reason: a rule, a time, an entity. */
  readonly others: readonly (readonly number[])[];
}

/** How much of its neighbour's score a passage carries, by distance in the conversation. */
const carried = [1, 0.5, 0.25];

/**
 * Numbers of the passages worth reading, best first: at most `limit`, and the neighbours of the best `withNeighbours` of them.
 */
export function fuse(signals: Signals, limit: number, withNeighbours: number): number[] {
  const own = ownScores(signals);
  const best = top(spread(own), limit);
  const chosen = new Set(best);
  for (const list of signals.others) for (const passage of list) chosen.add(passage);
  for (const passage of best.slice(0, withNeighbours))
    for (const step of [-2, -1, 1, 2]) if (passage + step > 0) chosen.add(passage + step);
  return [...chosen];
}

function ownScores({ words, nearest }: Signals): Map<number, number> {
  const scores = new Map<number, number>();
  for (const { worth, passages } of words)
    for (const passage of passages) scores.set(passage, (scores.get(passage) ?? 0) + worth);
  let best = 0;
  for (const score of scores.values()) if (score > best) best = score;
  for (const [passage, score] of scores) scores.set(passage, score / best);
  const closest = nearest[0]?.similarity ?? 0;
  if (closest > 0)
    for (const { passage, similarity } of nearest)
      scores.set(passage, (scores.get(passage) ?? 0) + Math.max(0, similarity / closest));
  return scores;
}

function spread(own: ReadonlyMap<number, number>): Map<number, number> {
  const scores = new Map<number, number>();
  for (const [passage, score] of own)
    for (let step = -2; step <= 2; step += 1) {
      const beside = passage + step;
      // A neighbour that nothing found by itself is added with the best ones only: see `withNeighbours`.
      if (own.has(beside)) scores.set(beside, (scores.get(beside) ?? 0) + score * carried[Math.abs(step)]!);
    }
  return scores;
}

function top(scores: ReadonlyMap<number, number>, limit: number): number[] {
  return [...scores]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, limit)
    .map(([passage]) => passage);
}
