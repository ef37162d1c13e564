/**
 * A listwise linear ranker: the probability that a passage is evidence is the softmax of its score
 * over the pool, and training maximises the likelihood of the evidence. A turn or session of many
 * passages counts as found if one of them is. Each weight starts from a prior and is regularised
 * towards it, and no weight may change to the wrong sign if its direction is known: so training on
 * some kinds of text does little harm on others. Full-batch Adam (Kingma and Ba, 2015) without
 * randomness, so the same data gives the same weights.
 */
import type { Example } from "./examples.js";
import { sampled } from "./sample.js";
import { signalNames, signals } from "./signals.js";

/** Options of {@link fitRanking}. */
export interface FitOptions {
  /** Strength of the regularisation of standardised weights towards their initial values. */
  readonly pull: number;
  readonly steps: number;
  /** Most questions of each corpus that are used for training. */
  readonly sample: number;
  /** Signals that are left out. */
  readonly without?: ReadonlySet<string>;
}

/** Weights of the signals, not standardised, in the order of `signalNames`. */
export type LinearModel = Float64Array;

const rate = 0.08;
/**
 * Least standard deviation that a signal is standardised with. A signal that few examples have, such
 * as those of messages that continue a conversation, has a low deviation. Divided by it, a small
 * standardised change would be a large change of the weight, which the regularisation hardly
 * opposes: trained without RealMem, the weight of `recent` fell from 3 to 2.1. Recall at 10 of the
 * corpus that was left out, RealMem / LifeBench / FactConsolidation / own talk: 73.3 / 40.0 / 80.4 /
 * 82.5 without a least deviation, 74.4 / 41.1 / 80.1 / 82.3 with 0.2; 0.1 and 0.3 differed from
 * 0.2 by at most 0.5.
 */
const leastDeviation = 0.2;
const decay = { first: 0.9, second: 0.999 };

interface Prepared {
  /** Standardised values, row by row. */
  readonly values: Float32Array;
  readonly count: number;
  /** Rows of the passages of each evidence unit. */
  readonly gold: readonly (readonly number[])[];
  readonly isGold: Uint8Array;
  readonly weight: number;
}

/** Fits a model to the examples with evidence in their pools. */
export function fitRanking(all: readonly Example[], options: FitOptions): LinearModel {
  const examples = drawn(all, options.sample);
  const { mean, deviation } = moments(examples);
  const isUsed = signalNames.map((name) => options.without?.has(name) !== true);
  const scale = deviation.map((value, column) =>
    value < 1e-6 || !isUsed[column] ? 0 : 1 / Math.max(value, leastDeviation),
  );
  const start = startModel(options.without);
  const standardised = start.map((weight, column) => (scale[column] === 0 ? 0 : weight / scale[column]!));
  const prepared = weighted(examples).flatMap(([example, weight]) =>
    prepare(example, { mean, scale, weight }),
  );
  const weights = descend(prepared, standardised, options);
  // Weights of signals that are constant in all examples keep their initial value.
  return weights.map((weight, column) => (scale[column] === 0 ? start[column]! : weight * scale[column]!));
}

/** Returns the initial weights. */
export function startModel(without?: ReadonlySet<string>): LinearModel {
  return Float64Array.from(signalNames, (name) => (without?.has(name) ? 0 : signals[name]!.start));
}

/** Returns the score of every passage of an example, with all signals or without some. */
export function scoresOf(
  { rows }: Example,
  model: LinearModel,
  without: readonly string[] = [],
): Float64Array {
  const weights = model.map((weight, column) => (without.includes(signalNames[column]!) ? 0 : weight));
  return Float64Array.from(rows, (row) =>
    row.reduce((sum, value, column) => sum + value * weights[column]!, 0),
  );
}

function moments(examples: readonly Example[]): { mean: number[]; deviation: number[] } {
  const sums = new Float64Array(signalNames.length);
  const squares = new Float64Array(signalNames.length);
  let count = 0;
  for (const { rows } of examples)
    for (const row of rows) {
      count += 1;
      for (let column = 0; column < row.length; column += 1) {
        sums[column]! += row[column]!;
        squares[column]! += row[column]! ** 2;
      }
    }
  const mean = Array.from(sums, (sum) => sum / count);
  const deviation = mean.map((one, column) => Math.sqrt(Math.max(0, squares[column]! / count - one ** 2)));
  return { mean, deviation };
}

