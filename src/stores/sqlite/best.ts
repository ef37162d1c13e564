/** Picking the best of thousands of scores in a few passes over them, where sorting took longer than scoring. */

const steps = 2048;

/**
 * Places of the best scores, ascending: at least `count` of them where there are as many, and few more, since what lies within the last of 2,048 equal
 * steps from the highest to the lowest is not told apart. What is no number is left out.
 */
export function best(scores: Float64Array, count: number): number[] {
  const { lowest, highest } = rangeOf(scores);
  const perStep = highest > lowest ? (steps - 1) / (highest - lowest) : 0;
  const counts = new Uint32Array(steps);
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place]!;
    if (score >= lowest) counts[Math.floor((score - lowest) * perStep)]! += 1;
  }
  const last = lastStep(counts, count);
  const places: number[] = [];
  for (let place = 0; place < scores.length; place += 1)
    if (Math.floor((scores[place]! - lowest) * perStep) >= last) places.push(place);
  return places;
}

/** From the highest down, the step at which `count` are reached. */
function lastStep(counts: Uint32Array, count: number): number {
  let step = steps - 1;
  for (let within = counts[step]!; step > 0 && within < count; within += counts[step]!) step -= 1;
  return step;
}

function rangeOf(scores: Float64Array): { readonly lowest: number; readonly highest: number } {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place]!;
    if (score < lowest) lowest = score;
    if (score > highest) highest = score;
  }
  return { lowest, highest };
}
