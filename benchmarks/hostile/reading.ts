/**
 * Measures the time of hostile files, and the delay of other callers: one store remembers each file
 * while another store of the process answers questions.
 */
import { setImmediate as turn } from "node:timers/promises";
import { Memory } from "../built.js";
import { percentile } from "../latency/percentiles.js";
import { type HostileFile, hostileFiles } from "./files.js";

/** Times in milliseconds. */
export interface FileCost {
  readonly name: string;
  readonly what: string;
  readonly bytes: number;
  /** Number of stored passages, or the code of the error. */
  readonly outcome: string;
  readonly message: string | null;
  readonly wall_ms: number;
  /** Times of a recall by another store, while the file is read and alone. */
  readonly others_p95_ms: number;
  readonly others_longest_ms: number;
  readonly alone_p95_ms: number;
  /** Memory of the process after the file. */
  readonly peak_rss_mb: number;
}

const calls = 200;

export async function fileCosts(names: readonly string[] | undefined): Promise<FileCost[]> {
  const files = hostileFiles().filter(({ name }) => names?.includes(name) ?? true);
  await using other = new Memory();
  await other.remember("Ana lives in Lisbon. Tom lives in Porto and works at the harbour.");
  const ask = async () => {
    const start = performance.now();
    await other.recall("Where does Ana live?");
    return performance.now() - start;
  };
  for (let at = 0; at < calls; at += 1) await ask();
  const costs: FileCost[] = [];
  for (const file of files) {
    process.stderr.write(`reading ${file.name}\n`);
    const alone: number[] = [];
    for (let at = 0; at < calls; at += 1) alone.push(await ask());
    costs.push(await fileCost(file, percentile(alone, 0.95), ask));
  }
  return costs;
}

async function fileCost(
  { name, what, make }: HostileFile,
  aloneP95: number,
  ask: () => Promise<number>,
): Promise<FileCost> {
  const data = make();
  await using memory = new Memory();
  const times: number[] = [];
  let isOver = false;
  const start = performance.now();
  const reading = memory.rememberFile({ name, data }).then(
    ({ file }) => ({ outcome: `${file.passages.created} passages`, message: null }),
    (error: { code?: string; message: string }) => ({
      outcome: error.code ?? "error",
      message: error.message,
    }),
  );
  void reading.then(() => {
    isOver = true;
  });
  while (!isOver) {
    times.push(await ask());
    await turn();
  }
  return {
    name,
    what,
    bytes: data.byteLength,
    ...(await reading),
    wall_ms: performance.now() - start,
    others_p95_ms: percentile(times, 0.95),
    others_longest_ms: Math.max(...times),
    alone_p95_ms: aloneP95,
    peak_rss_mb: process.resourceUsage().maxRSS / 1024,
  };
}

export function fileTable(costs: readonly FileCost[]): string {
  const row = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padStart(18))).join("");
  return [
    row([
      "file",
      "bytes",
      "outcome",
      "wall, ms",
      "others p95, ms",
      "longest, ms",
      "alone p95, ms",
      "peak, MB",
    ]),
    ...costs.map((cost) =>
      row([
        cost.name,
        String(cost.bytes),
        cost.outcome,
        cost.wall_ms.toFixed(0),
        cost.others_p95_ms.toFixed(1),
        cost.others_longest_ms.toFixed(0),
        cost.alone_p95_ms.toFixed(1),
        cost.peak_rss_mb.toFixed(0),
      ]),
    ),
    "",
  ].join("\n");
}
