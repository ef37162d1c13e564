/**
 * Measures the time of a new process until its first answer. Plain Node on the built library, as an
 * application runs it.
 */
import { execFileSync } from "node:child_process";
import { percentile } from "./percentiles.js";

/** Times in milliseconds, memory in bytes. */
export interface FreshStart {
  readonly to_first_answer_ms: number;
  readonly with_import_ms: number;
  readonly rss_bytes: number;
}

const runs = 5;

const program = `
const [path, ...questions] = process.argv.slice(1);
const start = performance.now();
const { Memory } = await import(${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)});
const imported = performance.now();
const memory = new Memory({ path });
await memory.recall(questions[0]);
const answered = performance.now();
for (const question of questions.slice(1)) await memory.recall(question);
const rss_bytes = process.memoryUsage().rss;
await memory.close();
console.log(JSON.stringify({ to_first_answer_ms: answered - imported, with_import_ms: answered - start, rss_bytes }));
`;

/**
 * The median of five processes.
 *
 * @param questions The first is timed; the others are asked before memory is measured.
 */
export function freshStart(path: string, questions: readonly string[]): FreshStart {
  const starts = Array.from({ length: runs }, () => runOnce(path, questions));
  const middle = (field: keyof FreshStart) =>
    percentile(
      starts.map((start) => start[field]),
      0.5,
    );
  return {
    to_first_answer_ms: middle("to_first_answer_ms"),
    with_import_ms: middle("with_import_ms"),
    rss_bytes: middle("rss_bytes"),
  };
}

function runOnce(path: string, questions: readonly string[]): FreshStart {
  const args = ["--input-type=module", "--eval", program, "--", path, ...questions];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as FreshStart;
}
