/**
 * Logistic regression by Newton's method with L2 regularisation: small, exact and deterministic.
 */

/** Values with their outcome and weight. */
export interface Observation {
  readonly values: readonly number[];
  readonly holds: boolean;
  readonly weight: number;
}

/** A fitted model: log-odds are the offset plus the weighted sum of values. */
export interface LogisticModel {
  readonly offset: number;
  /** Weights of the values, not standardised. */
  readonly weights: readonly number[];
}

const rounds = 25;

/**
 * Fits probabilities to outcomes. Values are standardised internally, so that `l2` affects all of
 * them equally.
 */
export function fitLogistic(observations: readonly Observation[], l2: number): LogisticModel {
  const columns = observations[0]!.values.length;
  const total = observations.reduce((sum, { weight }) => sum + weight, 0);
  const mean = Array.from(
    { length: columns },
    (_, column) =>
      observations.reduce((sum, { values, weight }) => sum + weight * values[column]!, 0) / total,
  );
  const deviation = mean.map((middle, column) =>
    Math.sqrt(
      observations.reduce((sum, { values, weight }) => sum + weight * (values[column]! - middle) ** 2, 0) /
        total,
    ),
  );
  const rows = observations.map(({ values }) => [
    1,
    ...values.map((value, column) =>
      deviation[column]! < 1e-9 ? 0 : (value - mean[column]!) / deviation[column]!,
    ),
  ]);
  let solution = new Array<number>(columns + 1).fill(0);
  for (let round = 0; round < rounds; round += 1)
    solution = newtonStep(solution, { rows, observations, l2, total });
  const weights = mean.map((_, column) =>
    deviation[column]! < 1e-9 ? 0 : solution[column + 1]! / deviation[column]!,
  );
  return {
    offset: solution[0]! - weights.reduce((sum, weight, column) => sum + weight * mean[column]!, 0),
    weights,
  };
}

/** Returns the log-odds of values. */
export function logOdds({ offset, weights }: LogisticModel, values: readonly number[]): number {
  return weights.reduce((sum, weight, column) => sum + weight * values[column]!, offset);
}

interface Problem {
  readonly rows: readonly (readonly number[])[];
  readonly observations: readonly Observation[];
  readonly l2: number;
  readonly total: number;
}

function newtonStep(solution: readonly number[], { rows, observations, l2, total }: Problem): number[] {
  const size = solution.length;
  const gradient = solution.map((value, index) => (index === 0 ? 0 : l2 * value));
  const hessian = solution.map((_, i) => solution.map((__, j) => (i === j ? (i === 0 ? 1e-9 : l2) : 0)));
  for (const [index, row] of rows.entries()) {
    const { holds, weight } = observations[index]!;
    const probability =
      1 / (1 + Math.exp(-row.reduce((sum, value, column) => sum + value * solution[column]!, 0)));
    const error = ((probability - Number(holds)) * weight) / total;
    const curve = (probability * (1 - probability) * weight) / total;
    for (let i = 0; i < size; i += 1) {
      gradient[i]! += error * row[i]!;
      for (let j = 0; j < size; j += 1) hessian[i]![j]! += curve * row[i]! * row[j]!;
    }
  }
  const step = solve(hessian, gradient);
  return solution.map((value, index) => value - Math.max(-3, Math.min(3, step[index]!)));
}

/** Solves a linear system by Gaussian elimination with pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]!]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const pivot = rows
      .slice(column)
      .reduce(
        (best, row, index) =>
          Math.abs(row[column]!) > Math.abs(rows[best]![column]!) ? column + index : best,
        column,
      );
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const lead = rows[column]!;
    for (const row of rows) {
      if (row === lead || lead[column] === 0) continue;
      const factor = row[column]! / lead[column]!;
      for (let index = column; index <= size; index += 1) row[index]! -= factor * lead[index]!;
    }
  }
  return rows.map((row, index) => (row[index] === 0 ? 0 : row[size]! / row[index]!));
}
