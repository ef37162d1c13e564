/**
 * Makes an embedding table from a folder of text:
 *
 *   npx tsx training/embedder/main.ts --text DIR --vocab assets/vocab.txt --out DIR
 *     [--dimensions 256] [--steps 2000] [--batch 512] [--seed 1]
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { trainTable } from "./train-table.js";

const { values } = parseArgs({
  options: {
    text: { type: "string" },
    vocab: { type: "string" },
    out: { type: "string" },
    dimensions: { type: "string", default: "256" },
    steps: { type: "string", default: "2000" },
    batch: { type: "string", default: "512" },
    seed: { type: "string", default: "1" },
  },
});

const vocabulary = readFileSync(needed("vocab"));
const model = trainTable({
  text: needed("text"),
  vocabulary,
  dimensions: wholeNumber("dimensions"),
  steps: wholeNumber("steps"),
  batchSize: wholeNumber("batch"),
  seed: wholeNumber("seed"),
  report: (line) => console.error(line),
});
const out = needed("out");
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "model.bin"), model);
writeFileSync(join(out, "vocab.txt"), vocabulary);
console.error(`wrote ${model.length} bytes to ${join(out, "model.bin")}`);

function needed(name: "text" | "vocab" | "out"): string {
  const value = values[name];
  if (value === undefined) throw new Error(`Cannot train: --${name} must be given`);
  return value;
}

function wholeNumber(name: "dimensions" | "steps" | "batch" | "seed"): number {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`Cannot train: --${name} must be a whole number from 1, got ${values[name]}`);
  return value;
}
