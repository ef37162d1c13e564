/** A process whose `rememberMany` uses threads: the built library, as an app runs it. Needs a build. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const library = new URL("../../../dist/index.js", import.meta.url).href;

/** Remembers as many texts as threads are used for, and does not close the memory. */
const program = `
const { Memory, ruleExtractor } = await import(${JSON.stringify(library)});
const memory = new Memory({ extractor: ruleExtractor({ workers: 1 }) });
const texts = Array.from({ length: 600 }, (_, at) => "Ana bought " + at + " pears in Porto.");
const payloads = await memory.rememberMany(texts);
// Runs only if something keeps the process alive. An idle thread would, for 5 s.
setTimeout(() => console.log("kept alive"), 4000).unref();
console.log(payloads.filter(({ stored }) => stored).length, process.report.getReport().workers.length);
`;

function run(...flags: readonly string[]) {
  const args = [...flags, "--no-warnings", "--input-type=module", "--eval", program];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 120_000 });
  return { status, output: stdout.trim() };
}

it("a process ends while an idle thread is kept", { timeout: 150_000 }, () => {
  expect(run()).toEqual({ status: 0, output: "600 1" });
});

it("a process that may not start threads remembers the same", { timeout: 150_000 }, () => {
  const flags = ["--experimental-permission", "--allow-fs-read=*", "--allow-addons"];
  expect(run(...flags)).toEqual({ status: 0, output: "600 0" });
});
