/** `keepsake records`, `history` and `details`: what is in the store. */
import type { Command } from "../../bundled/commander.js";
import type { DetailsPayload } from "../../contract/details.js";
import { type MemoryRecord, type Page, type RecordsInput, recordsInput } from "../../contract/record.js";
import { periodOf, shortPeriod } from "../../rendering/period-words.js";
import type { Context } from "../context.js";
import { addFlags } from "../flags.js";
import { clip } from "../terminal/terminal.js";

const recordsExamples = `
Examples:
  keepsake records --types procedural
  keepsake records --entity Ana --property home --include-superseded
  keepsake records --after 2026-05-01 --filter team=atlas --limit 20
  keepsake --json records --limit 1000

Prints one page; --cursor selects the next one.`;

const historyExamples = `
Example:
  keepsake history 0198f0a2-7c1e-7b7e-9a53-2f3c7e1d4b60

Shows the chain of updates of the record, oldest first: each value with the period for which it was true.`;

/** Adds the command `records`. */
export function addRecords(program: Command, context: Context): void {
  const command = program
    .command("records")
    .summary("list records")
    .description("Lists records, oldest first, page by page.")
    .addHelpText("after", recordsExamples);
  const fieldsOf = addFlags(command, recordsInput);
  command.action(async (flags: Record<string, unknown>) => {
    const page = await context.withExistingMemory("list records", (memory, call) =>
      memory.records(fieldsOf(flags) as RecordsInput, call),
    );
    await show(page, context);
  });
}

/** Adds the command `history`. */
export function addHistory(program: Command, context: Context): void {
  program
    .command("history")
    .summary("show what a record replaced, and what replaced it")
    .description("Shows the chain of updates of a record, oldest first.")
    .argument("<id>", "the record's id")
    .addHelpText("after", historyExamples)
    .action(async (id: string) => {
      const page = await context.withExistingMemory("read the history", (memory, call) =>
        memory.history(id, call),
      );
      await show(page, context);
    });
}

async function show(page: Page<MemoryRecord>, { json, terminal }: Context): Promise<void> {
  if (json) return terminal.json(page);
  const { paint, width } = terminal;
  for (const record of page.items) {
    await terminal.line(`${paint.dim(record.id)}  ${record.type}${validity(record)}`);
    await terminal.line(`  ${clip(record.text, width - 2)}`);
  }
  if (page.next_cursor !== null) await terminal.remark(`more: --cursor ${page.next_cursor}`);
}

function validity(record: MemoryRecord): string {
  const { valid_from, valid_to } = record;
  const since = valid_from === null ? shortPeriod(periodOf(record)) : valid_from.slice(0, 10);
  return valid_to === null ? `  ${since}` : `  ${since} to ${valid_to.slice(0, 10)}`;
}

/** Adds the command `details`. */
export function addDetails(program: Command, context: Context): void {
  program
    .command("details")
    .summary("show the store's name, size and usage")
    .description("Shows the store's name, its size and its usage.")
    .action(async () => {
      const payload = await context.withExistingMemory("read the details", (memory, call) =>
        memory.details(call),
      );
      if (context.json) return context.terminal.json(payload);
      const { paint } = context.terminal;
      for (const [name, value] of rows(payload))
        await context.terminal.line(`${paint.dim(name.padEnd(10))} ${value}`);
    });
}

function rows({ memory, plan, wallet_balance }: DetailsPayload): [string, string][] {
  const { usage } = memory;
  return [
    ["store", `${memory.name}  ${memory.id}`],
    ["storage", `${grouped(memory.storage_used)} of ${grouped(memory.storage_limit)} bytes`],
    ["requests", grouped(usage.requests)],
    ["tokens", grouped(usage.tokens)],
    ["plan", plan.name],
    ...(plan.token_rate > 0
      ? ([
          ["spent", `${usage.spend} USD`],
          ["wallet", `${wallet_balance} USD`],
        ] as [string, string][])
      : []),
  ];
}

function grouped(number: number): string {
  return number.toLocaleString("en");
}
