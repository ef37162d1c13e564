/** What a thrown value becomes on the wire: a status and `{ detail: [{ type, loc, msg, input, ctx? }] }`. */
import { type ErrorCode, MemoryError } from "../../contract/errors.js";
import { type ErrorDetail, errorStatus } from "../../contract/http.js";
import { RequestRefused } from "./request-refused.js";
import { issueDetails } from "./validation.js";

/** An error's answer, and what the log is told of it. */
export interface Failure {
  readonly status: number;
  readonly detail: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;
  /** Stable word for the log. */
  readonly code: string;
  /** Set where it is a defect of ours, for the log alone. */
  readonly defect?: unknown;
}

/** The client went away before it was answered: nobody reads this status (nginx's convention). */
export const clientClosed = 499;

/** Seconds after which a refused call is worth another try. A write lock is held for milliseconds. */
const retryAfterS: Partial<Record<ErrorCode, number>> = { busy: 1, closed: 1, unreachable: 1, io_failed: 1 };

/** Sentences of errors whose own message may speak of the machine: its files, its models, its packages. */
const discreet: Partial<Record<ErrorCode, string>> = {
  closed: "The service is shutting down",
  unreachable: "The store cannot be reached now",
  io_failed: "The store cannot be read or written now",
};

/** Where an error stands that is not about one field of the body. */
const places: Partial<Record<ErrorCode, ErrorDetail["loc"]>> = {
  insufficient_balance: ["wallet_balance"],
  storage_limit_reached: ["memory", "storage_limit"],
  rate_limited: ["key"],
  unreadable_file: ["body", "data"],
  not_found: ["body", "id"],
};

/** Reads any thrown value. No sentence in the answer carries a path, a stack or another tenant's data. */
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
  const msg = discreet[code] ?? error.message;
  const ctx = error.data === undefined ? {} : { ctx: { ...error.data } };
  return {
    status,
    detail: [{ type: code, loc: [...(places[code] ?? [])], msg, input: null, ...ctx }],
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
