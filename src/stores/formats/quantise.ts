/**
 * Converts vectors to the stored formats: signed bytes for exact scores, and one bit per dimension
 * for the scan that finds candidates.
 */

/**
 * Returns the bytes of a stored vector: one per dimension, padded to a multiple of 16 for the
 * kernel.
 */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / 16) * 16;
}

/**
 * Returns the bytes of a code: one bit per dimension, padded to a multiple of 32 bytes for the
 * kernel.
 */
export function codeBytes(dimensions: number): number {
  return Math.ceil(dimensions / 256) * 32;
}

/** Returns the bytes that a vector with its code adds to `storage_used`. */
export function bytesOfVector(dimensions: number): number {
  return strideOf(dimensions) + codeBytes(dimensions);
}

/**
 * Scales a vector to signed bytes: its largest component becomes ±127. The scale is not stored,
 * because the cosine does not depend on it.
 *
 * @returns `undefined` for a zero vector, which has no direction and matches nothing
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

/**
 * Length of a query as 16-bit numbers: the largest at which its inner products with signed bytes
 * fit into 32 bits.
 */
const queryLength = 32_767;

/**
 * Returns a query as 16-bit numbers, precise enough for cosines that are right to five decimal
 * places.
 */
export function toInt16(vector: Float32Array): Int16Array {
  const scale = queryLength / (lengthOf(vector) || 1);
  const numbers = new Int16Array(strideOf(vector.length));
  for (let index = 0; index < vector.length; index += 1) numbers[index] = Math.round(vector[index]! * scale);
  return numbers;
}

/**
 * Returns integers proportional to a query's components, one per bit of a code, whose absolute
 * values add up to at most `total`.
 */
export function toWeights(vector: Float32Array, total: number): Int32Array {
  let sum = 0;
  for (const component of vector) sum += Math.abs(component);
  const weights = new Int32Array(codeBytes(vector.length) * 8);
  for (let index = 0; index < vector.length; index += 1) weights[index] = (vector[index]! / sum) * total;
  return weights;
}

/** Returns the Euclidean length. */
export function lengthOf(vector: Float32Array | Int8Array | Int16Array): number {
  let squared = 0;
  for (let index = 0; index < vector.length; index += 1) squared += vector[index]! * vector[index]!;
  return Math.sqrt(squared);
}

/** What codes depend on: the number of dimensions, and the mean vector of ordinary texts. */
export interface CodeSpace {
  readonly dimensions: number;
  readonly mean: Float32Array | undefined;
}

/**
 * Returns one bit per dimension: set if the component of the normalised vector is above the mean.
 * So each bit splits ordinary vectors into two halves of about the same size.
 */
export function toCode(vector: Int8Array, { dimensions, mean }: CodeSpace): Uint8Array {
  const code = new Uint8Array(codeBytes(dimensions));
  const length = mean === undefined ? 0 : lengthOf(vector);
  for (let index = 0; index < dimensions; index += 1) {
    if (vector[index]! > length * (mean?.[index] ?? 0)) code[index >> 3]! |= 1 << (index & 7);
  }
  return code;
}

/** Returns the bytes of a typed array without copying, as SQLite binds them. */
export function toBlob(array: Uint8Array | Int8Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** Returns the signed bytes of a BLOB without copying. */
export function fromBlob(blob: Uint8Array): Int8Array {
  return new Int8Array(blob.buffer, blob.byteOffset, blob.byteLength);
}
