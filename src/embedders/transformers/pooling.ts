/** From the vectors of a text's tokens to one vector of the text. */

/**
 * - `mean`: of all tokens
 * - `cls`: the first token's
 * - `last_token`: the last token's, for models that were made from decoders
 * - `model`: the model pools by itself, and names the outcome `sentence_embedding`
 */
export const poolings = ["mean", "cls", "last_token", "model"] as const;
export type Pooling = (typeof poolings)[number];

/** Vectors of the tokens of a batch, and which of them are text and not padding. */
export interface TokenVectors {
  /** Text after text, token after token: `Float32Array` of texts · tokens · dimensions. */
  readonly vectors: Float32Array;
  /** 1 for a token of the text, 0 for padding: texts · tokens. */
  readonly mask: ArrayLike<bigint | number>;
  readonly texts: number;
  readonly tokens: number;
  readonly dimensions: number;
}

/** One vector a text. A text without tokens has zeros. */
export function pool(batch: TokenVectors, pooling: Exclude<Pooling, "model">): Float32Array[] {
  return Array.from({ length: batch.texts }, (_, text) => {
    const places = placesOf(batch, text);
    if (pooling === "mean") return meanAt(batch, places);
    const place = pooling === "cls" ? places[0] : places.at(-1);
    return place === undefined ? new Float32Array(batch.dimensions) : vectorAt(batch, place);
  });
}

/** Places of the text's own tokens among those of the batch. Padding may stand on either side. */
function placesOf({ mask, tokens }: TokenVectors, text: number): number[] {
  const places = Array.from({ length: tokens }, (_, token) => text * tokens + token);
  return places.filter((place) => Number(mask[place]) === 1);
}

function vectorAt({ vectors, dimensions }: TokenVectors, place: number): Float32Array {
  return vectors.slice(place * dimensions, (place + 1) * dimensions);
}

function meanAt(batch: TokenVectors, places: readonly number[]): Float32Array {
  const { vectors, dimensions } = batch;
  const mean = new Float32Array(dimensions);
  for (const place of places) {
    const from = place * dimensions;
    for (let at = 0; at < dimensions; at++) mean[at]! += vectors[from + at]! / places.length;
  }
  return mean;
}

/** As `torch.nn.LayerNorm` has it. */
const layerNormEpsilon = 1e-5;

/** Takes off the mean of the components and divides by their deviation (Ba, Kiros and Hinton, 2016), without learnt weights. */
export function layerNormalised(vector: Float32Array): Float32Array {
  const mean = sum(vector) / vector.length;
  const centred = vector.map((value) => value - mean);
  const deviation = Math.sqrt(sum(centred.map((value) => value * value)) / vector.length + layerNormEpsilon);
  return centred.map((value) => value / deviation);
}

function sum(vector: Float32Array): number {
  return vector.reduce((total, value) => total + value, 0);
}
