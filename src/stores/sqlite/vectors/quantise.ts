/** How a vector is kept: as signed bytes for exact scores, and as one bit a dimension for the scan that picks whom to score. */

/** Signed bytes of a vector as it is kept: its dimensions, and zeros up to what the kernel reads at once. */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / 16) * 16;
}

/** Bytes of a code: a bit a dimension, and zeros up to what the kernel reads at once. */
export function codeBytes(dimensions: number): number {
  return Math.ceil(dimensions / 256) * 32;
}

/** Bytes that a vector counts, with its code. */
export function bytesOfVector(dimensions: number): number {
  return strideOf(dimensions) + codeBytes(dimensions);
}

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
  const bytes = new Int8Array(strideOf(vector.length));
  for (let index = 0; index < vector.length; index += 1) bytes[index] = Math.round(vector[index]! * scale);
  return bytes;
}

/** Length of a query in its 16-bit numbers: each of its inner products with signed bytes then fits into 32 bits. */
const queryLength = 32_767;

/** A query as 16-bit numbers, near enough to the vector that a cosine is right to five places. */
export function toInt16(vector: Float32Array): Int16Array {
  const scale = queryLength / (lengthOf(vector) || 1);
  const numbers = new Int16Array(strideOf(vector.length));
  for (let index = 0; index < vector.length; index += 1) numbers[index] = Math.round(vector[index]! * scale);
  return numbers;
}

/** Whole numbers in proportion to a query, as many as a code has bits, whose absolute values add up to `total` at most. */
export function toWeights(vector: Float32Array, total: number): Int32Array {
  let sum = 0;
  for (const component of vector) sum += Math.abs(component);
  const weights = new Int32Array(codeBytes(vector.length) * 8);
  for (let index = 0; index < vector.length; index += 1) weights[index] = (vector[index]! / sum) * total;
  return weights;
}

/** Euclidean length. */
export function lengthOf(vector: Float32Array | Int8Array | Int16Array): number {
  let squared = 0;
  for (let index = 0; index < vector.length; index += 1) squared += vector[index]! * vector[index]!;
  return Math.sqrt(squared);
}

/** What a code's bits are of: the dimensions, each split at its mean among ordinary vectors. */
export interface CodeSpace {
  readonly dimensions: number;
  readonly mean: Float32Array | undefined;
}

/**
 * One bit a dimension: set where the component of the vector, made unit length, lies above the mean of ordinary vectors, so that each bit splits them about
 * evenly.
 */
export function toCode(vector: Int8Array, { dimensions, mean }: CodeSpace): Uint8Array {
  const code = new Uint8Array(codeBytes(dimensions));
  const length = mean === undefined ? 0 : lengthOf(vector);
  for (let index = 0; index < dimensions; index += 1) {
    if (vector[index]! > length * (mean?.[index] ?? 0)) code[index >> 3]! |= 1 << (index & 7);
  }
  return code;
}

/** The bytes of a typed array, as SQLite binds them, without copying. */
export function toBlob(array: Uint8Array | Int8Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** Signed bytes of a BLOB, without copying. */
export function fromBlob(blob: Uint8Array): Int8Array {
  return new Int8Array(blob.buffer, blob.byteOffset, blob.byteLength);
}
