/** Makes the module that the vector index loads of its WebAssembly text. */
import { readFileSync } from "node:fs";
import loadWabt from "wabt";

/** The text, and what is made of it. */
export const kernelFiles = {
  source: new URL("../../src/stores/sqlite/kernel.wat", import.meta.url),
  module: new URL("../../src/stores/sqlite/kernel-module.ts", import.meta.url),
};

const lineChars = 100;

/** The text of `kernel-module.ts`. */
export async function kernelModule(): Promise<string> {
  const wabt = await loadWabt();
  const text = wabt.parseWat("kernel.wat", readFileSync(kernelFiles.source, "utf8"), {
    simd: true,
    bulk_memory: true,
    threads: true,
  });
  const base64 = Buffer.from(text.toBinary({}).buffer).toString("base64");
  text.destroy();
  const lines = base64.match(new RegExp(`.{1,${lineChars}}`, "g")) ?? [];
  return [
    "/** `kernel.wat`, assembled and in base64. Written by `npm run build:kernel`; a test makes it again and compares. */",
    `export const kernelBase64 =\n${lines.map((line) => `  "${line}"`).join(" +\n")};`,
    "",
  ].join("\n");
}
