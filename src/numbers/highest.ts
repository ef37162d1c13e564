/**
 * Selects the highest of thousands of numbers in a few passes, which is faster than sorting them.
 */

const steps = 2048;

/** Indices into the numbers, each list ascending. */
export interface Highest {
  /** Indices of numbers that are certainly among the highest. */
  readonly above: number[];
  /**
   * Indices of numbers in the same step as the last of the highest: the caller must compare these.
   */
  readonly at: number[];
}

/**
 * The indices of the highest `count` numbers, and a few more. The range from the lowest to the
 * highest is divided into 2,048 equal steps; numbers in the same step are not compared. NaN is
 * ignored.
 */
export function highestOf(numbers: Float64Array, count: number): Highest {
  const { lowest, highest } = rangeOf(numbers);
  const across = (steps - 1) / (highest - lowest);
  // All numbers are equal, or too close to divide into steps. Then the caller compares them all.
  const perStep = Number.isFinite(across) ? across : 0;
  const counts = new Uint32Array(steps);
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index]!;
    if (number >= lowest) counts[Math.floor((number - lowest) * perStep)]! += 1;
  }
  const last = lastStep(counts, count);
  const [above, at]: [number[], number[]] = [[], []];
  for (let index = 0; index < numbers.length; index += 1) {
    const step = Math.floor((numbers[index]! - lowest) * perStep);
    if (step > last) above.push(index);
    else if (step === last) at.push(index);
  }
  return { above, at };
}

/** The step at which `count` numbers are reached, counted from the highest down. */
function lastStep(counts: Uint32Array, count: number): number {
  let step = steps - 1;
  for (let within = counts[step]!; step > 0 && within < count; within += counts[step]!) step -= 1;
  return step;
}

function rangeOf(numbers: Float64Array): { readonly lowest: number; readonly highest: number } {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index]!;
    if (number < lowest) lowest = number;
    if (number > highest) highest = number;
  }
  return { lowest, highest };
}
