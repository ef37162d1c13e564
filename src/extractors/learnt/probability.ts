/**
 * Converts logits to probabilities with sums and products only, because the last bit of `Math.exp`
 * may differ between engines.
 */

const log2e = Math.LOG2E;
const ln2 = Math.LN2;
/**
 * 1 / n! for n from 11 down to 0: Taylor's series of e^r, whose error for |r| up to ln 2 / 2 is
 * under 1e-12.
 */
const series = Float64Array.of(
  ...[39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2, 1, 1].map((factorial) => 1 / factorial),
);
/** 2^n for n from -116, a wider range than e^80 and e^-80 need. Products with them are exact. */
const lowestPower = -116;
const powersOfTwo = Float64Array.from({ length: 2 * -lowestPower + 1 }, (_, at) => 2 ** (at + lowestPower));

/** e^x; x is limited to the range from -80 to 80. */
export function exponential(x: number): number {
  const bounded = Math.min(80, Math.max(-80, x));
  const power = Math.round(bounded * log2e);
  const rest = bounded - power * ln2;
  let sum = 0;
  for (let at = 0; at < series.length; at++) sum = sum * rest + series[at]!;
  return sum * powersOfTwo[power - lowestPower]!;
}

/** Probability of a single logit. */
export function logistic(logit: number): number {
  return 1 / (1 + exponential(-logit));
}

/** Probabilities that sum to 1. */
export function softmax(logits: ArrayLike<number>): Float64Array {
  const { powers, sum } = exponentials(logits);
  for (let at = 0; at < powers.length; at++) powers[at] = powers[at]! / sum;
  return powers;
}

/** One of the probabilities of {@link softmax}. */
export function probabilityAt(logits: ArrayLike<number>, at: number): number {
  const { powers, sum } = exponentials(logits);
  return powers[at]! / sum;
}

/** e to the power of each logit less the highest, and the sum of them. */
function exponentials(logits: ArrayLike<number>): { powers: Float64Array; sum: number } {
  const highest = logits[highestAt(logits)]!;
  const powers = new Float64Array(logits.length);
  let sum = 0;
  for (let at = 0; at < powers.length; at++) {
    powers[at] = exponential(logits[at]! - highest);
    sum += powers[at]!;
  }
  return { powers, sum };
}

/**
 * Index of the highest of `values` from `from` to `to`, exclusive; the first of several.
 */
export function highestAt(values: ArrayLike<number>, from = 0, to = values.length): number {
  let best = from;
  for (let at = from + 1; at < to; at++) if (values[at]! > values[best]!) best = at;
  return best;
}
