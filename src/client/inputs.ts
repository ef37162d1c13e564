/**
 * Checks what the client's callers pass: the input of each verb, and the options of `new
 * MemoryClient(options)`, to which it adds the defaults.
 */
import type { z } from "zod";
import { abortableSleep } from "../async/deadline.js";
import type { RetryPolicy } from "../async/retry.js";
import { type Parser, parseInput } from "../contract/errors.js";
import type { ForgetRequest } from "../contract/forget.js";
import type { AuditRequest } from "../contract/maintenance/audit.js";
import type { ProfileRequest } from "../contract/profile.js";
import type { RecallRequest } from "../contract/recall.js";
import type { RecordsRequest } from "../contract/record.js";
import type { RememberRequest } from "../contract/remember.js";
import type { RememberFileRequest } from "../contract/remember-file.js";
import type { Scope } from "../contract/scope.js";
import { inputShapes } from "./input-shapes.js";
import type { clientOptions, Fetch, MemoryClientOptions } from "./options-schema.js";
import { parserOf } from "./parser.js";

/** A parser for each verb's input, and for the parts that are passed alone. */
export const inputs = {
  remember: shortFor("content", parserOf<RememberRequest>(inputShapes.remember)),
  rememberFile: parserOf<RememberFileRequest>(inputShapes.rememberFile),
  recall: shortFor("query", parserOf<RecallRequest>(inputShapes.recall)),
  profile: parserOf<ProfileRequest>(inputShapes.profile),
  forget: parserOf<ForgetRequest>(inputShapes.forget),
  records: parserOf<RecordsRequest>(inputShapes.records),
  audit: parserOf<AuditRequest>(inputShapes.audit),
  recordId: parserOf<string>(inputShapes.recordId),
  scope: parserOf<Scope>(inputShapes.scope),
  options: parserOf<z.output<typeof clientOptions>>(inputShapes.options),
};

/** A text alone, or messages alone, are short for an object with one field. */
function shortFor<Output>(field: "content" | "query", parser: Parser<Output>): Parser<Output> {
  const isShort = (input: unknown) =>
    typeof input === "string" || (field === "content" && Array.isArray(input));
  return { safeParse: (input) => parser.safeParse(isShort(input) ? { [field]: input } : input) };
}

/** The settings of a client, with defaults. */
export interface ClientParts {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly service: "keepsake" | "hosted";
  readonly timeoutMs: number;
  readonly policy: RetryPolicy;
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly newKey: () => string;
}

/**
 * Checks options and adds the platform's defaults. Sends nothing. @throws {MemoryError}
 * `invalid_input`
 */
export function clientParts(options: MemoryClientOptions): ClientParts {
  const { url, key, service, timeoutMs, ...rest } = parseInput(inputs.options, options, "make a client");
  return {
    url: String(url).replace(/\/+$/, ""),
    key,
    service,
    timeoutMs,
    policy: {
      retries: rest.retries,
      baseMs: rest.retryBaseMs,
      maxMs: rest.retryMaxMs,
      maxRetryAfterMs: rest.maxRetryAfterMs,
    },
    // Called through a closure: browsers refuse a `fetch` that is detached from its window.
    fetch: rest.fetch ?? ((address, init) => fetch(address, init)),
    now: rest.clock ?? (() => new Date()),
    random: rest.random ?? Math.random,
    sleep: rest.sleep ?? abortableSleep,
    newKey: rest.newKey ?? uuidv7,
  };
}

/** A UUID, version 7 (RFC 9562, section 5.7): the time in milliseconds, then random bits. */
function uuidv7(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const time = Date.now().toString(16).padStart(12, "0");
  const variant = (8 + ((bytes[8] ?? 0) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
