/**
 * Relative features: how a passage compares with the others that were found for the same question.
 * Pure. A cosine of 0.4 is high for one question and low for another; the share of the best value
 * and the rank mean the same for both, in a store of any size and any kind of text.
 */
import type { FeatureTable } from "./feature-table.js";

/** Signals that are compared by their share of the best value, and by their rank. */
const comparedByShare = [
  "fit",
  "fitSource",
  "fitWindow",
  "near",
  "around",
  "cosine",
  "subject",
  "sessionSubject",
];
/** Signals without a weight, whose share is computed when it is read. */
const comparedByShareLater = ["phrase"];
const comparedByPlace = ["fit", "near", "wider", "around", "cosine", "cosineBefore", "subject"];

/**
 * The signal that a feature added by {@link addRelativeFeatures} compares; undefined for any other
 * feature.
 */
export function comparedIn(feature: string): string | undefined {
  const known = (names: readonly string[], ending: string) =>
    names.find((name) => `${name}${ending}` === feature);
  return known([...comparedByShare, ...comparedByShareLater], "Share") ?? known(comparedByPlace, "Place");
}

/**
 * Constant of the reciprocal rank (Cormack, Clarke and Büttcher, 2009): 5 instead of their 60. They
 * fused lists of a thousand; a pool has some hundred passages, and an answer has to be among the
 * first ten.
 */
const rankConstant = 5;
/** Below this, the best value of a signal is negligible, and shares of it mean nothing. */
const leastBest = 1e-3;

/** Adds the relative features of the signals to a table. */
export function addRelativeFeatures(table: FeatureTable): void {
  const factorOf = (name: string) => 1 / Math.max(leastBest, highest(table.column(name)));
  for (const name of comparedByShare) table.addMultiple(`${name}Share`, name, factorOf(name));
  for (const name of comparedByShareLater) {
    table.addLater(`${name}Share`, () => {
      const [values, factor] = [table.column(name), factorOf(name)];
      return (row) => values[row]! * factor;
    });
  }
  for (const name of comparedByPlace) {
    table.addLater(`${name}Place`, () => {
      const values = table.column(name);
      const sorted = positive(values).sort();
      return (row) => placeShare(values[row]!, sorted);
    });
  }
}

function highest(values: Float64Array): number {
  let most = 0;
  for (let row = 0; row < values.length; row += 1) most = Math.max(most, values[row]!);
  return most;
}

function positive(values: Float64Array): Float64Array {
  const kept = new Float64Array(values.length);
  let count = 0;
  for (const value of values) {
    kept[count] = value;
    if (value > 0) count += 1;
  }
  return kept.subarray(0, count);
}

/** The reciprocal rank of a value: 1 for the best. */
function placeShare(value: number, sorted: Float64Array): number {
  return value <= 0 ? 0 : rankConstant / (rankConstant + above(sorted, value));
}

/** How many values of an ascending list are higher than a value. */
function above(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return sorted.length - low;
}