/** Selects questions whose pools contain evidence, a number of each corpus. */
function drawn(examples: readonly Example[], sample: number): Example[] {
  const useful = examples.filter(({ evidence, units }) => evidence.some((unit) => units.includes(unit)));
  const corpora = [...new Set(useful.map(({ corpus }) => corpus))];
  return corpora.flatMap((name) => [
    ...sampled(
      useful.filter(({ corpus }) => corpus === name),
      sample,
    ),
  ]);
}

/** Weights the examples so that every corpus counts the same, whatever its number of questions. */
function weighted(examples: readonly Example[]): [Example, number][] {
  const counts = new Map<string, number>();
  for (const { corpus } of examples) counts.set(corpus, (counts.get(corpus) ?? 0) + 1);
  return examples.map((example) => [example, 1 / (counts.get(example.corpus)! * counts.size)]);
}

interface Scaling {
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly weight: number;
}

function prepare({ rows, units, evidence }: Example, { mean, scale, weight }: Scaling): Prepared[] {
  const gold = evidence
    .map((unit) => units.flatMap((one, row) => (one === unit ? [row] : [])))
    .filter((found) => found.length > 0);
  if (gold.length === 0) return [];
  const isGold = new Uint8Array(rows.length);
  for (const row of gold.flat()) isGold[row] = 1;
  const columns = mean.length;
  const values = new Float32Array(rows.length * columns);
  for (const [at, row] of rows.entries())
    for (let column = 0; column < columns; column += 1)
      values[at * columns + column] = (row[column]! - mean[column]!) * scale[column]!;
  return [{ values, count: rows.length, gold, isGold, weight }];
}

function descend(
  prepared: readonly Prepared[],
  start: Float64Array,
  { pull, steps }: FitOptions,
): Float64Array {
  const weights = start.slice();
  const first = new Float64Array(start.length);
  const second = new Float64Array(start.length);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = weights.map((weight, column) => pull * (weight - start[column]!));
    for (const one of prepared) addGradient(one, weights, gradient);
    for (const [column, slope] of gradient.entries()) {
      first[column] = decay.first * first[column]! + (1 - decay.first) * slope;
      second[column] = decay.second * second[column]! + (1 - decay.second) * slope ** 2;
      const direction = first[column]! / (1 - decay.first ** step);
      const size = Math.sqrt(second[column]! / (1 - decay.second ** step)) + 1e-8;
      weights[column] = directed(weights[column]! - (rate * direction) / size, column);
    }
  }
  return weights;
}

/** A weight against its known direction becomes 0. */
function directed(weight: number, column: number): number {
  const { direction } = signals[signalNames[column]!]!;
  return direction * weight < 0 ? 0 : weight;
}

/**
 * Adds the gradient of -log(share of an evidence unit among itself and everything that is not
 * evidence), the mean over evidence units.
 */
function addGradient(one: Prepared, weights: Float64Array, gradient: Float64Array): void {
  const columns = weights.length;
  const masses = softmaxMasses(one, weights);
  let others = 0;
  for (let row = 0; row < one.count; row += 1) if (one.isGold[row] === 0) others += masses[row]!;
  const share = one.weight / one.gold.length;
  const slopes = new Float64Array(one.count);
  let spread = 0;
  for (const rows of one.gold) {
    const own = rows.reduce((sum, row) => sum + masses[row]!, 1e-300);
    for (const row of rows) slopes[row]! += share * masses[row]! * (1 / (own + others) - 1 / own);
    spread += share / (own + others);
  }
  for (let row = 0; row < one.count; row += 1) {
    const slope = one.isGold[row] === 0 ? spread * masses[row]! : slopes[row]!;
    for (let column = 0; column < columns; column += 1)
      gradient[column]! += slope * one.values[row * columns + column]!;
  }
}

/** Exponentials of the scores, scaled so that the highest is 1. */
function softmaxMasses({ values, count }: Prepared, weights: Float64Array): Float64Array {
  const columns = weights.length;
  const scores = new Float64Array(count);
  let highest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < count; row += 1) {
    let score = 0;
    for (let column = 0; column < columns; column += 1)
      score += values[row * columns + column]! * weights[column]!;
    scores[row] = score;
    highest = Math.max(highest, score);
  }
  return scores.map((score) => Math.exp(score - highest));
}
