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
    )
    .describe("the address up to and including /v1, for instance http://localhost:11434/v1"),
  model: z.string().min(1).max(512).describe("the model's name at the endpoint"),
  // A key becomes a header value: only visible ASCII, so that it cannot add another header.
  apiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,8192}$/, "must be visible ASCII without spaces")
    .optional()
    .describe("sent as Authorization: Bearer"),
  headers: z
    .record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/, "must be visible ASCII"))
    .optional()
    .describe("further headers, for services that expect the key elsewhere"),
  fetch: callable<Fetch>("such as the global fetch").optional().describe("replaces the global fetch"),
};

/** Fields of timeouts, retries and concurrency, for any kind of model. */
export const retryFields = {
  timeoutMs: z
    .int()
    .min(1)
    .max(86_400_000)
    .default(60_000)
    .describe("how long a try may be silent, in milliseconds"),
  retries: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe("number of retries after network errors and the statuses 408, 409, 429 and 5xx"),
  retryBaseMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(500)
    .describe("upper bound of the first wait before a retry, in milliseconds"),
  retryMaxMs: z
    .int()
    .min(0)
    .max(600_000)
    .default(20_000)
    .describe("longest random wait before a retry, in milliseconds"),
  maxRetryAfterMs: z
    .int()
    .min(0)
    .max(3_600_000)
    .default(60_000)
    .describe("longest wait that the endpoint may ask for, in milliseconds; beyond it the call fails"),
  concurrency: z.int().min(1).max(256).default(4).describe("most concurrent requests, over all calls"),
  clock: callable<() => Date>("that gives a Date")
    .optional()
    .describe("returns the current time; without it, the system clock"),
  random: callable<() => number>("that gives a number from 0 to below 1")
    .optional()
    .describe("returns a random number from 0 to below 1; without it, Math.random"),
  sleep: callable<(ms: number, signal?: AbortSignal) => Promise<void>>("that waits")
    .optional()
    .describe("waits for some milliseconds; without it, a timer"),
};

const placeOptions = z.object(placeFields);
const retryOptions = z.object(retryFields);

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
