/**
 * Tries random inputs in a process without `tsx`. With it, each `import()` of a command or an
 * adapter waits for the thread of tsx, even if the module is loaded: a fifth of the time of an input.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import type { Campaign } from "./kills.js";

/** Options of {@link fuzzApart}. */
export interface FuzzOptions {
  /** Where the program is compiled to. */
  readonly folder: string;
  /** Number of inputs. */
  readonly count: number;
  /** The seed of fast-check, for the same inputs again. */
  readonly seed: number;
}

/** Runs the campaign. The end of the process counts as a failure. */
export async function fuzzApart({ folder, count, seed }: FuzzOptions): Promise<Campaign> {
  const child = spawn(process.execPath, [compiledFuzz(folder), String(count), String(seed)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<string>((resolve) =>
    child.once("close", (code, signal) => resolve(String(code ?? signal))),
  );
  const result = await text(child.stdout);
  const code = await ended;
  if (code === "0") return JSON.parse(result) as Campaign;
  return { tried: count, failed: [`seed ${seed}: the process ended with ${code}`] };
}

/** @returns the path of the program */
function compiledFuzz(folder: string): string {
  const outfile = join(folder, "fuzz.mjs");
  buildSync({
    entryPoints: [fileURLToPath(new URL("fuzz-program.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // `fuzz.ts` finds the library by its own place.
    define: { "import.meta.url": JSON.stringify(new URL("fuzz.ts", import.meta.url).href) },
  });
  return outfile;
}
