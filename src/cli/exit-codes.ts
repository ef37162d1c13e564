/** What the process says when it ends, and how a thrown value becomes that. */
import { CommanderError } from "commander";
import { type ErrorCode, MemoryError } from "../contract/errors.js";

/**
 * `usage` is for what was given and will be refused again as it is: a flag, a text, a line of a file. `failed` is for a call that was right and met a
 * world in which it cannot be done now: a store that is not there, a disk that is full, a port or a file name that is taken. An empty answer is an answer: `recall` that finds nothing ends with `ok` and prints nothing. `unproved` is for a check that ran and did
 * not hold: a broken audit trail, or an erasure that could not be verified yet. `interrupted` is 128 + SIGINT, as shells count.
 */
export const exitCodes = { ok: 0, failed: 1, usage: 2, unproved: 3, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command line that no store would take: said on stderr, ends with `usage`. What the contract refuses is `invalid_input`, and ends so too. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An error as `--json` shows it. */
export interface ErrorDocument {
  readonly error: { readonly code: ErrorCode | "usage"; readonly message: string; readonly data?: unknown };
}

/** The code to end with. Commander throws for `--help` and `--version` too: those end well. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  const wrong = error instanceof UsageError || MemoryError.is(error, "invalid_input");
  return wrong ? exitCodes.usage : exitCodes.failed;
}

/** What to show of an error that a person can act on; `undefined` for a defect, which is shown with its stack. */
export function errorDocument(error: unknown): ErrorDocument | undefined {
  if (error instanceof UsageError) return { error: { code: "usage", message: error.message } };
  if (!MemoryError.is(error)) return undefined;
  const { code, message, data } = error;
  return { error: data === undefined ? { code, message } : { code, message, data } };
}
