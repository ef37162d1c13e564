/** `keepsake remember`: remembers a text, a chat, one text per line, or files. */
import { existsSync } from "node:fs";
import type { Command } from "../../bundled/commander.js";
import type { Progress } from "../../contract/memory-service.js";
import { type AddPayload, type RememberInput, rememberInput } from "../../contract/remember.js";
import { rememberFileInput } from "../../contract/remember-file.js";
import type { Context } from "../context.js";
import { UsageError } from "../exit-codes.js";
import { addFlags, shapeOf } from "../flags.js";
import { linesFrom, messagesFrom, textFrom } from "../terminal/input.js";
import { decisionLines, paintDecision, tally, tallyText } from "../terminal/show-payloads.js";
import { rememberFiles } from "./remember-files.js";

const examples = `
Examples:
  keepsake remember "Ana moved to Lisbon in May and prefers window seats."
  keepsake remember --speaker Ana --occurred-at 2026-05-03 "I work at Siemens now."
  keepsake remember --metadata team=atlas "Always write the unit into the column name."
  git log -1 --format=%B | keepsake remember --metadata kind=commit -
  keepsake remember --dry-run "I work at Siemens now."
  keepsake remember --lines < notes.txt
  keepsake remember --messages < chat.json
  keepsake remember --file report.pdf notes/*.md

A chat is a JSON array of { "role", "content", "name"?, "at"? }. Text without information (greetings,
thanks, bare questions, known facts) is skipped, with the reason; --json shows every decision.

A file is stored passage by passage, with pages and headings, completely or not at all. The same file again changes
nothing; a newer version with the same name updates what changed. --json prints a list: a payload or an error for
each file, with its path.`;

/** Flags that say how the text is read, in addition to the contract's fields. */
interface InputFlags {
  readonly messages?: boolean;
  readonly lines?: boolean;
  readonly file?: readonly string[];
}

/** Adds the command. */
export function addRemember(program: Command, context: Context): void {
  const command = program
    .command("remember")
    .summary("remember a text, a chat or files")
    .description("Extracts facts, events and rules from a text or a chat, and stores them.")
    .argument("[text...]", "what to remember; - or nothing reads standard input")
    .option("--messages", "the text is a JSON array of chat messages")
    .option("--lines", "each line of standard input is a text of its own")
    .option("--file <path...>", "files to remember, instead of a text")
    .addHelpText("after", examples);
  const fieldsOf = addFlags(command, rememberInput, ["content"]);
  const shared = Object.keys(shapeOf(rememberInput));
  const fileFieldsOf = addFlags(command, rememberFileInput, ["path", "data", ...shared]);
  command.action(async (words: string[], flags: InputFlags) => {
    const fields = fieldsOf({ ...flags });
    const fileFields = fileFieldsOf({ ...flags });
    if (flags.file) await rememberOnlyFiles(words, { flags, fields: { ...fields, ...fileFields } }, context);
    else if (Object.keys(fileFields).length > 0) throw onlyForFiles(Object.keys(fileFields)[0]!);
    else if (flags.lines) await rememberLines(words, { flags, fields }, context);
    else await rememberOne(words, { flags, fields }, context);
  });
}

async function rememberOnlyFiles(words: string[], { flags, fields }: Given, context: Context): Promise<void> {
  if (words.length > 0 || flags.messages || flags.lines)
    throw new UsageError("Cannot remember: --file takes no text, no --messages and no --lines");
  await rememberFiles({ paths: flags.file ?? [], fields }, context);
}

function onlyForFiles(field: string): UsageError {
  return new UsageError(`Cannot remember: --${field.replaceAll("_", "-")} applies to files and needs --file`);
}

interface Given {
  readonly flags: InputFlags;
  readonly fields: Record<string, unknown>;
}

async function rememberOne(words: string[], { flags, fields }: Given, context: Context): Promise<void> {
  const text = await textFrom(words, "what to remember", context.io);
  const content = flags.messages ? messagesFrom(text) : text;
  const input = { ...fields, content } as RememberInput;
  const payload = await context.withMemory(
    (memory, call) => memory.remember(input, call),
    pathFor(fields, context),
  );
  if (context.json) return context.terminal.json(payload);
  await show(payload, context);
}

/** The store's file. A dry run on a path without a store reads an empty one and creates no file. */
function pathFor({ dry_run: isDry }: Given["fields"], { path }: Context): string {
  return isDry === true && !existsSync(path) ? ":memory:" : path;
}

async function rememberLines(words: string[], { flags, fields }: Given, context: Context): Promise<void> {
  if (words.length > 0 || flags.messages)
    throw new UsageError(
      "Cannot remember: --lines reads standard input, and takes no text and no --messages",
    );
  if ("idempotency_key" in fields)
    throw new UsageError("Cannot remember: --idempotency-key names one text, and --lines reads many");
  const payloads: AddPayload[] = [];
  await context.withMemory(
    async (memory, call) => {
      const onProgress = (progress: Progress) => context.terminal.progress("remembering", progress);
      for await (const payload of memory.rememberMany(inputs(fields, context), { ...call, onProgress }))
        payloads.push(payload);
    },
    pathFor(fields, context),
  );
  context.terminal.settle();
  if (context.json) return context.terminal.json(payloads);
  await context.terminal.line(headOf(payloads));
}

async function* inputs(fields: Record<string, unknown>, { io }: Context): AsyncGenerator<RememberInput> {
  for await (const content of linesFrom(io)) yield { ...fields, content } as RememberInput;
}

async function show(payload: AddPayload, { terminal }: Context): Promise<void> {
  await terminal.line(headOf([payload]));
  for (const line of decisionLines(payload))
    await terminal.line(paintDecision(line, terminal.paint, terminal.width));
}

function headOf(payloads: readonly AddPayload[]): string {
  const text = tallyText(tally(payloads.flatMap(decisionLines)));
  return payloads.some(({ dry_run: isDry }) => isDry) ? `dry run, nothing is written: ${text}` : text;
}
