/**
 * Tally: adds up scores of passages over ascending lists, and picks the best. Pure. A Map and a sort of all that was found took half of a recall where words
 * stand in thousands of passages; merging typed arrays and sorting the few that can win takes a tenth of that.
 */

/** Passages and how strongly they were found, best first. */
export type Scored = readonly (readonly [passage: number, score: number])[];

/** Passages, ascending, each with its score. */
export interface Tally {
  readonly passages: Float64Array;
  readonly scores: Float64Array;
}

export const emptyTally: Tally = { passages: new Float64Array(0), scores: new Float64Array(0) };

/** A tally with a list's passages added, each for `score`. `passages` must ascend. */
export function withList(tally: Tally, passages: readonly number[], score: number): Tally {
  return merged(tally, { passages, scores: { at: () => score } });
}

/** A tally with passages of their own scores added. `passages` must ascend. */
export function withScores(tally: Tally, passages: readonly number[], scores: readonly number[]): Tally {
  return merged(tally, { passages, scores: { at: (index) => scores[index]! } });
}

/** Every score times a factor. */
export function scaled({ passages, scores }: Tally, factor: number): Tally {
  return { passages, scores: scores.map((score) => score * factor) };
}

/** The highest score; 0 where there is none. */
export function highest({ scores }: Tally): number {
  let most = 0;
  for (const score of scores) if (score > most) most = score;
  return most;
}

/** The best so many, best first, the lower number first where scores are the same. */
export function bestOf(tally: Tally, limit: number): Scored {
  const least = leastOfBest(tally, limit);
  const found: (readonly [number, number])[] = [];
  for (let at = 0; at < tally.passages.length; at += 1)
    if (tally.scores[at]! >= least) found.push([tally.passages[at]!, tally.scores[at]!]);
  return found.sort((one, other) => other[1] - one[1] || one[0] - other[0]).slice(0, limit);
}

interface Addition {
  readonly passages: readonly number[];
  readonly scores: { readonly at: (index: number) => number };
}

function merged(tally: Tally, { passages, scores }: Addition): Tally {
  const length = tally.passages.length + passages.length;
  const into = { passages: new Float64Array(length), scores: new Float64Array(length) };
  let [size, left, right] = [0, 0, 0];
  while (left < tally.passages.length || right < passages.length) {
    const own = tally.passages[left] ?? Number.POSITIVE_INFINITY;
    const other = passages[right] ?? Number.POSITIVE_INFINITY;
    into.passages[size] = Math.min(own, other);
    into.scores[size] = (own <= other ? tally.scores[left]! : 0) + (other <= own ? scores.at(right) : 0);
    if (own <= other) left += 1;
    if (other <= own) right += 1;
    size += 1;
  }
  return { passages: into.passages.subarray(0, size), scores: into.scores.subarray(0, size) };
}

const steps = 1024;

/** A score that at least `count` reach and few more: the lower end of a 1,024th of the highest. */
function leastOfBest(tally: Tally, count: number): number {
  const most = highest(tally);
  if (tally.scores.length <= count || most <= 0) return Number.NEGATIVE_INFINITY;
  const histogram = new Uint32Array(steps + 1);
  for (const score of tally.scores) histogram[Math.max(0, Math.floor((score / most) * steps))]! += 1;
  let within = 0;
  for (let step = steps; step > 0; step -= 1) {
    within += histogram[step]!;
    if (within >= count) return (step / steps) * most * (1 - Number.EPSILON * 4);
  }
  return Number.NEGATIVE_INFINITY;
}
