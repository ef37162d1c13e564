/** The one error class of keepsake, its stable codes, and the conversion of zod issues into it. */
import type { z } from "zod";

/**
 * Every code a {@link MemoryError} can carry. Codes are stable: branch on them, never on messages.
 */
export const errorCodes = [
  "invalid_input",
  "closed",
  "busy",
  "read_only",
  "disk_full",
  "io_failed",
  "corrupt",
  "wrong_key",
  "newer_schema",
  "embedder_mismatch",
  "embedder_failed",
  "extractor_failed",
  "rerank_failed",
  "missing_dependency",
  "unreadable_file",
  "storage_limit_reached",
  "insufficient_balance",
  "quota_exceeded",
  "not_found",
  "invalid_key",
  "forbidden",
  "rate_limited",
  "overloaded",
  "unreachable",
  "unsupported",
  "service_failed",
] as const;

/** One of {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number];

/**
 * One thing that was wrong with an input: where (`loc`), which rule (`type`), and a sentence
 * (`msg`).
 */
export interface InvalidInputIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/**
 * The data that each code carries in addition to its message. Codes that are not listed carry no
 * data.
 */
export interface ErrorData {
  invalid_input: { readonly issues: readonly InvalidInputIssue[] };
  /**
   * How long the call waited for the write lock, in milliseconds; 0 if it got the lock, but
   * others changed the store each time it decided.
   */
  busy: { readonly timeoutMs: number };
  newer_schema: { readonly found: number; readonly supported: number };
  embedder_mismatch: { readonly stored: string; readonly given: string };
  missing_dependency: { readonly package: string };
  /** All in bytes; `needed` is what the call would add. */
  storage_limit_reached: {
    readonly storage_used: number;
    readonly storage_limit: number;
    readonly needed: number;
  };
  insufficient_balance: { readonly needed: number; readonly wallet_balance: number };
  /** Memory operations of the calendar month (UTC), and when the next month begins (ISO 8601). */
  quota_exceeded: { readonly used: number; readonly limit: number; readonly resets_at: string };
  not_found: { readonly id: string };
  /** The message that the service returned. No error contains the key itself. */
  invalid_key: { readonly message: string };
  /** The scope that the token lacks, such as `memory:write`. */
  forbidden: { readonly scope: string };
  /** `retryAfterMs` is `null` if the service did not say. */
  rate_limited: { readonly retryAfterMs: number | null };
  /** As for `rate_limited`. */
  overloaded: { readonly retryAfterMs: number | null };
  unreachable: { readonly attempts: number };
  /** What the remote service does not offer: an endpoint or a field. */
  unsupported: { readonly what: string };
  /** `status` is the HTTP status; 200 if the response does not match the contract. */
  service_failed: { readonly status: number };
}

/** The data of one code; `undefined` if the code carries none. */
export type ErrorDataOf<Code extends ErrorCode> = Code extends keyof ErrorData ? ErrorData[Code] : undefined;

/**
 * Every error that keepsake throws on purpose. The message says action, rule and state
 * (`Cannot recall: token_budget must be >= 1, got 0`); `code` is what programs branch on.
 *
 * @example
 * try {
 *   await memory.recall("");
 * } catch (error) {
 *   if (MemoryError.is(error, "invalid_input")) console.log(error.data.issues);
 * }
 */
export class MemoryError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "MemoryError";
  readonly code: Code;
  readonly data: ErrorDataOf<Code>;

  constructor(code: Code, message: string, options: MemoryErrorOptions<Code>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data as ErrorDataOf<Code>;
  }

  /**
   * Narrows an unknown thrown value to a `MemoryError`; with a `code`, to a `MemoryError` of that
   * code.
   */
  static is<Code extends ErrorCode = ErrorCode>(value: unknown, code?: Code): value is MemoryError<Code> {
    return value instanceof MemoryError && (code === undefined || value.code === code);
  }
}

/**
 * The constructor options of a {@link MemoryError}: `data` if the code carries some, and the
 * cause.
 */
export type MemoryErrorOptions<Code extends ErrorCode> = {
  readonly cause?: unknown;
} & (ErrorDataOf<Code> extends undefined
  ? { readonly data?: undefined }
  : { readonly data: ErrorDataOf<Code> });

/** What {@link parseInput} parses with: a schema, or a parser of the client, which has no zod. */
export interface Parser<Output> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Output }
    | { readonly success: false; readonly error: { readonly issues: readonly z.core.$ZodIssue[] } };
}

/**
 * Parses `value` with `schema`, or throws `invalid_input` with the action, the field and the rule
 * in its message.
 *
 * @param action What the caller wanted, as the verb of the message: "remember", "recall", "open".
 * @throws {MemoryError} `invalid_input`
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  action: string,
): z.output<Schema>;
export function parseInput<Output>(schema: Parser<Output>, value: unknown, action: string): Output;
export function parseInput(schema: Parser<unknown>, value: unknown, action: string): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap((issue) => leafIssues(issue)).map(toIssue);
  const message = issues
    .map(({ loc, msg }) => (loc.length > 0 ? `${loc.join(".")}: ${msg}` : msg))
    .join("; ");
  throw new MemoryError("invalid_input", `Cannot ${action}: ${message}`, { data: { issues } });
}

/** The issues of a union are those of the branch that the input matched most deeply. */
function leafIssues(issue: z.core.$ZodIssue, base: readonly PropertyKey[] = []): z.core.$ZodIssue[] {
  const path = [...base, ...issue.path];
  // A union with a message of its own explains the problem better than any of its branches.
  const branches = issue.code === "invalid_union" && issue.message === "Invalid input" ? issue.errors : [];
  const nearest = branches.toSorted((one, other) => depth(other) - depth(one))[0];
  if (nearest === undefined || depth(nearest) === 0)
    return [{ ...issue, path, message: unionMessage(issue, branches) }];
  return nearest.flatMap((inner) => leafIssues(inner, path));
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length + (issue.code === "invalid_type" ? 0 : 0.5)));
}

function unionMessage(issue: z.core.$ZodIssue, branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const messages = branches.flatMap((branch) =>
    branch.map(({ message }) => message.replace(/^Invalid input: /, "")),
  );
  if (messages.length === 0) return issue.message;
  const expected = messages.map((message) => message.replace(/, received \w+$/, ""));
  return `${[...new Set(expected)].join(" or ")}${messages[0]?.match(/, received \w+$/)?.[0] ?? ""}`;
}

function toIssue(issue: z.core.$ZodIssue): InvalidInputIssue {
  const loc = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
  return { type: issue.code ?? "custom", loc, msg: issue.message };
}
