/** `keepsake import`: what `export` wrote, or the export of another system. */
import { rm, writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { MemoryError } from "../../contract/errors.js";
import type { Progress } from "../../contract/memory-service.js";
import { type MigrationFormat, migrationFormats } from "../../migrate/format-names.js";
import type { MigrationReport, NotCarried } from "../../migrate/report.js";
import type { Context } from "../context.js";
import { UsageError } from "../exit-codes.js";
import { openFile, unwritable } from "../files.js";
import { linesFrom } from "../input.js";
import { clip, count } from "../terminal.js";

const examples = `
Examples:
  keepsake --db new.db import memory.jsonl
  gunzip -c memory.jsonl.gz | keepsake --db new.db import
  keepsake import --from mem0 mem0.json
  keepsake import --from chatgpt --speaker Ana --dry-run conversations.json
  keepsake import --from letta agent.af --report report.json
  keepsake import --from cogx archive/

A record whose id the store holds already is left as it is, so an import that stopped can be run again. With --from
the file is read whole before anything is kept: memories and facts are kept as they are, conversations are
remembered, and what was not carried is told with its reason.`;

interface ImportFlags {
  readonly from?: MigrationFormat;
  readonly speaker?: string;
  readonly dryRun?: boolean;
  readonly report?: string;
}

export function addImport(program: Command, context: Context): void {
  program
    .command("import")
    .summary("bring in what export wrote, or another system's export")
    .description("Brings in JSON Lines that export wrote, or the memories of another system.")
    .argument("[file]", "where from; standard input if it is left out. For cogx a folder")
    .addOption(new Option("--from <system>", "whose export it is").choices(migrationFormats))
    .option("--speaker <name>", "with --from: who the user is; resolves I and my")
    .option("--dry-run", "with --from: report, and keep nothing")
    .option("--report <file>", "with --from: write the report as JSON. Must not exist yet")
    .addHelpText("after", examples)
    .action((file: string | undefined, { from, ...flags }: ImportFlags) => {
      if (from !== undefined) return bringOver(file, { from, ...flags }, context);
      const [alone] = Object.keys(flags);
      if (alone === undefined) return bringIn(file, context);
      const name = alone.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw new UsageError(`Cannot import: --${name} needs --from`);
    });
}

async function bringIn(file: string | undefined, context: Context): Promise<void> {
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

/** A file that export did not write may be another system's: then `--from` is what was missing. */
async function hint(error: unknown, file: string | undefined): Promise<never> {
  if (file === undefined || !MemoryError.is(error, "invalid_input")) throw error;
  const { detectFormat } = await import("../../migrate/index.js");
  const format = await detectFormat(file).catch((cause) => {
    // What detection has to say against the file, import has said already.
    if (MemoryError.is(cause)) return undefined;
    throw cause;
  });
  if (format === undefined) throw error;
  throw new UsageError(`Cannot import: ${file} looks like an export of ${format}; add --from ${format}`);
}

interface Migration extends ImportFlags {
  readonly from: MigrationFormat;
}

async function bringOver(file: string | undefined, flags: Migration, context: Context): Promise<void> {
  if (file === undefined)
    throw new UsageError("Cannot import: with --from a file must be named, because it is read twice");
  const { report, ...given } = flags;
  const { json, terminal } = context;
  if (report !== undefined) await reserve(report);
  const told = await migrateFile(file, given, context).catch((error) => abandon(error, report));
  terminal.settle();
  if (report !== undefined) await writeFile(report, `${JSON.stringify(told, null, 2)}\n`);
  if (json) return terminal.json(told);
  for (const line of reportLines(told, terminal.width)) await terminal.line(line);
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

/** Whether the report can be written is known before anything is brought in, not after. */
async function reserve(report: string): Promise<void> {
  await writeFile(report, "", { flag: "wx", mode: 0o600 }).catch((cause) =>
    Promise.reject(unwritable("write the report", report, cause)),
  );
}

async function abandon(error: unknown, report: string | undefined): Promise<never> {
  if (report !== undefined) await rm(report, { force: true });
  throw error;
}

function* reportLines(told: MigrationReport, width: number): Generator<string> {
  const { carried, imported, remembered, not_carried } = told;
  if (told.dry_run) {
    const kinds = Object.entries(carried).map(([kind, number]) => times(number, kind));
    yield `Would carry ${kinds.join(", ")}. Nothing was kept.`;
  } else {
    yield `${count(imported.records, "record")} from ${count(imported.sources, "source")} imported, ${imported.known} known already`;
    if (remembered.conversations > 0)
      yield `${count(remembered.conversations, "conversation")} remembered: ${count(remembered.records, "record")}`;
  }
  if (not_carried.length > 0) yield "Not carried:";
  for (const one of not_carried) yield `  ${clip(lossText(one), width - 2)}`;
}

/** Kinds are the other system's words, and not all of them take an s. */
function times(number: number, kind: string): string {
  return `${number.toLocaleString("en")} × ${kind}`;
}

function lossText({ kind, reason, count: number, places }: NotCarried): string {
  const more = number > places.length ? ", …" : "";
  return `${times(number, kind)}: ${reason} (${places.join(", ")}${more})`;
}
