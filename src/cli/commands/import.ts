/** `keepsake import`: imports what `export` wrote, or the export of another system. */
import { rm, writeFile } from "node:fs/promises";
import { type Command, Option } from "../../bundled/commander.js";
import { MemoryError } from "../../contract/errors.js";
import type { Progress } from "../../contract/memory-service.js";
import { type MigrationFormat, migrationFormats } from "../../migrate/options.js";
import type { MigrationReport, NotCarried } from "../../migrate/report.js";
import type { Context } from "../context.js";
import { UsageError } from "../exit-codes.js";
import { linesFrom, openFile, unwritable } from "../terminal/input.js";
import { clip, count } from "../terminal/terminal.js";

const examples = `
Examples:
  keepsake --db new.db import memory.jsonl
  gunzip -c memory.jsonl.gz | keepsake --db new.db import
  keepsake import --from mem0 mem0.json
  keepsake import --from chatgpt --speaker Ana --dry-run conversations.json
  keepsake import --from letta agent.af --report report.json
  keepsake import --from cogx archive/

A record whose id the store already has is skipped, so an interrupted import can be run again. With --from
the whole file is checked before anything is stored: memories and facts are stored as they are, conversations are
remembered, and everything that was not imported is listed with the reason.`;

interface ImportFlags {
  readonly from?: MigrationFormat;
  readonly speaker?: string;
  readonly dryRun?: boolean;
  readonly report?: string;
}

/** Adds the command. */
export function addImport(program: Command, context: Context): void {
  program
    .command("import")
    .summary("import what export wrote, or another system's export")
    .description("Imports the JSON Lines of export, or the memories of another system.")
    .argument("[file]", "the input file; standard input without it. For cogx a folder")
    .addOption(new Option("--from <system>", "the system that wrote it").choices(migrationFormats))
    .option("--speaker <name>", "with --from: the user's name, to which I and my refer")
    .option("--dry-run", "with --from: report, and store nothing")
    .option("--report <file>", "with --from: write the report as JSON. Must not exist yet")
    .addHelpText("after", examples)
    .action((file: string | undefined, { from, ...flags }: ImportFlags) => {
      if (from !== undefined) return migrateInto(file, { from, ...flags }, context);
      const [alone] = Object.keys(flags);
      if (alone === undefined) return importLines(file, context);
      const name = alone.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw new UsageError(`Cannot import: --${name} needs --from`);
    });
}

async function importLines(file: string | undefined, context: Context): Promise<void> {
  const { io, terminal } = context;
  const onProgress = (progress: Progress) => terminal.progress("importing", progress);
  const stdin = file === undefined ? io.stdin : (await openFile("import", file)).createReadStream();
  const result = await context
    .withMemory((memory, call) =>
      memory.import(linesFrom({ stdin, signal: io.signal }), { ...call, onProgress }),
    )
    .catch((error) => hint(error, file));
  terminal.settle();
  if (context.json) return terminal.json(result);
  const { sources, records, skipped } = result;
  await terminal.line(
    `${count(records, "record")} from ${count(sources, "source")} imported, ${skipped} known already`,
  );
}

/**
 * A file that `export` did not write may be an export of another system. Then the error asks for
 * `--from`.
 */
async function hint(error: unknown, file: string | undefined): Promise<never> {
  if (file === undefined || !MemoryError.is(error, "invalid_input")) throw error;
  const { detectFormat } = await import("../../migrate/index.js");
  const format = await detectFormat(file).catch((cause) => {
    // The import has already reported the problem of the file.
    if (MemoryError.is(cause)) return undefined;
    throw cause;
  });
  if (format === undefined) throw error;
  throw new UsageError(`Cannot import: ${file} looks like an export of ${format}; add --from ${format}`);
}

interface Migration extends ImportFlags {
  readonly from: MigrationFormat;
}

async function migrateInto(file: string | undefined, flags: Migration, context: Context): Promise<void> {
  if (file === undefined)
    throw new UsageError("Cannot import: with --from a file must be named, because it is read twice");
  const { report, ...given } = flags;
  const { json, terminal } = context;
  if (report !== undefined) await reserve(report);
  const result = await migrateFile(file, given, context).catch((error) => abandon(error, report));
  terminal.settle();
  if (report !== undefined) await writeFile(report, `${JSON.stringify(result, null, 2)}\n`);
  if (json) return terminal.json(result);
  for (const line of reportLines(result, terminal.width)) await terminal.line(line);
}

async function migrateFile(file: string, flags: Migration, context: Context): Promise<MigrationReport> {
  const { migrate } = await import("../../migrate/index.js");
  return context.withMemory((memory, call) =>
    migrate(memory, {
      ...flags,
      ...call,
      file,
      onProgress: (progress) => context.terminal.progress("importing", progress),
    }),
  );
}

/** Creates the report's file first, so that a failure shows before the import. */
async function reserve(report: string): Promise<void> {
  await writeFile(report, "", { flag: "wx", mode: 0o600 }).catch((cause) =>
    Promise.reject(unwritable("write the report", report, cause)),
  );
}

async function abandon(error: unknown, report: string | undefined): Promise<never> {
  if (report !== undefined) await rm(report, { force: true });
  throw error;
}

function* reportLines(result: MigrationReport, width: number): Generator<string> {
  const { carried, imported, remembered, not_carried } = result;
  if (result.dry_run) {
    const kinds = Object.entries(carried).map(([kind, number]) => times(number, kind));
    yield `Would import ${kinds.join(", ")}. Nothing was stored.`;
  } else {
    yield `${count(imported.records, "record")} from ${count(imported.sources, "source")} imported, ${imported.known} known already`;
    if (remembered.conversations > 0)
      yield `${count(remembered.conversations, "conversation")} remembered: ${count(remembered.records, "record")}`;
  }
  if (not_carried.length > 0) yield "Not imported:";
  for (const one of not_carried) yield `  ${clip(lossText(one), width - 2)}`;
}

/** Kinds are words of the other system, whose plural may not end in s. */
function times(number: number, kind: string): string {
  return `${number.toLocaleString("en")} × ${kind}`;
}

function lossText({ kind, reason, count: number, places }: NotCarried): string {
  const more = number > places.length ? ", …" : "";
  return `${times(number, kind)}: ${reason} (${places.join(", ")}${more})`;
}
