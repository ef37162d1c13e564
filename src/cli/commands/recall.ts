/** `keepsake recall`: answers a question with prose for a prompt. */
import type { Command } from "commander";
import { type RecallInput, recallInput } from "../../contract/recall.js";
import type { Context } from "../context.js";
import { addFlags } from "../flags.js";
import { textFrom } from "../input.js";
import { explanationText, foundNothing, proseText } from "../show-prose.js";

const examples = `
Examples:
  keepsake recall "Where does Ana live?"
  keepsake recall --as-of 2026-04-01 "Where does Ana live?"
  keepsake recall --types procedural --token-budget 200 "How do I deploy?"
  keepsake recall --filter team=atlas --filter 'size>=3' "What did we decide?"
  keepsake recall --explain "When is the deadline?"

Where nothing in memory answers, nothing is printed and the exit code is 0: an empty answer is not an error.`;

/** Adds the command. */
export function addRecall(program: Command, context: Context): void {
  const command = program
    .command("recall")
    .summary("answer a question from memory, as prose")
    .description("Answers a question with dated prose by type, ready for a prompt, inside a token budget.")
    .argument("[question...]", "the question; - or nothing reads standard input")
    .addHelpText("after", examples);
  const fieldsOf = addFlags(command, recallInput, ["query"]);
  command.action(async (words: string[], flags: Record<string, unknown>) => {
    const query = await textFrom(words, "the question", context.io);
    await recall({ ...fieldsOf(flags), query } as RecallInput, context);
  });
}

async function recall(input: RecallInput, context: Context): Promise<void> {
  const { terminal } = context;
  const payload = await context.withExistingMemory("recall", (memory, call) => memory.recall(input, call));
  if (context.json) return terminal.json(payload);
  if (foundNothing(payload)) {
    if (terminal.watched) await terminal.remark("Nothing in memory answers that.");
    return;
  }
  // Piped prose goes into a prompt, so its lines are not wrapped.
  const width = context.io.stdout.isTTY ? terminal.width : Number.POSITIVE_INFINITY;
  await terminal.line(proseText(payload, terminal.paint, width));
  if (payload.records) await terminal.line(`\n${explanationText(payload, terminal.paint, terminal.width)}`);
}
