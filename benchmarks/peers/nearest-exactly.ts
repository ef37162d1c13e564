/** The true nearest neighbours, with which every search is compared. */

/**
 * @param vectors Rows of `query.length`, one after the other.
 * @returns Row numbers of the `k` largest inner products, best first.
 */
export function nearestExactly(vectors: Float32Array, query: Float32Array, k: number): number[] {
  const dimensions = query.length;
  const ids = new Int32Array(k).fill(-1);
  const scores = new Float64Array(k).fill(Number.NEGATIVE_INFINITY);
  for (let row = 0, at = 0; at < vectors.length; row += 1, at += dimensions) {
    let score = 0;
    for (let index = 0; index < dimensions; index += 1) score += vectors[at + index]! * query[index]!;
    if (score <= scores[k - 1]!) continue;
    let place = k - 1;
    for (; place > 0 && scores[place - 1]! < score; place -= 1) {
      scores[place] = scores[place - 1]!;
      ids[place] = ids[place - 1]!;
    }
    scores[place] = score;
    ids[place] = row;
  }
  return Array.from(ids).filter((id) => id >= 0);
}
