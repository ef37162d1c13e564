/**
 * The contrastive loss and its gradient: each left side must be nearest to its own right side among
 * all in the batch, and vice versa (InfoNCE: van den Oord, Li and Vinyals, 2018; symmetric: Radford
 * et al., 2021).
 */

/** Sums of token rows, one per text: `size` × `stride`, row after row. */
export interface Sides {
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly size: number;
  readonly stride: number;
}

/** Options of {@link contrast}. */
export interface ContrastOptions {
  /** Number of leading dimensions that are compared. */
  readonly dimensions: number;
  readonly temperature: number;
  /** Factor of the loss and its gradient. */
  readonly weight: number;
}

/**
 * Adds the gradient of the loss to `gradient` and returns the loss. A text whose sum is zero is
 * ignored.
 */
export function contrast(sides: Sides, gradient: Sides, options: ContrastOptions): number {
  const left = unitRows(sides.left, sides, options.dimensions);
  const right = unitRows(sides.right, sides, options.dimensions);
  const { errors, loss } = similarityErrors(left.values, right.values, sides.size, options);
  const toLeft = spreadErrors(errors, right.values, sides.size, options.dimensions);
  const toRight = spreadErrors(transposed(errors, sides.size), left.values, sides.size, options.dimensions);
  throughLength(toLeft, left, gradient.left, gradient.stride);
  throughLength(toRight, right, gradient.right, gradient.stride);
  return loss * options.weight;
}

interface UnitRows {
  readonly values: Float32Array;
  readonly lengths: Float32Array;
  readonly dimensions: number;
}

function unitRows(sums: Float32Array, shape: Sides, dimensions: number): UnitRows {
  const values = new Float32Array(shape.size * dimensions);
  const lengths = new Float32Array(shape.size);
  for (let row = 0; row < shape.size; row++) {
    const sum = sums.subarray(row * shape.stride, row * shape.stride + dimensions);
    let squares = 0;
    for (let at = 0; at < dimensions; at++) squares += sum[at]! * sum[at]!;
    lengths[row] = Math.sqrt(squares);
    if (squares === 0) continue;
    for (let at = 0; at < dimensions; at++) values[row * dimensions + at] = sum[at]! / lengths[row]!;
  }
  return { values, lengths, dimensions };
}

/**
 * The loss, and its derivative by each cosine: how much too near each left side is to each right
 * side.
 */
function similarityErrors(
  left: Float32Array,
  right: Float32Array,
  size: number,
  options: ContrastOptions,
): { readonly errors: Float32Array; readonly loss: number } {
  const scores = new Float32Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      scores[row * size + column] = dot(left, row, right, column, options.dimensions) / options.temperature;
  const errors = new Float32Array(size * size);
  const factor = options.weight / (2 * size * options.temperature);
  let loss = 0;
  for (let row = 0; row < size; row++) {
    loss += addShares(scores, errors, { start: row * size, step: 1, own: row, size, factor });
    loss += addShares(scores, errors, { start: row, step: size, own: row, size, factor });
  }
  return { errors, loss: loss / (2 * size) };
}

/**
 * Softmax along one row or column: adds each share, minus one for the matching pair, to the errors;
 * returns minus the log of that pair's share.
 */
function addShares(
  scores: Float32Array,
  errors: Float32Array,
  line: {
    readonly start: number;
    readonly step: number;
    readonly own: number;
    readonly size: number;
    readonly factor: number;
  },
): number {
  const { start, step, own, size, factor } = line;
  let largest = -Infinity;
  for (let at = 0; at < size; at++) largest = Math.max(largest, scores[start + at * step]!);
  let total = 0;
  for (let at = 0; at < size; at++) total += Math.exp(scores[start + at * step]! - largest);
  for (let at = 0; at < size; at++)
    errors[start + at * step]! += (factor * Math.exp(scores[start + at * step]! - largest)) / total;
  errors[start + own * step]! -= factor;
  return Math.log(total) + largest - scores[start + own * step]!;
}

function spreadErrors(
  errors: Float32Array,
  others: Float32Array,
  size: number,
  dimensions: number,
): Float32Array {
  const spread = new Float32Array(size * dimensions);
  for (let row = 0; row < size; row++)
    for (let other = 0; other < size; other++) {
      const error = errors[row * size + other]!;
      for (let at = 0; at < dimensions; at++)
        spread[row * dimensions + at]! += error * others[other * dimensions + at]!;
    }
  return spread;
}

/** Converts the gradient by a unit vector into the gradient by the sum that was normalised. */
function throughLength(byUnit: Float32Array, rows: UnitRows, gradient: Float32Array, stride: number): void {
  const { dimensions, values, lengths } = rows;
  for (let row = 0; row < lengths.length; row++) {
    if (lengths[row] === 0) continue;
    const along = dot(byUnit, row, values, row, dimensions);
    for (let at = 0; at < dimensions; at++) {
      const across = byUnit[row * dimensions + at]! - along * values[row * dimensions + at]!;
      gradient[row * stride + at]! += across / lengths[row]!;
    }
  }
}

function transposed(square: Float32Array, size: number): Float32Array {
  const turned = new Float32Array(square.length);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) turned[column * size + row] = square[row * size + column]!;
  return turned;
}

function dot(
  left: Float32Array,
  leftRow: number,
  right: Float32Array,
  rightRow: number,
  dimensions: number,
): number {
  const from = leftRow * dimensions;
  const to = rightRow * dimensions;
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += left[from + at]! * right[to + at]!;
  return sum;
}
