/** `keepsake check`: checks whether a store is intact, and repairs what follows from its texts. */
import type { Command } from "commander";
import type { CheckOutcome } from "../../contract/check.js";
import type { Progress } from "../../contract/memory-service.js";
import type { Context } from "../context.js";
import { exitCodes } from "../exit-codes.js";
import { count } from "../terminal.js";

const examples = `
Examples:
  keepsake check --db agent.db
  keepsake check --db agent.db --json
  keepsake check --db agent.db --repair

Looks at the file, indexes, counters, texts, vectors, the audit trail, and at what was forgotten and is not overwritten
yet. --repair rebuilds indexes, counters and vectors from the texts, and changes no text: a damaged text or a damaged
file needs a backup (keepsake restore). Exit code 3 means that something is wrong.`;

export function addCheck(program: Command, context: Context): void {
  program
    .command("check")
    .summary("look whether the store is whole")
    .description("Looks at the whole store, and says of each part whether it is as it must be.")
    .option("--repair", "rebuild what follows from the texts")
    .addHelpText("after", examples)
    .action((flags: { readonly repair?: boolean }) => check(context, flags.repair === true));
}

async function check(context: Context, repair: boolean): Promise<void> {
  const { terminal } = context;
  const onProgress = (progress: Progress) => terminal.progress("checking", progress);
  const result = await context.withExistingMemory("check", (memory, call) =>
    memory.check({ ...call, repair, onProgress }),
  );
  terminal.settle();
  if (!result.ok) context.exitCode = exitCodes.unproved;
  if (context.json) return terminal.json(result);
  for (const outcome of result.checks) await terminal.line(lineOf(outcome));
  await terminal.line(result.ok ? "The store is whole." : "Something is wrong with the store.");
}

function lineOf({ check, ok, looked, wrong, repaired, examples: some }: CheckOutcome): string {
  const state = ok ? (repaired ? "repaired" : "ok") : `${wrong} wrong: ${some.join("; ")}`;
  return `${check.padEnd(10)}  ${count(looked, "look")}  ${state}`;
}
