/**
 * Times recall in a process that has run for some time, as a service does. The first hundreds of
 * calls are slower: V8 compiles what they use, and passages are read for the first time.
 */
import { execFileSync } from "node:child_process";
import { type Percentiles, percentiles } from "../latency/percentiles.js";

/** Calls that are not timed. From about here on, calls became no faster. */
export const callsBefore = 600;
/** Calls that are timed. */
export const callsTimed = 300;

const library = new URL("../../dist/index.js", import.meta.url).href;

// Plain Node on the built library: what this process has compiled does not count.
const program = `
const [path, before, ...questions] = process.argv.slice(1);
const { Memory } = await import(${JSON.stringify(library)});
const memory = new Memory({ path });
const times = [];
for (const [at, question] of questions.entries()) {
  const start = performance.now();
  await memory.recall(question);
  if (at >= Number(before)) times.push(performance.now() - start);
  await new Promise((resolve) => setImmediate(resolve));
}
await memory.close();
console.log(JSON.stringify(times));
`;

/**
 * Times recalls in a new process, after others.
 *
 * @param questions {@link callsBefore} plus {@link callsTimed}, in order
 */
export function longRunningRecall(path: string, questions: readonly string[]): Percentiles {
  const asked = questions.slice(0, callsBefore + callsTimed);
  const args = ["--input-type=module", "--eval", program, "--", path, String(callsBefore), ...asked];
  return percentiles(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as number[]);
}
