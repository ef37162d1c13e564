/**
 * An embedding model in one lookup:
 *
 *   input_ids ─ Gather(rows) ─ last_hidden_state ─ ReduceSum over tokens ─ sentence_embedding
 *
 * Rows of special tokens are zero, so the mean over the tokens of a text points where the table's
 * own sum points.
 */
import type { StaticTable } from "../../src/embedders/static-table.js";
import type { Constant, Graph, Node } from "./onnx-file.js";
import { specialTokens } from "./tokenizer-files.js";

export interface StaticGraphOptions {
  /** The table's first ones. */
  readonly dimensions: number;
  /**
   * Rows as signed bytes with a scale each, as a quantised model holds them, instead of floats.
   * @default false
   */
  readonly quantised?: boolean;
  /**
   * Puts the first token's vector along the first axis and the last one's along the second, so that
   * poolings can be distinguished. @default false
   */
  readonly marked?: boolean;
}

/** `[PAD]` 0, `[UNK]` 1, `[CLS]` 2, `[SEP]` 3. */
const firstToken = specialTokens.indexOf("[CLS]");
const lastToken = specialTokens.indexOf("[SEP]");

export function staticGraph(table: StaticTable, options: StaticGraphOptions): Graph {
  const { dimensions, quantised = false } = options;
  const { constants, nodes } = quantised ? byteRows(table, options) : floatRows(table, options);
  return {
    name: "static",
    inputs: [{ name: "input_ids", type: "int64", shape: ["batch", "tokens"] }],
    outputs: [
      { name: "last_hidden_state", type: "float", shape: ["batch", "tokens", dimensions] },
      { name: "sentence_embedding", type: "float", shape: ["batch", dimensions] },
    ],
    constants: [...constants, { name: "token_axis", shape: [1], values: BigInt64Array.of(1n) }],
    nodes: [
      ...nodes,
      {
        operator: "ReduceSum",
        inputs: ["last_hidden_state", "token_axis"],
        output: "sentence_embedding",
        attributes: { keepdims: 0 },
      },
    ],
  };
}

interface Lookup {
  readonly constants: readonly Constant[];
  readonly nodes: readonly Node[];
}

function floatRows(table: StaticTable, options: StaticGraphOptions): Lookup {
  const { dimensions } = options;
  const { bytes, scales } = rowsOf(table, options);
  const rows = Float32Array.from(bytes, (byte, at) => byte * scales[Math.floor(at / dimensions)]!);
  return {
    constants: [{ name: "rows", shape: [scales.length, dimensions], values: rows }],
    nodes: [{ operator: "Gather", inputs: ["rows", "input_ids"], output: "last_hidden_state" }],
  };
}

function byteRows(table: StaticTable, options: StaticGraphOptions): Lookup {
  const { bytes, scales } = rowsOf(table, options);
  return {
    constants: [
      { name: "rows", shape: [scales.length, options.dimensions], values: bytes },
      { name: "scales", shape: [scales.length, 1], values: scales },
    ],
    nodes: [
      { operator: "Gather", inputs: ["rows", "input_ids"], output: "row_bytes" },
      { operator: "Cast", inputs: ["row_bytes"], output: "row_steps", attributes: { to: 1 } },
      { operator: "Gather", inputs: ["scales", "input_ids"], output: "row_scales" },
      { operator: "Mul", inputs: ["row_steps", "row_scales"], output: "last_hidden_state" },
    ],
  };
}

/** The table's rows behind those of the special tokens. */
function rowsOf(
  table: StaticTable,
  { dimensions, marked = false }: StaticGraphOptions,
): { bytes: Int8Array; scales: Float32Array } {
  const ahead = specialTokens.length;
  const bytes = new Int8Array((ahead + table.scales.length) * dimensions);
  for (let row = 0; row < table.scales.length; row++) {
    const from = row * table.dimensions;
    bytes.set(table.rows.subarray(from, from + dimensions), (ahead + row) * dimensions);
  }
  if (marked) {
    bytes[firstToken * dimensions] = 1;
    bytes[lastToken * dimensions + 1] = 1;
  }
  return { bytes, scales: Float32Array.of(...Array<number>(ahead).fill(1), ...table.scales) };
}
