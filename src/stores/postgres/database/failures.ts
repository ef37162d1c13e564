/**
 * Translates errors of PostgreSQL into keepsake's. Messages name the action, never content or SQL.
 */
import { MemoryError } from "../../../contract/errors.js";

/**
 * Returns the `MemoryError` for a failure of the server or of the connection; returns other errors
 * unchanged.
 */
export function namedFailure(error: unknown, action: string, busyTimeoutMs: number): unknown {
  if (error instanceof MemoryError) return error;
  const code = codeOf(error);
  if (code === undefined) return lostConnection.test(messageOf(error)) ? unreachable(action, error) : error;
  if (busyCodes.has(code)) return busy(action, busyTimeoutMs, error);
  if (code === "53100" || code === "ENOSPC")
    return new MemoryError(
      "disk_full",
      `Cannot ${action}: the server's disk must have free space, and is full`,
      {
        cause: error,
      },
    );
  if (code === "25006")
    return new MemoryError(
      "read_only",
      `Cannot ${action}: the server must accept writes, and is read-only, as a replica is`,
      { cause: error },
    );
  if (code === "42501")
    return new MemoryError(
      "read_only",
      `Cannot ${action}: the role must own keepsake's tables, or have been granted them`,
      { cause: error },
    );
  return isOfConnection(code) ? unreachable(action, error) : error;
}

/** lock_not_available, deadlock_detected, serialization_failure, too_many_connections */
const busyCodes = new Set(["55P03", "40P01", "40001", "53300"]);

/** Messages of the driver that have no code. */
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

function isOfConnection(code: string): boolean {
  return /^(?:08|57P|E[A-Z]+$)/.test(code);
}

function busy(action: string, timeoutMs: number, cause: unknown): MemoryError<"busy"> {
  return new MemoryError(
    "busy",
    `Cannot ${action}: other writers of this store must finish within ${timeoutMs} ms, and did not`,
    { data: { timeoutMs }, cause },
  );
}

function unreachable(action: string, cause: unknown): MemoryError<"io_failed"> {
  const message = `Cannot ${action}: the connection to PostgreSQL must stay open, and failed`;
  return new MemoryError("io_failed", message, { cause });
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
