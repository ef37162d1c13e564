/**
 * The options of `new MemoryClient(options)`: their schema and their type. Nothing imports the
 * schema at run time; the client's shapes are generated from it.
 */
import { z } from "zod";
import { predicates } from "../contract/plain/predicates.js";

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const callable = <Signature>(what: string) =>
  z.custom<Signature>(predicates.callable, `must be a function ${what}`);

/** The schema of {@link MemoryClientOptions}. */
export const clientOptions = z.strictObject({
  url: z
    .custom<string | URL>(predicates.address, "must be an http or https address without a query")
    .describe("the address of the service, without /api/memory"),
  // A key becomes a header value: only visible ASCII, so that it cannot add another header.
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, "must be the key as it was shown: visible ASCII without spaces")
    .describe("the API key, which is bound to one store"),
  service: z
    .enum(["keepsake", "hosted"])
    .default("keepsake")
    .describe(
      "the kind of service: hosted means the hosted service of the specification, which has only details, search and add, and no idempotency keys",
    ),
  timeoutMs: z
    .int()
    .min(1)
    .max(86_400_000)
    .default(30_000)
    .describe(
      "timeout of one try in milliseconds, from the first byte sent to the last byte read; for an export, between two pieces",
    ),
  retries: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe("number of retries after network errors and the statuses 429 and 503"),
  retryBaseMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(250)
    .describe("upper bound of the first wait before a retry, in milliseconds"),
  retryMaxMs: z
    .int()
    .min(0)
    .max(600_000)
    .default(10_000)
    .describe("longest random wait before a retry, in milliseconds"),
  maxRetryAfterMs: z
    .int()
    .min(0)
    .max(3_600_000)
    .default(60_000)
    .describe("longest wait that the service may ask for, in milliseconds; beyond it the call fails"),
  fetch: callable<Fetch>("such as the global fetch").optional().describe("replaces the global fetch"),
  clock: callable<() => Date>("that gives a Date")
    .optional()
    .describe("returns the current time; without it, the system clock"),
  random: callable<() => number>("that gives a number from 0 to below 1")
    .optional()
    .describe("returns a random number from 0 to below 1; without it, Math.random"),
  sleep: callable<(ms: number, signal?: AbortSignal) => Promise<void>>("that waits")
    .optional()
    .describe("waits for some milliseconds; without it, a timer"),
  newKey: callable<() => string>("that gives a new idempotency key each time")
    .optional()
    .describe("returns a new idempotency key each time; without it, UUIDv7"),
});

// Members generated from `clientOptions` by npm run build:types.
/** The options of {@link MemoryClient}. */
export interface MemoryClientOptions {
  /** The address of the service, without /api/memory. */
  url: z.input<typeof clientOptions>["url"];
  /** The API key, which is bound to one store. */
  key: z.input<typeof clientOptions>["key"];
  /**
   * The kind of service: hosted means the hosted service of the specification, which has only
   * details, search and add, and no idempotency keys.
   *
   * @default "keepsake"
   */
  service?: z.input<typeof clientOptions>["service"];
  /**
   * Timeout of one try in milliseconds, from the first byte sent to the last byte read; for an
   * export, between two pieces.
   *
   * @default 30000
   */
  timeoutMs?: z.input<typeof clientOptions>["timeoutMs"];
  /**
   * Number of retries after network errors and the statuses 429 and 503.
   *
   * @default 3
   */
  retries?: z.input<typeof clientOptions>["retries"];
  /**
   * Upper bound of the first wait before a retry, in milliseconds.
   *
   * @default 250
   */
  retryBaseMs?: z.input<typeof clientOptions>["retryBaseMs"];
  /**
   * Longest random wait before a retry, in milliseconds.
   *
   * @default 10000
   */
  retryMaxMs?: z.input<typeof clientOptions>["retryMaxMs"];
  /**
   * Longest wait that the service may ask for, in milliseconds; beyond it the call fails.
   *
   * @default 60000
   */
  maxRetryAfterMs?: z.input<typeof clientOptions>["maxRetryAfterMs"];
  /** Replaces the global fetch. */
  fetch?: z.input<typeof clientOptions>["fetch"];
  /** Returns the current time; without it, the system clock. */
  clock?: z.input<typeof clientOptions>["clock"];
  /** Returns a random number from 0 to below 1; without it, Math.random. */
  random?: z.input<typeof clientOptions>["random"];
  /** Waits for some milliseconds; without it, a timer. */
  sleep?: z.input<typeof clientOptions>["sleep"];
  /** Returns a new idempotency key each time; without it, UUIDv7. */
  newKey?: z.input<typeof clientOptions>["newKey"];
}
