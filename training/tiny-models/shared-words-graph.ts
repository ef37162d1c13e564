/**
 * A cross-encoder that counts: its one logit is the number of pairs of equal tokens, one of each
 * text, special tokens left out.
 *
 *   input_ids      [CLS] where is  the key [SEP] the key hangs [SEP]
 *   token_type_ids   0     0   0    0   0    0    1   1    1     1        → 2
 */
import type { Graph, Node } from "./onnx-file.js";
import { specialTokens } from "./tokenizer-files.js";

const pairs = ["batch", "tokens"] as const;
const float = { to: 1 };

export function sharedWordsGraph(): Graph {
  return {
    name: "shared-words",
    inputs: [
      { name: "input_ids", type: "int64", shape: pairs },
      { name: "token_type_ids", type: "int64", shape: pairs },
    ],
    outputs: [{ name: "logits", type: "float", shape: ["batch", 1] }],
    constants: [
      { name: "last_special", shape: [], values: BigInt64Array.of(BigInt(specialTokens.length - 1)) },
      { name: "one", shape: [], values: Float32Array.of(1) },
      { name: "axis_1", shape: [1], values: BigInt64Array.of(1n) },
      { name: "axis_2", shape: [1], values: BigInt64Array.of(2n) },
    ],
    nodes: [...equalTokens(), ...sides(), ...count()],
  };
}

/** `equal[b, i, j]`: 1 where tokens i and j are the same. */
function equalTokens(): Node[] {
  return [
    { operator: "Unsqueeze", inputs: ["input_ids", "axis_2"], output: "down" },
    { operator: "Unsqueeze", inputs: ["input_ids", "axis_1"], output: "across" },
    { operator: "Equal", inputs: ["down", "across"], output: "same" },
    { operator: "Cast", inputs: ["same"], output: "equal", attributes: float },
  ];
}

/** `left[b, i]` and `right[b, j]`: 1 where a token is a word of the first text, of the second. */
function sides(): Node[] {
  return [
    { operator: "Greater", inputs: ["input_ids", "last_special"], output: "is_word" },
    { operator: "Cast", inputs: ["is_word"], output: "word", attributes: float },
    { operator: "Cast", inputs: ["token_type_ids"], output: "second", attributes: float },
    { operator: "Sub", inputs: ["one", "second"], output: "first" },
    { operator: "Mul", inputs: ["word", "first"], output: "left" },
    { operator: "Mul", inputs: ["word", "second"], output: "right" },
  ];
}

/** Sums `left[i] · equal[i, j] · right[j]`. */
function count(): Node[] {
  return [
    { operator: "Unsqueeze", inputs: ["left", "axis_1"], output: "left_row" },
    { operator: "Unsqueeze", inputs: ["right", "axis_2"], output: "right_column" },
    { operator: "MatMul", inputs: ["left_row", "equal"], output: "met" },
    { operator: "MatMul", inputs: ["met", "right_column"], output: "total" },
    { operator: "ReduceSum", inputs: ["total", "axis_2"], output: "logits", attributes: { keepdims: 0 } },
  ];
}
