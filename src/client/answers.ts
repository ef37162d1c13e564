/** Reads responses: the payload of an envelope, or the error that a status and a body express. */
import type { z } from "zod";
import { type ErrorCode, type ErrorData, errorCodes, MemoryError, type Parser } from "../contract/errors.js";
import type {
  ErrorDetail,
  envelope as envelopeSchema,
  errorBody as errorBodySchema,
  InvalidKeyPayload,
} from "../contract/http.js";
import { parserOf } from "./parser.js";
import { payloadShapes } from "./payload-shapes.js";

const envelope = parserOf<z.output<typeof envelopeSchema>>(payloadShapes.envelope);
const errorBody = parserOf<z.output<typeof errorBodySchema>>(payloadShapes.errorBody);
const invalidKeyPayload = parserOf<InvalidKeyPayload>(payloadShapes.invalidKey);
/** Accepts every payload. */
export const anything = parserOf<unknown>({ type: "unknown" });

/** A response with its body. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The value of `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** The action that the caller requested, for error messages, and the path of the endpoint. */
export interface Asked {
  readonly action: string;
  readonly path: string;
}

/** The result of a handled request: its payload, or the payload for an unknown key. */
export type Outcome<Payload> = { readonly payload: Payload } | { readonly refusal: InvalidKeyPayload };

/**
 * Reads an envelope.
 *
 * @throws {MemoryError} with the code of the status and body; `service_failed` if the response
 * does not match the contract
 */
export function readAnswer<Payload>(answer: Answer, parser: Parser<Payload>, asked: Asked): Outcome<Payload> {
  if (answer.status !== 200) throw errorOf(answer, asked);
  const whole = envelope.safeParse(parseJson(answer.text));
  if (!whole.success) throw contractViolation("the response is not an envelope", asked);
  const { success, message, data } = whole.data;
  const refused = invalidKeyPayload.safeParse(data);
  if (refused.success) return { refusal: refused.data };
  if (!success) throw contractViolation(`the service says: ${message}`, asked);
  const payload = parser.safeParse(data);
  if (payload.success) return { payload: payload.data };
  const where = payload.error.issues.map((issue) => `data.${issue.path.join(".")}: ${issue.message}`);
  throw contractViolation(where.slice(0, 5).join("; "), asked);
}

/** The error for an unknown key. */
export function invalidKey(action: string, { message }: Pick<InvalidKeyPayload, "message">): MemoryError {
  return new MemoryError(
    "invalid_key",
    `Cannot ${action}: the key must be known to the service, got "${message}"`,
    {
      data: { message },
    },
  );
}

/** The error for a file that is given by its path, which a service could not read. */
export function pathUnsupported(action: string): MemoryError<"unsupported"> {
  const what = "files by path";
  return new MemoryError(
    "unsupported",
    `Cannot ${action}: a service takes no ${what}; pass its name and data`,
    {
      data: { what },
    },
  );
}

/** The error of a response with a status other than 200. */
export function errorOf(answer: Answer, asked: Asked): MemoryError {
  const { action, path } = asked;
  const body = errorBody.safeParse(parseJson(answer.text));
  const detail = body.success ? body.data.detail : `HTTP status ${answer.status}`;
  const details = typeof detail === "string" ? [] : detail;
  const said = typeof detail === "string" ? detail : detail.map(sentence).join("; ");
  const message = said.startsWith("Cannot ") ? said : `Cannot ${action}: ${said}`;
  const named = errorCodes.find((code) => code === details[0]?.type);
  const code = named ?? codeOfStatus(answer.status, details.length > 0);
  if (code === "invalid_input")
    return new MemoryError(code, message, { data: { issues: details.map(issueOf) } });
  if (code === "unsupported")
    return new MemoryError(code, `Cannot ${action}: the service has no ${path}`, { data: { what: path } });
  return withData(code, message, { answer, context: details[0]?.ctx ?? {} });
}

/**
 * The error code for a status, if the body has no code, because another service or a proxy sent the
 * response.
 */
function codeOfStatus(status: number, detailed: boolean): ErrorCode {
  if (status === 422 || status === 413 || (status === 400 && detailed)) return "invalid_input";
  if (status === 401 || status === 403) return "invalid_key";
  if (status === 402) return "insufficient_balance";
  if (status === 404 || status === 405) return "unsupported";
  if (status === 429) return "rate_limited";
  if (status === 507) return "storage_limit_reached";
  return "service_failed";
}

/**
 * The fields in the data of each error code, which the body contains as `ctx`. If the body lacks a
 * field, it gets the value given here.
 */
const contexts = {
  busy: { timeoutMs: Number.NaN },
  newer_schema: { found: Number.NaN, supported: Number.NaN },
  embedder_mismatch: { stored: "", given: "" },
  missing_dependency: { package: "" },
  storage_limit_reached: { storage_used: Number.NaN, storage_limit: Number.NaN, needed: Number.NaN },
  insufficient_balance: { needed: Number.NaN, wallet_balance: Number.NaN },
  quota_exceeded: { used: Number.NaN, limit: Number.NaN, resets_at: "" },
  not_found: { id: "" },
  forbidden: { scope: "" },
  unreachable: { attempts: Number.NaN },
} satisfies { [Code in keyof ErrorData]?: ErrorData[Code] };

function withData(
  code: ErrorCode,
  message: string,
  { answer, context }: { answer: Answer; context: Record<string, unknown> },
): MemoryError {
  const data = dataOf(code, message, { answer, context });
  return new MemoryError(code, message, { data } as never);
}

function dataOf(
  code: ErrorCode,
  message: string,
  { answer, context }: { answer: Answer; context: Record<string, unknown> },
): ErrorData[keyof ErrorData] | undefined {
  if (code === "rate_limited" || code === "overloaded") return { retryAfterMs: answer.retryAfterMs };
  if (code === "service_failed") return { status: answer.status };
  if (code === "invalid_key") return { message };
  if (!Object.hasOwn(contexts, code)) return undefined;
  const fields = Object.entries(contexts[code as keyof typeof contexts]).map(([field, missing]) => {
    const value = context[field];
    return [field, typeof value === typeof missing ? value : missing];
  });
  return Object.fromEntries(fields);
}

function sentence({ loc, msg }: ErrorDetail): string {
  const field = fieldOf(loc).join(".");
  // keepsake's own messages contain action, field and rule already.
  return field === "" || msg.startsWith("Cannot ") ? msg : `${field}: ${msg}`;
}

/** The path in the caller's input, without the leading "body". */
function fieldOf(loc: ErrorDetail["loc"]): ErrorDetail["loc"] {
  return loc[0] === "body" ? loc.slice(1) : loc;
}

function issueOf({ type, loc, msg }: ErrorDetail): ErrorData["invalid_input"]["issues"][number] {
  return { type, loc: fieldOf(loc), msg };
}

function contractViolation(what: string, { action }: Asked): MemoryError {
  return new MemoryError(
    "service_failed",
    `Cannot ${action}: the response must match the contract, got: ${what}`,
    {
      data: { status: 200 },
    },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An HTML page of a proxy, or nothing: the schemas reject `undefined`.
    return undefined;
  }
}
