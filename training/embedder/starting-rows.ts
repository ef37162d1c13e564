/**
 * The rows that training starts from: unit singular vectors, shortened for frequent tokens by a /
 * (a + share), without the direction that all texts have in common (Arora, Liang and Ma, 2017,
 * section 3).
 */
import { countNeighbours, positiveInformation } from "./co-occurrence.js";
import { type Corpus, tokenShares } from "./corpus.js";
import { eigenOfSymmetric, gram, type Matrix } from "./matrix.js";
import type { Random } from "./random.js";
import { singularVectors } from "./singular-vectors.js";

/** The `a` of a / (a + share). */
const frequencyDamping = 1e-3;

/**
 * Returns `vocabularySize` × `dimensions` values, row by row. A token that is never twice near
 * another in the corpus has a zero row.
 */
export function startingRows(
  corpus: Corpus,
  options: { readonly vocabularySize: number; readonly dimensions: number; readonly random: Random },
): Float32Array {
  const information = positiveInformation(countNeighbours(corpus, options.vocabularySize));
  const rows = singularVectors(information, options.dimensions, options.random);
  const shares = tokenShares(corpus, options.vocabularySize);
  for (let row = 0; row < rows.rows; row++)
    setLength(rows, row, frequencyDamping / (frequencyDamping + shares[row]!));
  removeCommonDirection(rows, shares);
  return Float32Array.from(rows.values);
}

function setLength(matrix: Matrix, row: number, length: number): void {
  const values = matrix.values.subarray(row * matrix.columns, (row + 1) * matrix.columns);
  const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  if (norm === 0) return;
  values.forEach((value, at) => {
    values[at] = (value * length) / norm;
  });
}

function removeCommonDirection(matrix: Matrix, shares: Float64Array): void {
  const { columns } = matrix;
  const { vectors } = eigenOfSymmetric(gram(matrix, shares));
  const direction = Float64Array.from({ length: columns }, (_, at) => vectors.values[at * columns]!);
  for (let row = 0; row < matrix.rows; row++) {
    const values = matrix.values.subarray(row * columns, (row + 1) * columns);
    const along = values.reduce((sum, value, at) => sum + value * direction[at]!, 0);
    values.forEach((value, at) => {
      values[at] = value - along * direction[at]!;
    });
  }
}
