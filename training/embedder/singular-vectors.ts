/**
 * The largest singular vectors of a sparse matrix, by random projection and power iterations
 * (Halko, Martinsson and Tropp, 2011, 4.4 and 5.1).
 */
import type { SparseMatrix } from "./co-occurrence.js";
import {
  eigenOfSymmetric,
  gram,
  type Matrix,
  multiply,
  multiplySparse,
  multiplyTransposed,
  zeros,
} from "./matrix.js";
import type { Random } from "./random.js";

/** Extra directions, which make the last requested ones more exact. */
const extraDirections = 32;
const powerIterations = 4;
/**
 * Directions whose share of the largest is below this are rounding noise, as in a matrix of low
 * rank.
 */
const noiseShare = 1e-12;

/**
 * Left singular vectors times the square root of their singular values: `size` × `count`, zero
 * beyond the matrix's rank.
 */
export function singularVectors(matrix: SparseMatrix, count: number, random: Random): Matrix {
  let basis = zeros(matrix.size, Math.min(matrix.size, count + extraDirections));
  basis.values.forEach((_, at) => {
    basis.values[at] = random.normal();
  });
  basis = orthonormal(multiplySparse(matrix, basis));
  for (let iteration = 0; iteration < powerIterations; iteration++)
    basis = orthonormal(multiplySparse(matrix, orthonormal(multiplyTransposed(matrix, basis))));
  const { values, vectors } = eigenOfSymmetric(gram(multiplyTransposed(matrix, basis)));
  return scaledColumns(
    multiply(basis, vectors),
    values.map((squared) => Math.max(0, squared) ** 0.25),
    count,
  );
}

/**
 * Returns columns that span the same space, of unit length and orthogonal; zero columns if the
 * space is smaller.
 */
function orthonormal(matrix: Matrix): Matrix {
  const { values, vectors } = eigenOfSymmetric(gram(matrix));
  const floor = noiseShare * values[0]!;
  const factors = values.map((value) => (value > floor ? 1 / Math.sqrt(value) : 0));
  return scaledColumns(multiply(matrix, vectors), factors, matrix.columns);
}

function scaledColumns(matrix: Matrix, factors: Float64Array, count: number): Matrix {
  const scaled = zeros(matrix.rows, count);
  for (let row = 0; row < matrix.rows; row++)
    for (let column = 0; column < Math.min(count, matrix.columns); column++)
      scaled.values[row * count + column] = matrix.values[row * matrix.columns + column]! * factors[column]!;
  return scaled;
}
