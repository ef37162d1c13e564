/** `keepsake forget`: erases records, and verifies the erasure. */
import type { Command } from "../../bundled/commander.js";
import { type ForgetInput, type ForgetResult, forgetInput } from "../../contract/forget.js";
import type { Context } from "../context.js";
import { exitCodes } from "../exit-codes.js";
import { addFlags } from "../flags.js";
import { clip, count } from "../terminal/terminal.js";

const examples = `
Examples:
  keepsake forget --query "Ana's salary"             shows what would be erased
  keepsake forget --query "Ana's salary" --confirm   erases it
  keepsake forget --entity Ana --reason "asked by Ana"
  keepsake forget --type episodic --before 2025-01-01
  keepsake forget --filter team=atlas
  keepsake forget --entity Ana --dry-run             shows what it would erase
  keepsake forget --all --confirm

A record must match every condition. A --query only previews unless --confirm; every other selector erases
at once. The records that an erased record replaced, and those of the same passage, are erased too. Exit code 3:
erased, but the verification must wait until another process closes its read.`;

/** Adds the command. */
export function addForget(program: Command, context: Context): void {
  const command = program
    .command("forget")
    .summary("erase records to the last byte, and verify it")
    .description("Erases the selected records from every index, the file, its log and its free pages.")
    .addHelpText("after", examples);
  const fieldsOf = addFlags(command, forgetInput);
  command.action((flags: Record<string, unknown>) => forget(fieldsOf(flags) as ForgetInput, context));
}

async function forget(selector: ForgetInput, context: Context): Promise<void> {
  const result = await context.withExistingMemory("forget", (memory, call) => memory.forget(selector, call));
  if (result.forgotten > 0 && !result.verified) context.exitCode = exitCodes.unproved;
  if (context.json) return context.terminal.json(result);
  if (result.preview.length > 0) return showPreview(result, selector, context);
  await context.terminal.line(verdict(result));
}

async function showPreview(
  { preview }: ForgetResult,
  { dry_run: isDry }: ForgetInput,
  { terminal }: Context,
): Promise<void> {
  const { paint, width } = terminal;
  await terminal.line(`${count(preview.length, "record")} would be forgotten:`);
  for (const { type, text, because, why = because.replaceAll("_", " ") } of preview) {
    await terminal.line(`  ${paint.red("-")} ${clip(text, width - 28)}  ${paint.dim(type)}`);
    await terminal.line(`    ${paint.dim(clip(why, width - 4))}`);
  }
  const how = isDry === true ? "Leave out --dry-run" : "Add --confirm";
  await terminal.line(`Nothing has been forgotten yet. ${how} to do it.`);
}

function verdict({ forgotten, freed_bytes, verified, unproven }: ForgetResult): string {
  if (forgotten === 0) return "Nothing matched; nothing was forgotten.";
  const done = `${count(forgotten, "record")} forgotten, ${count(freed_bytes, "byte")} freed`;
  if (unproven !== undefined) return `${done}; no index finds them any more. Not verified: ${unproven}.`;
  return verified
    ? `${done}, verified: no index finds them and the freed pages are overwritten.`
    : `${done}; not verified yet: another process's open read blocks the log. A later command completes it.`;
}
