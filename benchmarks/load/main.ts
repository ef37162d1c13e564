/**
 * Measures `keepsake serve` under load:
 *
 *   npm run bench:load -- [--seconds S] [--connections N] [--stores N[,N…]] [--no-kill]
 *                         [--json] [--save]
 *   npm run bench:load -- --isolation [--only LOAD] [--seconds S] [--json] [--save]
 *   npm run bench:load -- --many [--open N] [--json] [--save]
 *
 * The first form sends adds and searches over many connections on loopback, for each number of
 * stores, and again with `kill -9` of the service halfway. Afterwards every acknowledged write must
 * be stored, and wallet, usage, storage and audit trail must agree; failed checks are printed, and
 * the exit code is 1. It also measures what HTTP adds to a search over one connection. Durability
 * is the default, so each add waits for the disk. `--save` writes `benchmarks/results/load.json`.
 *
 * `--isolation` measures how one store affects others, and `--many` the memory of 10,000 stores of
 * which 1,000 are active.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Percentiles, percentiles } from "../latency/percentiles.js";
import { keepResult, provenance } from "../provenance.js";
import { isolation, isolationText } from "./isolation.js";
import { manyStores, manyText } from "./many-stores.js";
import { overhead, overheadText } from "./overhead.js";
import { Service } from "./service.js";
import { traffic } from "./traffic.js";
import { verdict } from "./verdict.js";

interface Run {
  readonly stores: number;
  readonly killed: boolean;
  readonly connections: number;
  readonly seconds: number;
  readonly calls_per_second: number;
  readonly add: Percentiles;
  readonly search: Percentiles;
  readonly cut_by_kill: number;
  readonly rss_mb: number | null;
  readonly errors: readonly string[];
  readonly faults: readonly string[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      seconds: { type: "string", default: "30" },
      connections: { type: "string", default: "64" },
      stores: { type: "string", default: "1,64" },
      search: { type: "string", default: "50" },
      seed: { type: "string", default: "1" },
      kill: { type: "boolean", default: true },
      isolation: { type: "boolean", default: false },
      only: { type: "string" },
      many: { type: "boolean", default: false },
      open: { type: "string", default: "128" },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
    },
  });
  if (values.isolation)
    return reportIsolation({ ...values, seconds: wholeNumber("seconds", values.seconds) });
  if (values.many) return reportMany({ ...values, open: wholeNumber("open", values.open) });
  const options = {
    seconds: wholeNumber("seconds", values.seconds),
    connections: wholeNumber("connections", values.connections),
    searchShare: wholeNumber("search", values.search) / 100,
    seed: wholeNumber("seed", values.seed),
  };
  const runs: Run[] = [];
  for (const count of values.stores.split(","))
    for (const kill of values.kill ? [false, true] : [false]) {
      process.stderr.write(`${count} stores${kill ? ", killed in the middle" : ""}, ${options.seconds} s\n`);
      runs.push(await measure(wholeNumber("stores", count), { ...options, kill }));
    }
  process.stderr.write("what HTTP adds to a search\n");
  const report = { ...provenance(), runs, overhead: await overhead(options.seed) };
  const json = `${JSON.stringify(report, null, 2)}\n`;
  if (values.save) keepResult("load", report);
  process.stdout.write(values.json ? json : `${table(runs)}\n${overheadText(report.overhead)}\n`);
  if (runs.some(({ errors, faults }) => errors.length + faults.length > 0)) process.exitCode = 1;
}

interface IsolationFlags {
  readonly seconds: number;
  readonly only?: string | undefined;
  readonly json: boolean;
  readonly save: boolean;
}

async function reportIsolation({ seconds, only, json, save }: IsolationFlags): Promise<void> {
  const results = await isolation({ seconds, only, seed: 1 });
  const report = { ...provenance(), seconds, isolation: results };
  if (save) keepResult("isolation", report);
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : isolationText(results)}\n`);
}

interface ManyFlags {
  readonly open: number;
  readonly json: boolean;
  readonly save: boolean;
}

async function reportMany({ open, json, save }: ManyFlags): Promise<void> {
  const result = await manyStores(open);
  const report = { ...provenance(), many: result };
  if (save) keepResult("many-stores", report);
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : manyText(result)}\n`);
}

async function measure(stores: number, options: Parameters<typeof traffic>[1]): Promise<Run> {
  const service = await Service.start(stores);
  try {
    const done = await traffic(service, options);
    const faults = await verdict(service, done);
    const rss = residentMb(service.pid);
    const exit = await service.end();
    const calls = done.addMs.length + done.searchMs.length;
    return {
      stores,
      killed: options.kill,
      connections: options.connections,
      seconds: Math.round(done.seconds * 10) / 10,
      calls_per_second: Math.round(calls / done.seconds),
      add: percentiles(done.addMs),
      search: percentiles(done.searchMs),
      cut_by_kill: done.cut,
      rss_mb: rss,
      errors: [...new Set(done.errors)].slice(0, 20),
      faults: exit === 0 ? faults : [...faults, `the service ended with ${exit} on SIGTERM`],
    };
  } finally {
    service.remove();
  }
}

function residentMb(pid: number | undefined): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kib === undefined ? null : Math.round((Number(kib) * 1024) / 1e6);
  } catch {
    // Not Linux: the figure is omitted.
    return null;
  }
}

function table(runs: readonly Run[]): string {
  const head = [
    "stores",
    "killed",
    "calls/s",
    "add p50/p95 ms",
    "search p50/p95 ms",
    "calls",
    "cut",
    "errors",
    "faults",
    "MB",
  ];
  const rows = runs.map((run) => [
    run.stores,
    run.killed ? "yes" : "no",
    run.calls_per_second,
    `${run.add.p50_ms.toFixed(1)} / ${run.add.p95_ms.toFixed(1)}`,
    `${run.search.p50_ms.toFixed(1)} / ${run.search.p95_ms.toFixed(1)}`,
    run.add.calls + run.search.calls,
    run.cut_by_kill,
    run.errors.length,
    run.faults.length,
    run.rss_mb ?? "",
  ]);
  const lines = [head, ...rows].map((cells) => cells.map((cell) => String(cell).padStart(18)).join(""));
  return [...lines, ...runs.flatMap(({ errors, faults }) => [...errors, ...faults])].join("\n");
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new Error(`Cannot measure: --${name} must be a whole number, got ${text}`);
}

await main();
