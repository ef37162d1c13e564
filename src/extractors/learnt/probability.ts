/** Logits made into probabilities with sums and products only: `Math.exp` may differ in its last bit from one engine to another. */

const log2e = Math.LOG2E;
const ln2 = Math.LN2;
/** Of e^r for |r| up to ln 2 / 2: Taylor's series, its error under 1e-12. */
const terms = 11;

/** e^x, for x from -80 to 80; what lies beyond is taken for the bound. */
export function exponential(x: number): number {
  const bounded = Math.min(80, Math.max(-80, x));
  const power = Math.round(bounded * log2e);
  const rest = bounded - power * ln2;
  let sum = 1;
  for (let term = terms; term > 0; term--) sum = 1 + (sum * rest) / term;
  const factor = power < 0 ? 0.5 : 2;
  for (let times = Math.abs(power); times > 0; times--) sum *= factor;
  return sum;
}

/** Probability of a single logit. */
export function logistic(logit: number): number {
  return 1 / (1 + exponential(-logit));
}

/** Probabilities that sum to 1. */
export function softmax(logits: ArrayLike<number>): number[] {
  const values = Array.from(logits);
  const highest = Math.max(...values);
  const powers = values.map((logit) => exponential(logit - highest));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}

/** Place of the highest of `values` from `from` up to `to`, exclusive; the first where several are. */
export function highestAt(values: ArrayLike<number>, from = 0, to = values.length): number {
  let best = from;
  for (let at = from + 1; at < to; at++) if (values[at]! > values[best]!) best = at;
  return best;
}
