/** `keepsake export` and `keepsake import`: the whole store as JSON Lines, and back. */
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { promises as streams } from "node:stream";
import type { Command } from "commander";
import { MemoryError } from "../../contract/errors.js";
import type { Progress } from "../../contract/memory-service.js";
import type { Context } from "../context.js";
import { linesFrom } from "../input.js";
import { count } from "../terminal.js";

const exportExamples = `
Examples:
  keepsake export > memory.jsonl
  keepsake export memory.jsonl
  keepsake export | gzip > memory.jsonl.gz

JSON Lines, a source a line, with records, times and what replaced what. The audit trail stays behind: it is
the proof of this store. The output holds everything that was remembered: keep it as you keep the store.`;

const importExamples = `
Examples:
  keepsake --db new.db import memory.jsonl
  gunzip -c memory.jsonl.gz | keepsake --db new.db import

A record whose id the store holds already is left as it is, so an import that stopped can be run again.`;

export function addExport(program: Command, context: Context): void {
  program
    .command("export")
    .summary("write the whole store as JSON Lines")
    .description("Writes every source and record as JSON Lines.")
    .argument("[file]", "where to; standard output if it is left out. Must not exist yet")
    .addHelpText("after", exportExamples)
    .action((file: string | undefined) =>
      context.withExistingMemory("export", (memory, call) => {
        const lines = memory.export(call);
        return file === undefined ? toScreen(lines, context) : toFile(lines, file, context);
      }),
    );
}

export function addImport(program: Command, context: Context): void {
  program
    .command("import")
    .summary("bring in what export wrote")
    .description("Brings in JSON Lines that export wrote, with ids, times and what replaced what.")
    .argument("[file]", "where from; standard input if it is left out")
    .addHelpText("after", importExamples)
    .action((file: string | undefined) => bringIn(file, context));
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
  // wx: an export never writes over what is there. 0600: it is as private as the store.
  const stream = createWriteStream(file, { flags: "wx", mode: 0o600 });
  await streams.pipeline(counted, stream, { signal: io.signal }).catch((cause) => abandon(file, cause));
  terminal.settle();
  if (json) await terminal.json({ file, lines: done });
  else await terminal.line(`${count(done, "line")} written to ${file}`);
}

/** Half an export would import without a complaint, so it is removed; a file that was there before is not ours. */
async function abandon(file: string, cause: NodeJS.ErrnoException): Promise<never> {
  if (cause.syscall !== "open") await rm(file, { force: true });
  throw cause.syscall === undefined ? cause : unusable("export", file, cause);
}

async function bringIn(file: string | undefined, context: Context): Promise<void> {
  const { io, terminal } = context;
  const onProgress = (progress: Progress) => terminal.progress("importing", progress);
  const stdin = file === undefined ? io.stdin : createReadStream(file);
  if (file !== undefined)
    await once(stdin, "open").catch((cause) => Promise.reject(unusable("import", file, cause)));
  const result = await context.withMemory((memory, call) =>
    memory.import(linesFrom({ stdin, signal: io.signal }), { ...call, onProgress }),
  );
  terminal.settle();
  if (context.json) return terminal.json(result);
  const { sources, records, skipped } = result;
  await terminal.line(
    `${count(records, "record")} from ${count(sources, "source")} imported, ${skipped} known already`,
  );
}

function unusable(
  action: string,
  file: string,
  cause: NodeJS.ErrnoException,
): MemoryError<"unreadable_file"> {
  const state = cause.code ?? cause.message;
  return new MemoryError("unreadable_file", `Cannot ${action}: ${file} must be usable, got ${state}`, {
    cause,
  });
}
