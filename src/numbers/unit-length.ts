/** Normalizes vectors. */

/**
 * The first `dimensions` components of a vector (@default all), scaled to unit length. A zero
 * vector stays zero, which means that there is no vector.
 */
export function unitLength(vector: Float32Array, dimensions = vector.length): Float32Array {
  const cut = vector.slice(0, dimensions);
  let squares = 0;
  for (const value of cut) squares += value * value;
  const norm = Math.sqrt(squares);
  if (norm > 0) for (let at = 0; at < cut.length; at += 1) cut[at]! /= norm;
  return cut;
}
