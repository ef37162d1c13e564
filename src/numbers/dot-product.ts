/** Compares vectors. */

/** The dot product of two vectors of the same length: their cosine if both have unit norm. */
export function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!;
  return sum;
}
