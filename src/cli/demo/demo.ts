/** `keepsake demo`: remembers, asks, forgets and proves it, in a temporary store. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "../../bundled/commander.js";
import { MemoryError } from "../../contract/errors.js";
import type { Context } from "../context.js";
import { exitCodes } from "../exit-codes.js";
import { auditAct, type ForgetReport, forgetAct } from "./forget-and-prove.js";
import { askAct, rememberAct } from "./remember-and-ask.js";
import { readConversation, type Stage, say } from "./stage.js";

const examples = `
Examples:
  keepsake demo
  keepsake --db mirjam.db demo     keeps the store, for more questions
  keepsake --json demo             all results as one document

Without --db the store is in a temporary folder that is removed at the end.`;

/** Adds the command. */
export function addDemo(program: Command, context: Context): void {
  program
    .command("demo")
    .summary("watch it remember, answer, forget and prove it")
    .description(
      "Remembers a year of conversation, answers questions about it, forgets a person, and proves it.",
    )
    .addHelpText("after", examples)
    .action(() => demo(context));
}

async function demo(context: Context): Promise<void> {
  if (context.namedPath !== undefined) return playKept(context.namedPath, context);
  const folder = await mkdtemp(join(tmpdir(), "keepsake-"));
  try {
    await play(join(folder, "demo.db"), context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function playKept(path: string, context: Context): Promise<void> {
  if (existsSync(path))
    throw new MemoryError(
      "unreadable_file",
      `Cannot play the demo: --db must be a new file, got ${path}, which exists`,
      {},
    );
  await play(path, context);
  if (!context.json)
    await context.terminal.line(`\nThe store is kept: keepsake --db ${path} recall "Who is Kofi?"`);
}

async function play(path: string, context: Context): Promise<void> {
  const conversation = await readConversation();
  const { terminal, json } = context;
  const report = await context.withMemory(async (memory, call) => {
    const stage: Stage = { memory, call, terminal, silent: json, path };
    const remembered = await rememberAct(stage, conversation);
    const answers = await askAct(stage);
    const forgotten = await forgetAct(stage);
    const audit = await auditAct(stage);
    if (!isProved(forgotten) || !audit.verdict.valid) context.exitCode = exitCodes.unproved;
    if (!context.namedPath) await say(stage, terminal.paint.dim("\nThe temporary store has been removed."));
    return { remembered, answers, forgotten, audit };
  }, path);
  if (json) await terminal.json(report);
}

/** Whether the erasure is verified, and not one byte of the name is left. */
function isProved({ result, after, recalled }: ForgetReport): boolean {
  return result.verified && after.every(({ times }) => times === 0) && !recalled;
}
