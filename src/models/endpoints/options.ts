/** Options of an OpenAI-compatible endpoint, their validation and their defaults. */
import { z } from "zod";
import { abortableSleep } from "../../async/deadline.js";
import type { RetryPolicy } from "../../async/retry.js";

/** The part of `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const callable = <Signature>(what: string) =>
  z.custom<Signature>((value) => typeof value === "function", `must be a function ${what}`);

/** Fields that locate a model and give access to it. */
export const placeFields = {
  baseUrl: z
    .union([z.string(), z.instanceof(URL)])
    .transform(String)
    // Errors contain the address, so it must not contain a secret: no user, no query.
    .refine(
      (url) => /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(url),
      "must be an http or https address such as http://localhost:11434/v1, without a user or a query",
    ),
  model: z.string().min(1).max(512),
  // A key becomes a header value: only visible ASCII, so that it cannot add another header.
  apiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,8192}$/, "must be visible ASCII without spaces")
    .optional(),
  headers: z
    .record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/, "must be visible ASCII"))
    .optional(),
  fetch: callable<Fetch>("such as the global fetch").optional(),
};

/** Fields of timeouts, retries and concurrency, for any kind of model. */
export const retryFields = {
  timeoutMs: z.int().min(1).max(86_400_000).default(60_000),
  retries: z.int().min(0).max(20).default(3),
  retryBaseMs: z.int().min(0).max(60_000).default(500),
  retryMaxMs: z.int().min(0).max(600_000).default(20_000),
  maxRetryAfterMs: z.int().min(0).max(3_600_000).default(60_000),
  concurrency: z.int().min(1).max(256).default(4),
  clock: callable<() => Date>("that gives a Date").optional(),
  random: callable<() => number>("that gives a number from 0 to below 1").optional(),
  sleep: callable<(ms: number, signal?: AbortSignal) => Promise<void>>("that waits").optional(),
};

const placeOptions = z.object(placeFields);
const retryOptions = z.object(retryFields);

/**
 * - `baseUrl`: up to and with `/v1`, as `http://localhost:11434/v1`; `model`: its name there.
 * - `apiKey`: sent as `Authorization: Bearer`; `headers`: sent as they are, for services that want
 * their key elsewhere. @default neither
 * - `timeoutMs`: how long a try may be silent. @default 60000
 * - `retries`: tries after the first one, where the network fails and on 408, 409, 429 and 5xx.
 * @default 3
 * - `retryBaseMs`, `retryMaxMs`: bounds of the backoff. @default 500 and 20000
 * - `maxRetryAfterMs`: an endpoint that asks for a longer wait is not waited for. @default 60000
 * - `concurrency`: requests under way at once, over all calls. @default 4
 * - `fetch`, `clock`, `random`, `sleep`: parts of the world, for tests and for runtimes with their
 * own. @default the platform's
 */
export type EndpointOptions = z.input<typeof placeOptions> & z.input<typeof retryOptions>;

/** {@link retryFields} with their defaults. */
export interface RetrySettings {
  readonly timeoutMs: number;
  readonly policy: RetryPolicy;
  readonly concurrency: number;
  readonly now: () => Date;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The settings of an endpoint, with defaults. */
export interface EndpointParts extends RetrySettings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Texts that no message may contain. */
  readonly secrets: readonly string[];
  readonly fetch: Fetch;
}

/** Adds the platform's defaults. */
export function retrySettings(options: z.output<typeof retryOptions>): RetrySettings {
  return {
    timeoutMs: options.timeoutMs,
    policy: {
      retries: options.retries,
      baseMs: options.retryBaseMs,
      maxMs: options.retryMaxMs,
      maxRetryAfterMs: options.maxRetryAfterMs,
    },
    concurrency: options.concurrency,
    now: options.clock ?? (() => new Date()),
    random: options.random ?? Math.random,
    sleep: options.sleep ?? abortableSleep,
  };
}

/** The settings of an endpoint. */
export function endpointParts(place: z.output<typeof placeOptions>, retries: RetrySettings): EndpointParts {
  const { baseUrl, apiKey, headers = {}, fetch: given } = place;
  return {
    ...retries,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    headers: { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }), ...headers },
    secrets: [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers)],
    fetch: given ?? ((address, init) => fetch(address, init)),
  };
}
