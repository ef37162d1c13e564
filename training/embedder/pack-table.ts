/** Packs trained rows in the SEMB layout (see `src/embedders/static-table.ts`). */
import { tableHeaderBytes, tableMagic, tableVersion } from "../../src/embedders/static-table.js";
import type { Corpus } from "./corpus.js";
import type { Random } from "./random.js";

/** Quantised rows: `scales[r] · values[r · dimensions + d]`. */
export interface QuantisedRows {
  readonly dimensions: number;
  /** One scale per row. */
  readonly scales: Float32Array;
  readonly values: Int8Array;
}

const largestStep = 127;
const meanSentences = 10_000;

/**
 * Quantises to 8 bits, each row by its own largest number. The scales are divided by the largest of
 * them, as the length of a vector has no meaning.
 */
export function quantise(rows: Float32Array, dimensions: number): QuantisedRows {
  const scales = new Float32Array(rows.length / dimensions);
  const values = new Int8Array(rows.length);
  for (let row = 0; row < scales.length; row++) {
    const numbers = rows.subarray(row * dimensions, (row + 1) * dimensions);
    const scale = numbers.reduce((largest, number) => Math.max(largest, Math.abs(number)), 0) / largestStep;
    scales[row] = scale;
    if (scale > 0)
      numbers.forEach((number, at) => {
        values[row * dimensions + at] = Math.round(number / scale);
      });
  }
  const largest = scales.reduce((most, scale) => Math.max(most, scale), 0) || 1;
  return { dimensions, scales: scales.map((scale) => scale / largest), values };
}

/** Returns the mean of the unit vectors of sentences sampled from the corpus. */
export function meanSentence(corpus: Corpus, rows: QuantisedRows, random: Random): Float32Array {
  const sentences = corpus.starts.length - 1;
  const count = Math.min(meanSentences, sentences);
  const mean = new Float64Array(rows.dimensions);
  for (let drawn = 0; drawn < count; drawn++) {
    const sentence = sentences <= meanSentences ? drawn : random.below(sentences);
    const tokens = corpus.tokens.subarray(corpus.starts[sentence], corpus.starts[sentence + 1]);
    addUnit(mean, sumOf(tokens, rows), 1 / count);
  }
  return Float32Array.from(mean);
}

/** Returns the bytes of a table. */
export function packTable(rows: QuantisedRows, mean: Float32Array): Uint8Array {
  const { scales, values, dimensions } = rows;
  const rowsAt = tableHeaderBytes + 4 * (scales.length + dimensions);
  const bytes = new Uint8Array(rowsAt + values.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(tableMagic));
  [tableVersion, scales.length, dimensions].forEach((number, at) => {
    view.setUint32(4 + 4 * at, number, true);
  });
  scales.forEach((scale, at) => {
    view.setFloat32(tableHeaderBytes + 4 * at, scale, true);
  });
  mean.forEach((number, at) => {
    view.setFloat32(tableHeaderBytes + 4 * (scales.length + at), number, true);
  });
  new Int8Array(bytes.buffer, rowsAt).set(values);
  return bytes;
}

function sumOf(tokens: Int32Array, rows: QuantisedRows): Float64Array {
  const sum = new Float64Array(rows.dimensions);
  for (const token of tokens)
    for (let at = 0; at < rows.dimensions; at++)
      sum[at]! += rows.scales[token]! * rows.values[token * rows.dimensions + at]!;
  return sum;
}

function addUnit(target: Float64Array, vector: Float64Array, share: number): void {
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  if (length === 0) return;
  vector.forEach((number, at) => {
    target[at]! += (share * number) / length;
  });
}
