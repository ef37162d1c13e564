/**
 * Measures the time of a new process until its first answer. Plain Node on the built library, as an
 * application runs it.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { percentile } from "./percentiles.js";

/** Times in milliseconds, memory in bytes. */
export interface FreshStart {
  readonly to_first_answer_ms: number;
  readonly with_import_ms: number;
  readonly rss_bytes: number;
}

const runs = 5;
const library = new URL("../../dist/index.js", import.meta.url).href;

const program = `
const [path, ...questions] = process.argv.slice(1);
const start = performance.now();
const { Memory } = await import(${JSON.stringify(library)});
const imported = performance.now();
const memory = new Memory({ path });
await memory.recall(questions[0]);
const answered = performance.now();
for (const question of questions.slice(1)) await memory.recall(question);
const rss_bytes = process.memoryUsage().rss;
await memory.close();
console.log(JSON.stringify({ to_first_answer_ms: answered - imported, with_import_ms: answered - start, rss_bytes }));
`;

/** The first calls of new processes, in milliseconds. */
export interface FirstCalls {
  /** `import "keepsake"`. */
  readonly import_ms: number;
  /** `new Memory` and the first `recall`, of a store with one record. */
  readonly first_recall_ms: number;
  /** `new Memory` and the first `remember`, in a file that does not exist. */
  readonly first_remember_ms: number;
}

/** Each the median of five processes. @param folder Empty; files are left in it. */
export function firstCalls(folder: string): FirstCalls {
  const remembering = Array.from({ length: runs }, (_, number) =>
    firstCall(`memory.remember({ content: "I live in Groningen.", speaker: "Ana" })`, path(folder, number)),
  );
  const recalling = Array.from({ length: runs }, (_, number) =>
    firstCall(`memory.recall("Where does Ana live?")`, path(folder, number)),
  );
  const middle = (values: readonly FirstCall[], field: keyof FirstCall) =>
    percentile(
      values.map((value) => value[field]),
      0.5,
    );
  return {
    import_ms: middle([...remembering, ...recalling], "import_ms"),
    first_recall_ms: middle(recalling, "call_ms"),
    first_remember_ms: middle(remembering, "call_ms"),
  };
}

const path = (folder: string, number: number) => join(folder, `fresh-${number}.db`);

interface FirstCall {
  readonly import_ms: number;
  readonly call_ms: number;
}

function firstCall(call: string, path: string): FirstCall {
  const program = `
    const start = performance.now();
    const { Memory } = await import(${JSON.stringify(library)});
    const imported = performance.now();
    const memory = new Memory({ path: process.argv[1] });
    await ${call};
    const called = performance.now();
    await memory.close();
    console.log(JSON.stringify({ import_ms: imported - start, call_ms: called - imported }));
  `;
  const args = ["--input-type=module", "--eval", program, "--", path];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as FirstCall;
}

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
