/**
 * Measures how SQLite's settings change the cost: `npm run bench:settings -- [--records N]
 * [--rounds N] [--seed S] [--json] [--save]`.
 *
 * Fills one store, rewrites it for each page size, and times recall and remember on a copy of it in
 * one process per variant, in rounds. The median of the rounds counts, so that other work of the
 * machine harms no variant more than another. `--save` writes `benchmarks/results/settings.json`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { Memory } from "../built.js";
import { GrowingConversation, linesOf } from "../growth/lines.js";
import { percentile } from "../latency/percentiles.js";
import { keepResult, provenance } from "../provenance.js";
import type { Measured, Task } from "./measure-variant.js";
import { ownPageBytes, type Variant, variants } from "./variants.js";

const timedCalls = { recall: 200, remember: 300 };
const warmUp = 30;
const atOnce = 10_000;

const { values } = parseArgs({
  options: {
    records: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
  },
});
const records = wholeNumber("records", values.records);
const rounds = wholeNumber("rounds", values.rounds);
const seed = wholeNumber("seed", values.seed);
const folder = mkdtempSync(join(tmpdir(), "keepsake-settings-"));
try {
  const path = join(folder, "memory.db");
  await fill(path);
  const measurements = inRounds(path);
  const report = { ...provenance(), records, rounds, seed, measurements };
  if (values.save) keepResult("settings", report);
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(measurements));
} finally {
  rmSync(folder, { recursive: true });
}

async function fill(path: string): Promise<void> {
  const conversation = new GrowingConversation(seed);
  await using memory = new Memory({ path, durability: "normal" });
  for (let done = 0; done < records; done += atOnce)
    await memory.import(linesOf(conversation.messages(Math.min(atOnce, records - done))));
}

/** The median of all rounds of each variant. */
function inRounds(path: string): (Variant & Measured)[] {
  const files = new Map(
    [...new Set(variants.map(({ pageBytes }) => pageBytes))].map((size) => [size, withPages(path, size)]),
  );
  const measured = variants.map((variant) => ({ variant, runs: [] as Measured[] }));
  for (let round = 1; round <= rounds; round += 1) {
    process.stderr.write(`round ${round} of ${rounds}\n`);
    // Alternating order: a machine that gets busier within a round harms the first variants as
    // often as the last.
    for (const { variant, runs } of round % 2 === 0 ? measured.toReversed() : measured)
      runs.push(run(files.get(variant.pageBytes)!, variant));
  }
  return measured.map(({ variant, runs }) => ({ ...variant, ...middle(runs) }));
}

/**
 * The file rewritten, which a page size of its own needs. The library's own page size is rewritten
 * too, so that all files are equally compact.
 */
function withPages(path: string, pageBytes: number): string {
  const into = `${path}.${pageBytes}`;
  const database = new Database(path);
  database.pragma(`page_size = ${pageBytes}`);
  database.prepare("vacuum into ?").run(into);
  database.close();
  return into;
}

function run(path: string, variant: Variant): Measured {
  const conversation = new GrowingConversation(seed);
  const about = conversation.messages(1000);
  const questions = Array.from({ length: warmUp + timedCalls.recall }, (_, at) =>
    conversation.question(about[(at * 7919) % about.length]!),
  );
  const messages = new GrowingConversation(seed + 1).messages(warmUp + timedCalls.remember);
  const task: Task = { path, variant, questions, messages, warmUp };
  const program = fileURLToPath(new URL("./measure-variant.ts", import.meta.url));
  const output = execFileSync(process.execPath, ["--import", "tsx", program], {
    input: JSON.stringify(task),
  });
  return JSON.parse(output.toString()) as Measured;
}

function middle(runs: readonly Measured[]): Measured {
  const of = (figure: (run: Measured) => number) => percentile(runs.map(figure), 0.5);
  return {
    recall: {
      calls: timedCalls.recall * rounds,
      p50_ms: of(({ recall }) => recall.p50_ms),
      p95_ms: of(({ recall }) => recall.p95_ms),
    },
    remember: {
      calls: timedCalls.remember * rounds,
      p50_ms: of(({ remember }) => remember.p50_ms),
      p95_ms: of(({ remember }) => remember.p95_ms),
      mean_ms: of(({ remember }) => remember.mean_ms),
    },
    file_bytes: of(({ file_bytes }) => file_bytes),
    rss_bytes: of(({ rss_bytes }) => rss_bytes),
  };
}

function table(measurements: readonly (Variant & Measured)[]): string {
  const head = `| ${records} records, page size ${ownPageBytes} unless named | recall p50 / p95 ms | remember p50 / p95 / mean ms | bytes a record | MB in memory |\n|---|---|---|---|---|`;
  const rows = measurements.map(
    ({ name, recall, remember, file_bytes: file, rss_bytes: rss }) =>
      `| ${name} | ${fixed(recall.p50_ms)} / ${fixed(recall.p95_ms)} | ${fixed(remember.p50_ms)} / ${fixed(remember.p95_ms)} / ${fixed(remember.mean_ms)} | ${Math.round(file / records)} | ${Math.round(rss / 1e6)} |`,
  );
  return `${[head, ...rows].join("\n")}\n`;
}

function fixed(milliseconds: number): string {
  return milliseconds.toFixed(2);
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`Cannot measure: --${name} must be a whole number from 1, got ${text}`);
}
