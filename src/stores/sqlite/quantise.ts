/** How a vector is kept: as signed bytes for exact scores, and as one bit a dimension for the scan that picks whom to score. */

/**
 * Signed bytes in proportion to the vector: the largest component becomes ±127. Cosine does not see the scale, so it is not kept.
 *
 * @returns `undefined` for a zero vector, which has no direction and never matches
 */
export function toInt8(vector: Float32Array): Int8Array | undefined {
  let largest = 0;
  for (const component of vector) largest = Math.max(largest, Math.abs(component));
  if (!(largest > 0) || !Number.isFinite(largest)) return undefined;
  const scale = 127 / largest;
  return Int8Array.from(vector, (component) => Math.round(component * scale));
}

/** Euclidean length. */
export function lengthOf(vector: Float32Array | Int8Array): number {
  let squared = 0;
  for (let index = 0; index < vector.length; index += 1) squared += vector[index]! * vector[index]!;
  return Math.sqrt(squared);
}

/**
 * Inner product of a vector with stored bytes of the same dimensions, which begin at `from`. Four sums at once: a single one would wait for
 * itself.
 */
export function dot(vector: Float32Array, bytes: Int8Array, from = 0): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let index = 0;
  for (const whole = vector.length - 3; index < whole; index += 4) {
    const at = from + index;
    a += vector[index]! * bytes[at]!;
    b += vector[index + 1]! * bytes[at + 1]!;
    c += vector[index + 2]! * bytes[at + 2]!;
    d += vector[index + 3]! * bytes[at + 3]!;
  }
  for (; index < vector.length; index += 1) a += vector[index]! * bytes[from + index]!;
  return a + b + c + d;
}

/** 32-bit words of a code. */
export function codeWords(dimensions: number): number {
  return Math.ceil(dimensions / 32);
}

/** One bit a dimension: set where the component lies above the mean of ordinary vectors, so that each bit splits them about evenly. */
export function toCode(vector: Float32Array, mean: Float32Array | undefined): Int32Array {
  const code = new Int32Array(codeWords(vector.length));
  for (let index = 0; index < vector.length; index += 1) {
    if (vector[index]! > (mean?.[index] ?? 0)) code[index >> 5]! |= 1 << (index & 31);
  }
  return code;
}

/** The bytes of a typed array, as SQLite binds them. */
export function toBlob(array: Int8Array | Int32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** Signed bytes of a BLOB, without copying. */
export function fromBlob(blob: Buffer): Int8Array {
  return new Int8Array(blob.buffer, blob.byteOffset, blob.byteLength);
}
