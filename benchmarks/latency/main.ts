/**
 * Measures speed and size: `npm run bench:latency -- [--records N[,N…]] [--seed S] [--json]
 * [--save]`.
 *
 * Times the first calls of new processes. For each N, remembers made-up chat messages in a file,
 * one call each, until it has N records. Then it times the verbs on that store, one call after the
 * other, with the default options. `--save` writes `benchmarks/results/latency.json`. Progress goes
 * to stderr.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keepResult } from "../provenance.js";
import { firstCalls } from "./fresh-start.js";
import { type Measurement, measure } from "./measure.js";
import { reportOf, table } from "./report.js";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      records: { type: "string", default: "1000,10000,100000" },
      seed: { type: "string", default: "1" },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
    },
  });
  const seed = wholeNumber("seed", values.seed);
  const report = (line: string) => process.stderr.write(`${line}\n`);
  const folder = mkdtempSync(join(tmpdir(), "keepsake-first-calls-"));
  const first_calls = firstCalls(folder);
  rmSync(folder, { recursive: true });
  const measurements: Measurement[] = [];
  for (const count of values.records.split(",")) {
    const records = wholeNumber("records", count);
    report(`measuring at ${records} records`);
    measurements.push(await measure({ records, seed, report }));
  }
  const measured = reportOf({ seed, first_calls, measurements });
  if (values.save) keepResult("latency", measured);
  process.stdout.write(values.json ? `${JSON.stringify(measured, null, 2)}\n` : table(measured));
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`Cannot measure: --${name} must be whole numbers from 1, got ${text}`);
}

await main();
