/** `keepsake export`: writes the whole store as JSON Lines, as a COGX archive, or as Markdown. */
import { open, rm } from "node:fs/promises";
import { promises as streams } from "node:stream";
import { type Command, Option } from "../../bundled/commander.js";
import type { CallOptions, MemoryService } from "../../contract/memory-service.js";
import type { Context } from "../context.js";
import { UsageError } from "../exit-codes.js";
import { unwritable } from "../terminal/input.js";
import { count } from "../terminal/terminal.js";

const examples = `
Examples:
  keepsake export > memory.jsonl
  keepsake export memory.jsonl
  keepsake export | gzip > memory.jsonl.gz
  keepsake export --format markdown memory.md
  keepsake export --format cogx archive/

jsonl: one source per line, with records, times and replacements; keepsake import restores all of it. markdown:
for people, by subject and type; its head lists what it omits. cogx: a folder in cognee's exchange format.
The audit trail is not exported: it belongs to this store. The output contains everything that was remembered:
protect it like the store.`;

interface ExportFlags {
  readonly format: "jsonl" | "cogx" | "markdown";
  readonly includeSuperseded?: boolean;
}

/** Adds the command. */
export function addExport(program: Command, context: Context): void {
  program
    .command("export")
    .summary("write the whole store as JSON Lines, COGX or Markdown")
    .description("Writes everything that was remembered: for keepsake, for other systems, or for people.")
    .argument(
      "[file]",
      "the output file, which must not exist yet; standard output without it. For cogx a folder",
    )
    .addOption(
      new Option("--format <name>", "the format").choices(["jsonl", "cogx", "markdown"]).default("jsonl"),
    )
    .option("--include-superseded", "markdown: include records that are no longer true")
    .addHelpText("after", examples)
    .action((file: string | undefined, flags: ExportFlags) => exportAs(file, flags, context));
}

async function exportAs(file: string | undefined, flags: ExportFlags, context: Context): Promise<void> {
  if (flags.includeSuperseded && flags.format !== "markdown")
    throw new UsageError("Cannot export: --include-superseded belongs to --format markdown");
  if (flags.format === "cogx" && file === undefined)
    throw new UsageError("Cannot export: --format cogx writes a folder, which must be named");
  await context.withExistingMemory("export", async (memory, call) => {
    if (flags.format === "cogx" && file !== undefined) return toArchive(memory, file, context);
    const lines = await linesOf(memory, flags, call);
    return file === undefined ? toScreen(lines, context) : toFile(lines, file, context);
  });
}

async function linesOf(
  memory: MemoryService,
  { format, includeSuperseded = false }: ExportFlags,
  call: Required<CallOptions>,
): Promise<AsyncIterable<string>> {
  if (format === "jsonl") return memory.export(call);
  const { exportMarkdown } = await import("../../migrate/index.js");
  return exportMarkdown(memory, { ...call, includeSuperseded });
}

async function toArchive(memory: MemoryService, folder: string, context: Context): Promise<void> {
  const { io, json, terminal } = context;
  const { exportCogx } = await import("../../migrate/index.js");
  const { counts } = await exportCogx(memory, {
    folder,
    signal: io.signal,
    onProgress: (progress) => terminal.progress("exporting", progress),
  });
  terminal.settle();
  if (json) return terminal.json({ folder, counts });
  const total = Object.values(counts).reduce((sum, number) => sum + number, 0);
  await terminal.line(`${count(total, "COGX record")} written to ${folder}`);
}

async function toScreen(lines: AsyncIterable<string>, { terminal }: Context): Promise<void> {
  for await (const line of lines) await terminal.line(line);
}

async function toFile(
  lines: AsyncIterable<string>,
  file: string,
  { io, json, terminal }: Context,
): Promise<void> {
  let done = 0;
  async function* counted() {
    for await (const line of lines) {
      yield `${line}\n`;
      done += 1;
      terminal.progress("exporting", { done });
    }
  }
  // wx: an export never overwrites a file. 0600: it is as private as the store.
  const handle = await open(file, "wx", 0o600).catch((cause) => {
    throw unwritable("export", file, cause);
  });
  const stream = handle.createWriteStream();
  await streams.pipeline(counted, stream, { signal: io.signal }).catch((cause) => abandon(file, cause));
  terminal.settle();
  if (json) await terminal.json({ file, lines: done });
  else await terminal.line(`${count(done, "line")} written to ${file}`);
}

/** Removes an incomplete export, which could be imported without an error. */
async function abandon(file: string, cause: NodeJS.ErrnoException): Promise<never> {
  await rm(file, { force: true });
  throw cause.syscall === undefined ? cause : unwritable("export", file, cause);
}
