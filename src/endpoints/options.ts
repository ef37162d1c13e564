/** What an OpenAI-compatible endpoint is reached with, checked, with its defaults. */
import { z } from "zod";
import { abortableSleep } from "../internal/deadline.js";
import type { RetryPolicy } from "../internal/retry.js";

/** `fetch`, as far as it is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const callable = <Signature>(what: string) =>
  z.custom<Signature>((value) => typeof value === "function", `must be a function ${what}`);

/** The fields that every adapter to such an endpoint takes. */
export const endpointFields = {
  baseUrl: z
    .union([z.string(), z.instanceof(URL)])
    .transform(String)
    // What stands in an address is told in errors, so no secret may: no user, no query.
    .refine(
      (url) => /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(url),
      "must be an http or https address such as http://localhost:11434/v1, without a user or a query",
    ),
  model: z.string().min(1).max(512),
  // A key goes into a header: visible ASCII, so that none can smuggle a second header in.
  apiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,8192}$/, "must be visible ASCII without spaces")
    .optional(),
  headers: z
    .record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/, "must be visible ASCII"))
    .optional(),
  timeoutMs: z.int().min(1).max(86_400_000).default(60_000),
  retries: z.int().min(0).max(20).default(3),
  retryBaseMs: z.int().min(0).max(60_000).default(500),
  retryMaxMs: z.int().min(0).max(600_000).default(20_000),
  maxRetryAfterMs: z.int().min(0).max(3_600_000).default(60_000),
  concurrency: z.int().min(1).max(256).default(4),
  fetch: callable<Fetch>("such as the global fetch").optional(),
  clock: callable<() => Date>("that gives a Date").optional(),
  random: callable<() => number>("that gives a number from 0 to below 1").optional(),
  sleep: callable<(ms: number, signal?: AbortSignal) => Promise<void>>("that waits").optional(),
};

const endpointOptions = z.object(endpointFields);

/**
 * - `baseUrl`: up to and with `/v1`, as `http://localhost:11434/v1`; `model`: its name there.
 * - `apiKey`: sent as `Authorization: Bearer`; `headers`: sent as they are, for services that want their key elsewhere. @default neither
 * - `timeoutMs`: how long a try may be silent. @default 60000
 * - `retries`: tries after the first one, where the network fails and on 408, 409, 429 and 5xx. @default 3
 * - `retryBaseMs`, `retryMaxMs`: bounds of the backoff. @default 500 and 20000
 * - `maxRetryAfterMs`: an endpoint that asks for a longer wait is not waited for. @default 60000
 * - `concurrency`: requests under way at once, over all calls. @default 4
 * - `fetch`, `clock`, `random`, `sleep`: parts of the world, for tests and for runtimes with their own. @default the platform's
 */
export type EndpointOptions = z.input<typeof endpointOptions>;

/** Options with every part in place. */
export interface EndpointParts {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What no message may tell. */
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
  readonly policy: RetryPolicy;
  readonly concurrency: number;
  readonly fetch: Fetch;
  readonly now: () => Date;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Fills in the platform's parts. */
export function endpointParts(options: z.output<typeof endpointOptions>): EndpointParts {
  const { apiKey, headers = {}, timeoutMs, concurrency } = options;
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ""),
    headers: { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }), ...headers },
    secrets: [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers)],
    timeoutMs,
    policy: {
      retries: options.retries,
      baseMs: options.retryBaseMs,
      maxMs: options.retryMaxMs,
      maxRetryAfterMs: options.maxRetryAfterMs,
    },
    concurrency,
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    now: options.clock ?? (() => new Date()),
    random: options.random ?? Math.random,
    sleep: options.sleep ?? abortableSleep,
  };
}
