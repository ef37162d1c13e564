/**
 * Converts a thrown value into an error response: a status and
 * `{ detail: [{ type, loc, msg, input, ctx? }] }`.
 */
import { type ErrorCode, MemoryError } from "../../contract/errors.js";
import { type ErrorDetail, errorStatus } from "../../contract/http.js";
import { issueDetails, RequestRefused } from "./validation.js";

/** The response to an error, and what is logged about it. */
export interface Failure {
  readonly status: number;
  readonly detail: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;
  /** The stable code for the log. */
  readonly code: string;
  /** The thrown value if it is a defect of keepsake. Only for the log. */
  readonly defect?: unknown;
}

/** Status for a client that disconnected before the response, for the log (nginx's convention). */
export const clientClosed = 499;

/** When to repeat a refused call, in seconds. A write lock is taken for milliseconds. */
const retryAfterS: Partial<Record<ErrorCode, number>> = { busy: 1, closed: 1, unreachable: 1, io_failed: 1 };

/** Messages for errors whose own message may name files, models or packages of the machine. */
const publicMessages: Partial<Record<ErrorCode, string>> = {
  closed: "The service is shutting down",
  unreachable: "The store cannot be reached now",
  io_failed: "The store cannot be read or written now",
};

/** The `loc` of errors that are not about one field of the body. */
const locations: Partial<Record<ErrorCode, ErrorDetail["loc"]>> = {
  insufficient_balance: ["wallet_balance"],
  storage_limit_reached: ["memory", "storage_limit"],
  quota_exceeded: ["operations", "limit"],
  rate_limited: ["key"],
  unreadable_file: ["body", "data"],
  not_found: ["body", "id"],
};

/** The failure for any thrown value. No message has a path, a stack or data of another tenant. */
export function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof RequestRefused) {
    const { status, detail, headers } = error;
    return { status, detail, headers, code: detail[0]?.type ?? "refused" };
  }
  if (signal.aborted) return { status: clientClosed, detail: [], headers: {}, code: "client_closed" };
  return MemoryError.is(error) ? named(error) : internal("internal_error", error);
}

function named(error: MemoryError): Failure {
  const { code } = error;
  const status = errorStatus[code];
  if (status === 500) return internal(code, error);
  if (MemoryError.is(error, "invalid_input"))
    return { status, detail: issueDetails(error.data.issues), headers: {}, code };
  const after = retryAfter(error);
  const msg = publicMessages[code] ?? error.message;
  const ctx = error.data === undefined ? {} : { ctx: { ...error.data } };
  return {
    status,
    detail: [{ type: code, loc: [...(locations[code] ?? [])], msg, input: null, ...ctx }],
    headers: after === undefined ? {} : { "retry-after": String(after) },
    code,
  };
}

function retryAfter(error: MemoryError): number | undefined {
  if (MemoryError.is(error, "rate_limited") || MemoryError.is(error, "overloaded"))
    return Math.max(1, Math.ceil((error.data.retryAfterMs ?? 1000) / 1000));
  return retryAfterS[error.code];
}

function internal(code: string, defect: unknown): Failure {
  const detail = [{ type: code, loc: [], msg: "Internal Server Error", input: null }];
  return { status: 500, detail, headers: {}, code, defect };
}
