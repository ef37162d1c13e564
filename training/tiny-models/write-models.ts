/** Puts the tiny models into a folder, laid out as transformers.js expects it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadTable } from "../../src/embedders/static-table.js";
import { encodeOnnx, type Graph } from "./onnx-file.js";
import { sharedWordsGraph } from "./shared-words-graph.js";
import { staticGraph } from "./static-graph.js";
import { tokenizerConfig, tokenizerJson } from "./tokenizer-files.js";

/** Of the vectors of `tiny-static` and `tiny-marked`. */
export const tinyDimensions = 64;
/** What the tokenizers of the tiny models let through. */
export const tinyMaxTokens = 512;

const model = new URL("../../assets/model.bin", import.meta.url);
const vocabulary = new URL("../../assets/vocab.txt", import.meta.url);

/**
 * - `tiny-static`: the bundled table's first 64 dimensions; pooled by the mean it gives the
 *   vectors of `staticEmbedder({ dimensions: 64 })`
 * - `tiny-marked`: the same with known vectors for the first and the last token
 * - `tiny-rerank`: a cross-encoder that counts shared words
 */
export function writeTinyModels(folder: string): void {
  const table = loadTable({ id: "keepsake-static-en@1", model, vocabulary });
  const size = { dimensions: tinyDimensions };
  const hidden = { hidden_size: tinyDimensions, architectures: ["BertModel"] };
  writeModel(join(folder, "tiny-static"), hidden, {
    model: staticGraph(table, size),
    model_quantized: staticGraph(table, { ...size, quantised: true }),
  });
  writeModel(join(folder, "tiny-marked"), hidden, {
    model_quantized: staticGraph(table, { ...size, quantised: true, marked: true }),
  });
  const labelled = { architectures: ["BertForSequenceClassification"], id2label: { 0: "LABEL_0" } };
  writeModel(join(folder, "tiny-rerank"), labelled, { model: sharedWordsGraph() });
}

function writeModel(folder: string, config: object, graphs: Readonly<Record<string, Graph>>): void {
  const pieces = readFileSync(vocabulary, "utf8").trimEnd().split("\n");
  mkdirSync(join(folder, "onnx"), { recursive: true });
  writeJson(join(folder, "config.json"), { model_type: "bert", ...config });
  writeJson(join(folder, "tokenizer.json"), tokenizerJson(pieces));
  writeJson(join(folder, "tokenizer_config.json"), tokenizerConfig(tinyMaxTokens));
  for (const [name, graph] of Object.entries(graphs))
    writeFileSync(join(folder, "onnx", `${name}.onnx`), encodeOnnx(graph));
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, JSON.stringify(value));
}
