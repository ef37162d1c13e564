/** Prints recall by corpus. */
import { type Judged, meanRecall } from "../judged.js";

/** Prints a table of recall by corpus. */
export function printTable(title: string, judged: readonly Judged[]): void {
  process.stdout.write(`\n${title}: recall at 5 / 10 / 20 / 50, %\n`);
  for (const corpus of new Set(judged.map(({ example }) => example.corpus))) {
    const own = judged.filter(({ example }) => example.corpus === corpus && !example.stranger);
    const cells = [5, 10, 20, 50].map((depth) => (100 * meanRecall(own, depth)).toFixed(1).padStart(5));
    process.stdout.write(`  ${corpus.padEnd(24)} ${cells.join(" / ")}\n`);
  }
}
