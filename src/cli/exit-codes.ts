/** The exit codes, and the exit code of each error. */
import { CommanderError } from "../bundled/commander.js";
import { type ErrorCode, MemoryError } from "../contract/errors.js";

/**
 * The exit codes. `usage`: the input is invalid, and the same command will fail again (a flag, a
 * text, a line of a file). `failed`: the input is valid, but the command cannot run now (a store
 * does not exist, the disk is full, a port or a file name is taken). An empty answer is a success:
 * a `recall` that finds nothing exits with `ok` and prints nothing. `unproved`: a check failed (a
 * broken audit trail, or an erasure that is not verified yet). `interrupted`: 128 + SIGINT, as in
 * shells.
 */
export const exitCodes = { ok: 0, failed: 1, usage: 2, unproved: 3, interrupted: 130 } as const;
/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * An invalid command line: printed on stderr, exits with `usage`, like the contract's
 * `invalid_input`.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An error as `--json` prints it. */
export interface ErrorDocument {
  readonly error: { readonly code: ErrorCode | "usage"; readonly message: string; readonly data?: unknown };
}

/** The exit code of an error. Commander also throws for `--help` and `--version`, which succeed. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  const isInvalid = error instanceof UsageError || MemoryError.is(error, "invalid_input");
  return isInvalid ? exitCodes.usage : exitCodes.failed;
}

/** The document of an expected error; `undefined` for a defect, whose stack is printed. */
export function errorDocument(error: unknown): ErrorDocument | undefined {
  if (error instanceof UsageError) return { error: { code: "usage", message: error.message } };
  if (!MemoryError.is(error)) return undefined;
  const { code, message, data } = error;
  return { error: data === undefined ? { code, message } : { code, message, data } };
}
