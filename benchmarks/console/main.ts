/**
 * Measures how soon the console shows the table of a large store, in a real browser on loopback:
 *
 *   npm run bench:console -- [--records N] [--loads N] [--json] [--save]
 *
 * Fills a store with made-up chat messages, serves it with `keepsake console`, and opens the page:
 * each time without the browser's cache, then with it. `table` ends with the frame that has the
 * first rows, and begins with the navigation, as a person waits for it. `--save` writes
 * `benchmarks/results/console.json`. It needs Debian's Chromium. Progress goes to stderr.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { keepResult, provenance } from "../provenance.js";
import { fill } from "./fill.js";
import { type Loads, measureLoads } from "./loads.js";

const command = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
/** What the specification of the console asks of the table, in milliseconds. */
const longestMs = 300;
/** What it asks of each answer but files, in bytes. */
const mostBytes = 50_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      records: { type: "string", default: "100000" },
      loads: { type: "string", default: "20" },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
    },
  });
  const [wanted, loads] = [wholeNumber("records", values.records), wholeNumber("loads", values.loads)];
  const folder = mkdtempSync(join(tmpdir(), "keepsake-console-"));
  try {
    const db = join(folder, "memory.db");
    const records = await fill(db, wanted, (line) => process.stderr.write(`${line}\n`));
    const measured = await served(db, (link) => measureLoads(link, loads));
    const result = { ...provenance(), records, ...measured };
    if (values.save) keepResult("console", result);
    process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : text(records, measured));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `keepsake console` for a store during `work`. */
async function served<Result>(db: string, work: (link: string) => Promise<Result>): Promise<Result> {
  const child: ChildProcess = spawn(process.execPath, [command, "--db", db, "console"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [link] = (await once(createInterface({ input: child.stdout! }), "line")) as [string];
    return await work(link);
  } finally {
    child.kill("SIGINT");
    await once(child, "exit");
  }
}

function text(records: number, { without_cache, with_cache, largest_bytes }: Loads): string {
  const row = (name: string, { first_paint, table }: Loads["with_cache"]) =>
    `${name.padEnd(16)}first paint ${line(first_paint)}   table ${line(table)}\n`;
  const line = ({ p50_ms, p95_ms }: { p50_ms: number; p95_ms: number }) =>
    `${p50_ms.toFixed(0)} ms, p95 ${p95_ms.toFixed(0)} ms`;
  const worst = Math.max(without_cache.table.p95_ms, with_cache.table.p95_ms);
  return [
    `${records} records\n`,
    row("without cache", without_cache),
    row("with cache", with_cache),
    `${largest_bytes <= mostBytes ? "Within" : "Beyond"} ${mostBytes} bytes an answer: the largest has ${largest_bytes}.\n`,
    `${worst <= longestMs ? "Within" : "Beyond"} ${longestMs} ms for the table.\n`,
  ].join("");
}

function wholeNumber(name: string, given: string): number {
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`Cannot measure: --${name} must be a whole number from 1, got ${given}`);
}

await main();
