/** What a thrown value becomes in front of a client. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { type ErrorCode, MemoryError } from "../contract/errors.js";
import { errorStatus } from "../contract/http.js";

/** Where a tool's error carries its code and data for programs; the message is for the model. */
export const errorMetaKey = "keepsake/error";

export interface FailureParts {
  /** Whether the client is somebody else's: then no message may speak of this machine. */
  readonly remote: boolean;
  readonly onDefect: (error: unknown) => void;
}

/** An error as a client may see it. Over a wire a defect becomes `service_failed`, and what it was is told to `onDefect` alone. */
export function shownError(error: unknown, action: string, { remote, onDefect }: FailureParts): MemoryError {
  if (MemoryError.is(error) && !(remote && speaksOfTheMachine(error.code))) return error;
  onDefect(error);
  const what = remote || !(error instanceof Error) ? "it failed" : error.message;
  return new MemoryError("service_failed", `Cannot ${action}: the service must work, got: ${what}`, {
    cause: error,
    data: { status: 500 },
  });
}

/** Codes of the store, its file and its parts: their messages may name paths and packages. */
function speaksOfTheMachine(code: ErrorCode): boolean {
  return errorStatus[code] === 500 || code === "unreadable_file";
}

export function errorResult({ code, message, data }: MemoryError): CallToolResult {
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    _meta: { [errorMetaKey]: data === undefined ? { code } : { code, data: { ...data } } },
  };
}
