/**
 * Measures one `rememberMany` of many messages with and without worker threads, each in a new
 * process of plain Node on the built library, as an application runs it.
 */
import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** An input of the batch. */
export interface Message {
  readonly content: string;
  readonly speaker: string;
  readonly occurred_at: string;
}

/** Times in milliseconds, memory in bytes. */
export interface BatchCost {
  readonly workers: number;
  readonly wall_ms: number;
  /** Processor time of all threads. */
  readonly cpu_ms: number;
  /** Processor time of the calling thread; `null` where the system does not count it. */
  readonly main_thread_cpu_ms: number | null;
  /** Largest resident memory of the process, with what it has before the batch. */
  readonly peak_rss_bytes: number;
}

const program = `
import { readFileSync } from "node:fs";
const { Memory, ruleExtractor } = await import(${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)});
const messages = JSON.parse(readFileSync(0, "utf8"));
const mainThreadMs = () => {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return null;
  }
};
const workers = Number(process.argv[1]);
const memory = new Memory({ extractor: ruleExtractor({ workers }) });
await memory.remember("Hello, I am Ana.");
const [before, mainBefore, start] = [process.cpuUsage(), mainThreadMs(), performance.now()];
let stored = 0;
for await (const payload of memory.rememberMany(messages)) stored += payload.stored ? 1 : 0;
const wall_ms = performance.now() - start;
const { user, system } = process.cpuUsage(before);
const main = mainThreadMs();
await memory.close();
console.log(JSON.stringify({
  workers,
  wall_ms,
  cpu_ms: (user + system) / 1000,
  main_thread_cpu_ms: main === null ? null : main - mainBefore,
  peak_rss_bytes: process.resourceUsage().maxRSS * 1024,
}));
`;

/** Measures without threads, with one, and with two where there are processors for them. */
export function batchCosts(messages: readonly Message[]): BatchCost[] {
  const most = Math.min(2, availableParallelism() - 1);
  return Array.from({ length: most + 1 }, (_, workers) => batchCost(messages, workers));
}

function batchCost(messages: readonly Message[], workers: number): BatchCost {
  const args = ["--input-type=module", "--eval", program, "--", String(workers)];
  return JSON.parse(
    execFileSync(process.execPath, args, { encoding: "utf8", input: JSON.stringify(messages) }),
  ) as BatchCost;
}
