/**
 * `keepsake profile`: shows what a prompt should always contain about a user, without a question.
 */
import type { Command } from "commander";
import { type ProfileInput, profileInput } from "../../contract/profile.js";
import type { Context } from "../context.js";
import { addFlags } from "../flags.js";
import { profileText } from "../show-prose.js";

const examples = `
Examples:
  keepsake profile
  keepsake profile --speaker Ana --token-budget 200
  keepsake --json profile --filter user=ana

Where nothing is known of the user, nothing is printed and the exit code is 0.`;

/** Adds the command. */
export function addProfile(program: Command, context: Context): void {
  const command = program
    .command("profile")
    .summary("show what a prompt should always contain about a user")
    .description("Shows who the user is, what is true now, their standing rules, and recent events.")
    .addHelpText("after", examples);
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
    if (terminal.watched) await terminal.remark("Nothing is known of the user.");
  });
}
