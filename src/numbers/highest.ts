/** Picking the highest of thousands of numbers in a few passes over them, where sorting them took longer than making them. */

const steps = 2048;

/** Places of numbers, each list ascending. */
export interface Highest {
  /** Of those that are surely among the highest. */
  readonly above: number[];
  /** Of those that lie in one step with the last of the highest: all that are left to be told apart. */
  readonly at: number[];
}

/**
 * The highest `count` of some numbers, and few more: what lies within one of 2,048 equal steps from the lowest to the highest is not told apart. What is no
 * number is left out.
 */
export function highestOf(numbers: Float64Array, count: number): Highest {
  const { lowest, highest } = rangeOf(numbers);
  const across = (steps - 1) / (highest - lowest);
  // All alike, or so nearly that no step is narrow enough: then all are left to be told apart.
  const perStep = Number.isFinite(across) ? across : 0;
  const counts = new Uint32Array(steps);
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place]!;
    if (number >= lowest) counts[Math.floor((number - lowest) * perStep)]! += 1;
  }
  const last = lastStep(counts, count);
  const [above, at]: [number[], number[]] = [[], []];
  for (let place = 0; place < numbers.length; place += 1) {
    const step = Math.floor((numbers[place]! - lowest) * perStep);
    if (step > last) above.push(place);
    else if (step === last) at.push(place);
  }
  return { above, at };
}

/** From the highest down, the step at which `count` are reached. */
function lastStep(counts: Uint32Array, count: number): number {
  let step = steps - 1;
  for (let within = counts[step]!; step > 0 && within < count; within += counts[step]!) step -= 1;
  return step;
}

function rangeOf(numbers: Float64Array): { readonly lowest: number; readonly highest: number } {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place]!;
    if (number < lowest) lowest = number;
    if (number > highest) highest = number;
  }
  return { lowest, highest };
}
