/** `keepsake recall` and `keepsake profile`: text for a prompt, with and without a question. */
import type { Command } from "../../bundled/commander.js";
import { type ProfileInput, profileInput } from "../../contract/profile.js";
import { type RecallInput, recallInput } from "../../contract/recall.js";
import type { Context } from "../context.js";
import { addFlags } from "../flags.js";
import { textFrom } from "../terminal/input.js";
import { explanationText, foundNothing, profileText, proseText } from "../terminal/show-payloads.js";

const recallExamples = `
Examples:
  keepsake recall "Where does Ana live?"
  keepsake recall --as-of 2026-04-01 "Where does Ana live?"
  keepsake recall --types procedural --token-budget 200 "How do I deploy?"
  keepsake recall --filter team=atlas --filter 'size>=3' "What did we decide?"
  keepsake recall --explain "When is the deadline?"

If nothing in memory answers, nothing is printed and the exit code is 0: an empty answer is not an error.`;

/** Adds the command `recall`. */
export function addRecall(program: Command, context: Context): void {
  const command = program
    .command("recall")
    .summary("answer a question from memory, as prose")
    .description("Answers a question with dated prose by type, ready for a prompt, inside a token budget.")
    .argument("[question...]", "the question; - or nothing reads standard input")
    .addHelpText("after", recallExamples);
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

const profileExamples = `
Examples:
  keepsake profile
  keepsake profile --speaker Ana --token-budget 200
  keepsake --json profile --filter user=ana

If nothing is known about the user, nothing is printed and the exit code is 0.`;

/** Adds the command `profile`. */
export function addProfile(program: Command, context: Context): void {
  const command = program
    .command("profile")
    .summary("show what a prompt should always contain about a user")
    .description("Shows who the user is, what is true now, their standing rules, and recent events.")
    .addHelpText("after", profileExamples);
  const fieldsOf = addFlags(command, profileInput);
  command.action(async (flags: Record<string, unknown>) => {
    const { terminal } = context;
    const payload = await context.withExistingMemory("read the profile", (memory, call) =>
      memory.profile(fieldsOf(flags) as ProfileInput, call),
    );
    if (context.json) return terminal.json(payload);
    const width = context.io.stdout.isTTY ? terminal.width : Number.POSITIVE_INFINITY;
    const text = profileText(payload, terminal.paint, width);
    if (text !== "") return terminal.line(text);
    if (terminal.watched) await terminal.remark("Nothing is known about the user.");
  });
}
