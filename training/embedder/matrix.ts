/** The linear algebra of the training, on dense row-major `Float64Array`s. */
import type { SparseMatrix } from "./co-occurrence.js";

/** `values[row * columns + column]`. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** Returns a matrix of zeros. */
export function zeros(rows: number, columns: number): Matrix {
  return { rows, columns, values: new Float64Array(rows * columns) };
}

/** Multiplies a sparse matrix by a dense one. */
export function multiplySparse(sparse: SparseMatrix, dense: Matrix): Matrix {
  const product = zeros(sparse.size, dense.columns);
  eachEntry(sparse, (row, column, value) => {
    addRow(product, row, dense, column, value);
  });
  return product;
}

/** Multiplies a transposed sparse matrix by a dense one. */
export function multiplyTransposed(sparse: SparseMatrix, dense: Matrix): Matrix {
  const product = zeros(sparse.size, dense.columns);
  eachEntry(sparse, (row, column, value) => {
    addRow(product, column, dense, row, value);
  });
  return product;
}

/** Multiplies two dense matrices. */
export function multiply(left: Matrix, right: Matrix): Matrix {
  const product = zeros(left.rows, right.columns);
  for (let row = 0; row < left.rows; row++)
    for (let inner = 0; inner < left.columns; inner++)
      addRow(product, row, right, inner, left.values[row * left.columns + inner]!);
  return product;
}

/** Returns the Gram matrix `matrixᵀ · matrix`, with weighted rows if weights are given. */
export function gram(matrix: Matrix, weights?: Float64Array): Matrix {
  const { columns, values } = matrix;
  const product = zeros(columns, columns);
  for (let row = 0; row < matrix.rows; row++) {
    const weight = weights?.[row] ?? 1;
    if (weight === 0) continue;
    for (let column = 0; column < columns; column++)
      addRow(product, column, matrix, row, weight * values[row * columns + column]!);
  }
  return product;
}

/** Eigenvalues, largest first, and their vectors as the columns of a matrix. */
export interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Matrix;
}

const maxSweeps = 30;

/**
 * Computes the eigenvectors of a symmetric matrix by cyclic Jacobi rotations (Golub and Van Loan,
 * Matrix Computations, section 8.5).
 */
export function eigenOfSymmetric(symmetric: Matrix): Eigen {
  const size = symmetric.rows;
  const work = symmetric.values.slice();
  // Kept as rows during the rotations, so that memory is accessed in order.
  const vectors = new Float64Array(size * size);
  for (let at = 0; at < size; at++) vectors[at * size + at] = 1;
  for (let sweep = 0; sweep < maxSweeps && offDiagonal(work, size) > 0; sweep++)
    for (let first = 0; first < size; first++)
      for (let second = first + 1; second < size; second++) rotate(work, vectors, size, first, second);
  return sorted(work, vectors, size);
}

function rotate(
  work: Float64Array,
  vectors: Float64Array,
  size: number,
  first: number,
  second: number,
): void {
  const across = work[first * size + second]!;
  const scale = Math.abs(work[first * size + first]!) + Math.abs(work[second * size + second]!);
  if (Math.abs(across) <= Number.EPSILON * scale) {
    work[first * size + second] = 0;
    work[second * size + first] = 0;
    return;
  }
  const theta = (work[second * size + second]! - work[first * size + first]!) / (2 * across);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const cosine = 1 / Math.hypot(tangent, 1);
  const sine = tangent * cosine;
  turn(work, first * size, second * size, 1, size, cosine, sine);
  turn(work, first, second, size, size, cosine, sine);
  turn(vectors, first * size, second * size, 1, size, cosine, sine);
  work[first * size + second] = 0;
  work[second * size + first] = 0;
}

/** Rotates two rows (`step` 1) or two columns (`step` is the length of a row). */
function turn(
  values: Float64Array,
  first: number,
  second: number,
  step: number,
  count: number,
  cosine: number,
  sine: number,
): void {
  for (let at = 0; at < count * step; at += step) {
    const one = values[first + at]!;
    const other = values[second + at]!;
    values[first + at] = cosine * one - sine * other;
    values[second + at] = sine * one + cosine * other;
  }
}

function sorted(work: Float64Array, vectors: Float64Array, size: number): Eigen {
  const order = Array.from({ length: size }, (_, at) => at);
  order.sort((left, right) => work[right * size + right]! - work[left * size + left]!);
  const columns = zeros(size, size);
  order.forEach((from, to) => {
    for (let at = 0; at < size; at++) columns.values[at * size + to] = vectors[from * size + at]!;
  });
  return { values: Float64Array.from(order, (at) => work[at * size + at]!), vectors: columns };
}

function offDiagonal(work: Float64Array, size: number): number {
  let largest = 0;
  for (let row = 0; row < size; row++)
    for (let column = row + 1; column < size; column++)
      largest = Math.max(largest, Math.abs(work[row * size + column]!));
  return largest;
}

function eachEntry(sparse: SparseMatrix, visit: (row: number, column: number, value: number) => void): void {
  for (let row = 0; row < sparse.size; row++)
    for (let at = sparse.rowStarts[row]!; at < sparse.rowStarts[row + 1]!; at++)
      visit(row, sparse.columns[at]!, sparse.values[at]!);
}

function addRow(target: Matrix, targetRow: number, source: Matrix, sourceRow: number, factor: number): void {
  const { columns } = source;
  const to = targetRow * columns;
  const from = sourceRow * columns;
  for (let column = 0; column < columns; column++)
    target.values[to + column]! += factor * source.values[from + column]!;
}
