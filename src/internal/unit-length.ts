/** Vectors made comparable. */

/** The vector's first `dimensions` components (all of them where none are named) made unit length; zeros stay zeros, which means that there is no vector. */
export function unitLength(vector: Float32Array, dimensions = vector.length): Float32Array {
  const cut = vector.slice(0, dimensions);
  const norm = Math.sqrt(cut.reduce((squares, value) => squares + value * value, 0));
  return norm === 0 ? cut : cut.map((value) => value / norm);
}
