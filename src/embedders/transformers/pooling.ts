/** Pools the vectors of a text's tokens into one vector. */

/**
 * How the vectors of tokens become one vector.
 *
 * - `mean`: the mean of all tokens
 * - `cls`: the first token
 * - `last_token`: the last token, for models made from decoders
 * - `model`: the model pools by itself into an output named `sentence_embedding`
 */
export const poolings = ["mean", "cls", "last_token", "model"] as const;
/** One of {@link poolings}. */
export type Pooling = (typeof poolings)[number];

/** The vectors of the tokens of a batch, and a mask of padding. */
export interface TokenVectors {
  /** Row-major `Float32Array` of `texts × tokens × dimensions`. */
  readonly vectors: Float32Array;
  /** 1 for a token of the text, 0 for padding; `texts × tokens` values. */
  readonly mask: ArrayLike<bigint | number>;
  /** Number of texts in the batch. */
  readonly texts: number;
  /** Number of tokens of each text, with padding. */
  readonly tokens: number;
  /** Length of each token's vector. */
  readonly dimensions: number;
}

/**
 * Pools the tokens of each text into one vector: a `Float32Array` of `dimensions`, not normalized.
 * A text without tokens gets zeros.
 */
export function pool(batch: TokenVectors, pooling: Exclude<Pooling, "model">): Float32Array[] {
  return Array.from({ length: batch.texts }, (_, text) => {
    const indices = indicesOf(batch, text);
    if (pooling === "mean") return meanAt(batch, indices);
    const index = pooling === "cls" ? indices[0] : indices.at(-1);
    return index === undefined ? new Float32Array(batch.dimensions) : vectorAt(batch, index);
  });
}

/** Indices of a text's own tokens in the batch. Padding may be on either side. */
function indicesOf({ mask, tokens }: TokenVectors, text: number): number[] {
  const indices = Array.from({ length: tokens }, (_, token) => text * tokens + token);
  return indices.filter((index) => Number(mask[index]) === 1);
}

function vectorAt({ vectors, dimensions }: TokenVectors, index: number): Float32Array {
  return vectors.slice(index * dimensions, (index + 1) * dimensions);
}

function meanAt(batch: TokenVectors, indices: readonly number[]): Float32Array {
  const { vectors, dimensions } = batch;
  const mean = new Float32Array(dimensions);
  for (const index of indices) {
    const from = index * dimensions;
    for (let at = 0; at < dimensions; at++) mean[at]! += vectors[from + at]! / indices.length;
  }
  return mean;
}

/** The default of `torch.nn.LayerNorm`. */
const layerNormEpsilon = 1e-5;

/**
 * Subtracts the mean of the components and divides by their standard deviation (Ba, Kiros and
 * Hinton, 2016), without learnt weights.
 */
export function layerNormalised(vector: Float32Array): Float32Array {
  const mean = sum(vector) / vector.length;
  const centred = vector.map((value) => value - mean);
  const deviation = Math.sqrt(sum(centred.map((value) => value * value)) / vector.length + layerNormEpsilon);
  return centred.map((value) => value / deviation);
}

function sum(vector: Float32Array): number {
  return vector.reduce((total, value) => total + value, 0);
}
