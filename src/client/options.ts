/** What `new MemoryClient(options)` takes, checked, with its defaults. */
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { abortableSleep } from "../async/deadline.js";
import type { RetryPolicy } from "../async/retry.js";
import { parseInput } from "../contract/errors.js";

/** `fetch`, as far as the client uses it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const callable = <Signature>(what: string) =>
  z.custom<Signature>((value) => typeof value === "function", `must be a function ${what}`);

const clientOptions = z.strictObject({
  url: z
    .union([z.string(), z.instanceof(URL)])
    .transform(String)
    .refine(
      (url) => /^https?:\/\/[^/?#]+[^?#]*$/.test(url),
      "must be an http or https address without a query",
    ),
  // A key goes into a header: visible ASCII, so that none can smuggle a second header in.
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, "must be the key as it was shown: visible ASCII without spaces"),
  service: z.enum(["keepsake", "hosted"]).default("keepsake"),
  timeoutMs: z.int().min(1).max(86_400_000).default(30_000),
  retries: z.int().min(0).max(20).default(3),
  retryBaseMs: z.int().min(0).max(60_000).default(250),
  retryMaxMs: z.int().min(0).max(600_000).default(10_000),
  maxRetryAfterMs: z.int().min(0).max(3_600_000).default(60_000),
  fetch: callable<Fetch>("such as the global fetch").optional(),
  clock: callable<() => Date>("that gives a Date").optional(),
  random: callable<() => number>("that gives a number from 0 to below 1").optional(),
  sleep: callable<(ms: number, signal?: AbortSignal) => Promise<void>>("that waits").optional(),
  newKey: callable<() => string>("that gives a new idempotency key each time").optional(),
});

/**
 * - `url`: where the service is, without `/api/memory`; `key`: the API key, bound to one store.
 * - `service`: "hosted" for the hosted service of the specification, which has no idempotency keys and only details, search and add. @default "keepsake"
 * - `timeoutMs`: for one try, from the first byte sent to the last one read; for an export, between two pieces. @default 30000
 * - `retries`: tries after the first one, on network errors, 429 and 503. @default 3
 * - `retryBaseMs`, `retryMaxMs`: bounds of the backoff. @default 250 and 10000
 * - `maxRetryAfterMs`: a service that asks for a longer wait is not waited for. @default 60000
 * - `fetch`, `clock`, `random`, `sleep`, `newKey`: parts of the world, for tests and for runtimes with their own. @default the platform's
 */
export type MemoryClientOptions = z.input<typeof clientOptions>;

/** Options with every part in place. */
export interface ClientParts {
  /** Without a slash at its end. */
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

/** Checks options and fills in the platform's parts. Sends nothing. @throws {MemoryError} `invalid_input` */
export function clientParts(options: MemoryClientOptions): ClientParts {
  const { url, key, service, timeoutMs, ...rest } = parseInput(clientOptions, options, "make a client");
  return {
    url: url.replace(/\/+$/, ""),
    key,
    service,
    timeoutMs,
    policy: {
      retries: rest.retries,
      baseMs: rest.retryBaseMs,
      maxMs: rest.retryMaxMs,
      maxRetryAfterMs: rest.maxRetryAfterMs,
    },
    // Called through a closure: browsers refuse a `fetch` that was taken off its window.
    fetch: rest.fetch ?? ((address, init) => fetch(address, init)),
    now: rest.clock ?? (() => new Date()),
    random: rest.random ?? Math.random,
    sleep: rest.sleep ?? abortableSleep,
    newKey: rest.newKey ?? (() => uuidv7()),
  };
}
