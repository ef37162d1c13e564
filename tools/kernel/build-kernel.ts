/** Makes the modules that the vector index and the tagger load of their WebAssembly text. */
import { readFileSync } from "node:fs";
import loadWabt from "wabt";

/** A WebAssembly text, and the TypeScript file that contains it assembled. */
export interface KernelFiles {
  readonly name: string;
  readonly source: URL;
  readonly module: URL;
  /** The constant that the module exports. */
  readonly constant: string;
}

const folder = new URL("../../src/", import.meta.url);

/** Of the vector index. */
export const kernelFiles: KernelFiles = {
  name: "kernel.wat",
  source: new URL("stores/sqlite/kernel/kernel.wat", folder),
  module: new URL("stores/sqlite/kernel/kernel-module.ts", folder),
  constant: "kernelBase64",
};

/** Of the tagger. */
export const multiplyFiles: KernelFiles = {
  name: "multiply.wat",
  source: new URL("extractors/learnt/multiply.wat", folder),
  module: new URL("extractors/learnt/multiply-module.ts", folder),
  constant: "multiplyBase64",
};

const lineChars = 100;

/** The text of the module, before formatting. */
export async function kernelModule({ name, source, constant }: KernelFiles): Promise<string> {
  const wabt = await loadWabt();
  const text = wabt.parseWat(name, readFileSync(source, "utf8"), {
    simd: true,
    bulk_memory: true,
    threads: true,
  });
  const base64 = Buffer.from(text.toBinary({}).buffer).toString("base64");
  text.destroy();
  const lines = base64.match(new RegExp(`.{1,${lineChars}}`, "g")) ?? [];
  return [
    `/** \`${name}\`, assembled, in base64. Written by \`npm run build:kernel\`; a test compares. */`,
    `export const ${constant} =\n${lines.map((line) => `  "${line}"`).join(" +\n")};`,
    "",
  ].join("\n");
}
