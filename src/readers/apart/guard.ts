/**
 * How a reading process protects others: it leaves no copy of a file on the disk, is the first
 * process to be killed when the machine's memory runs out, and has a guard.
 */
import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

/**
 * The guard is a thread, because the thread that reads may be busy for longer than any deadline. It
 * checks ten times a second whether the memory of the process exceeds its limit (the runtime limits
 * its heap only), and whether the process that started this one has ended. Then it aborts. Windows
 * knows neither abort signals nor orphans.
 */
const guard = `
const { workerData } = require("node:worker_threads");
const signal = process.platform === "win32" ? "SIGKILL" : "SIGABRT";
setInterval(() => {
  if (process.memoryUsage.rss() > workerData.limitBytes || process.ppid !== workerData.parent)
    process.kill(process.pid, signal);
}, 100);
`;

/**
 * Starts the guard.
 *
 * @param limitBytes limit of the resident memory
 */
export function startGuard(limitBytes: number): void {
  const workerData = { limitBytes, parent: process.ppid };
  ifAllowed(() => new Worker(guard, { eval: true, execArgv: [], workerData }).unref());
  if (process.platform !== "linux") return;
  // If core dumps are switched on, an aborted process writes its memory to the disk. This prevents
  // it.
  ifAllowed(() => writeFileSync("/proc/self/coredump_filter", "0"));
  ifAllowed(() => writeFileSync("/proc/self/oom_score_adj", "1000"));
}

/**
 * Runs a step that the system may forbid (`--permission`, a sandbox). Without that step the other
 * limits still apply.
 */
function ifAllowed(protect: () => void): void {
  try {
    protect();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
