/**
 * A listwise linear ranker: the chance that a passage is the one is the softmax of its score over the pool, and the fit makes the evidence
 * likely. A turn of many passages counts as found when any of them is. Weights come in pairs, for people who chat and for an assistant who
 * writes pages. Full-batch Adam (Kingma and Ba, 2015) with L2; no chance enters, so that the same data gives the same weights.
 */
import type { Example } from "./examples.js";

export interface FitOptions {
  /** Pull of every standardised weight towards zero. */
  readonly l2: number;
  readonly steps: number;
  /** Features left out. */
  readonly without?: ReadonlySet<string>;
}

/** Weights on the features as they are, not standardised; the second half is added in proportion to `pages`. */
export interface LinearModel {
  readonly names: readonly string[];
  readonly chat: Float64Array;
  readonly pages: Float64Array;
}

interface Prepared {
  /** Standardised, row after row. */
  readonly values: Float64Array;
  readonly count: number;
  /** Places of the passages of each evidence turn. */
  readonly gold: readonly (readonly number[])[];
  readonly isGold: Uint8Array;
  readonly pages: number;
  readonly weight: number;
}

const rate = 0.08;
const decay = { first: 0.9, second: 0.999 };

/**
 * Fits a model. Each kind of conversation weighs as much as its number of questions to the power of one half, so that neither the many short
 * questions nor the few long ones decide alone.
 */
export function fitRanking(examples: readonly Example[], options: FitOptions): LinearModel {
  const names = examples[0]!.names;
  const { mean, deviation } = moments(examples);
  const used = names.map((name) => (options.without?.has(name) ? 0 : 1));
  const scale = deviation.map((value, index) => (value < 1e-6 ? 0 : used[index]! / value));
  const prepared = weighted(examples).flatMap(([example, weight]) =>
    prepare(example, { mean, scale, weight }),
  );
  const weights = descend(prepared, names.length, options);
  const half = (offset: number) =>
    Float64Array.from(names, (_, index) => weights[offset + index]! * scale[index]!);
  return { names, chat: half(0), pages: half(names.length) };
}

/** Score of every passage of an example, with all features or without some. */
export function scoresOf(
  { rows, pages, names }: Example,
  model: LinearModel,
  without: readonly string[] = [],
): Float64Array {
  const weights = model.chat.map((value, index) =>
    without.includes(names[index]!) ? 0 : value + pages * model.pages[index]!,
  );
  return Float64Array.from(rows, (row) =>
    row.reduce((sum, value, index) => sum + value * weights[index]!, 0),
  );
}

function moments(examples: readonly Example[]): { mean: number[]; deviation: number[] } {
  const columns = examples[0]!.names.length;
  const sums = new Float64Array(columns);
  const squares = new Float64Array(columns);
  let count = 0;
  for (const { rows } of examples)
    for (const row of rows) {
      count += 1;
      for (let column = 0; column < columns; column += 1) {
        sums[column]! += row[column]!;
        squares[column]! += row[column]! ** 2;
      }
    }
  const mean = Array.from(sums, (sum) => sum / count);
  const deviation = mean.map((one, column) => Math.sqrt(Math.max(0, squares[column]! / count - one ** 2)));
  return { mean, deviation };
}

function weighted(examples: readonly Example[]): [Example, number][] {
  const answerable = examples.filter(({ evidence }) => evidence.length > 0);
  const written = answerable.filter(({ pages }) => pages >= 0.5).length;
  const weightOf = ({ pages }: Example) =>
    1 / Math.sqrt(pages >= 0.5 ? written : answerable.length - written);
  const total = answerable.reduce((sum, example) => sum + weightOf(example), 0);
  return answerable.map((example) => [example, weightOf(example) / total]);
}

interface Scaling {
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly weight: number;
}

function prepare({ rows, turns, evidence, pages }: Example, { mean, scale, weight }: Scaling): Prepared[] {
  const gold = evidence
    .map((turn) => turns.flatMap((one, place) => (one === turn ? [place] : [])))
    .filter((places) => places.length > 0);
  if (gold.length === 0) return [];
  const isGold = new Uint8Array(rows.length);
  for (const place of gold.flat()) isGold[place] = 1;
  const columns = mean.length;
  const values = new Float64Array(rows.length * columns);
  for (const [place, row] of rows.entries())
    for (let column = 0; column < columns; column += 1)
      values[place * columns + column] = (row[column]! - mean[column]!) * scale[column]!;
  return [{ values, count: rows.length, gold, isGold, pages, weight }];
}

function descend(prepared: readonly Prepared[], columns: number, { l2, steps }: FitOptions): Float64Array {
  const weights = new Float64Array(2 * columns);
  const first = new Float64Array(2 * columns);
  const second = new Float64Array(2 * columns);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = weights.map((weight) => l2 * weight);
    for (const one of prepared) addGradient(one, weights, gradient);
    for (const [index, slope] of gradient.entries()) {
      first[index] = decay.first * first[index]! + (1 - decay.first) * slope;
      second[index] = decay.second * second[index]! + (1 - decay.second) * slope ** 2;
      const direction = first[index]! / (1 - decay.first ** step);
      const size = Math.sqrt(second[index]! / (1 - decay.second ** step)) + 1e-8;
      weights[index]! -= (rate * direction) / size;
    }
  }
  return weights;
}

/** Gradient of -log(share of an evidence turn among itself and all that is no evidence), the mean over evidence turns. */
function addGradient(one: Prepared, weights: Float64Array, gradient: Float64Array): void {
  const columns = weights.length / 2;
  const masses = softmaxMasses(one, weights);
  let others = 0;
  for (let place = 0; place < one.count; place += 1) if (one.isGold[place] === 0) others += masses[place]!;
  const share = one.weight / one.gold.length;
  const slopes = new Float64Array(one.count);
  let spread = 0;
  for (const places of one.gold) {
    const own = places.reduce((sum, place) => sum + masses[place]!, 1e-300);
    for (const place of places) slopes[place]! += share * masses[place]! * (1 / (own + others) - 1 / own);
    spread += share / (own + others);
  }
  for (let place = 0; place < one.count; place += 1) {
    const slope = one.isGold[place] === 0 ? spread * masses[place]! : slopes[place]!;
    for (let column = 0; column < columns; column += 1) {
      const given = slope * one.values[place * columns + column]!;
      gradient[column]! += given;
      gradient[columns + column]! += one.pages * given;
    }
  }
}

function softmaxMasses({ values, count, pages }: Prepared, weights: Float64Array): Float64Array {
  const columns = weights.length / 2;
  const masses = new Float64Array(count);
  let most = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < count; place += 1) {
    let score = 0;
    for (let column = 0; column < columns; column += 1)
      score += (weights[column]! + pages * weights[columns + column]!) * values[place * columns + column]!;
    masses[place] = score;
    most = Math.max(most, score);
  }
  return masses.map((score) => Math.exp(score - most));
}
