/** Converts thrown values into errors for MCP clients. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { type ErrorCode, MemoryError } from "../contract/errors.js";
import { errorStatus } from "../contract/http.js";

/**
 * The key in `_meta` of a tool's error that contains its code and data for programs. The message is
 * for the model.
 */
export const errorMetaKey = "keepsake/error";

/** How errors are shown and reported. */
export interface FailureParts {
  /** Whether the client is remote, so that no message may describe this machine. */
  readonly remote: boolean;
  /** Called with errors that the client must not see. */
  readonly onDefect: (error: unknown) => void;
}

/**
 * An error that a client may see. Over a network a defect becomes `service_failed`, and only
 * `onDefect` gets the original error.
 */
export function shownError(error: unknown, action: string, { remote, onDefect }: FailureParts): MemoryError {
  if (MemoryError.is(error) && !(remote && describesTheMachine(error.code))) return error;
  onDefect(error);
  const what = remote || !(error instanceof Error) ? "it failed" : error.message;
  return new MemoryError("service_failed", `Cannot ${action}: the service must work, got: ${what}`, {
    cause: error,
    data: { status: 500 },
  });
}

/** Codes of the store, its file and its parts. Their messages may contain paths and packages. */
function describesTheMachine(code: ErrorCode): boolean {
  return errorStatus[code] === 500 || code === "unreadable_file";
}

/** The result of a tool call that failed. */
export function errorResult({ code, message, data }: MemoryError): CallToolResult {
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    _meta: { [errorMetaKey]: data === undefined ? { code } : { code, data: { ...data } } },
  };
}
