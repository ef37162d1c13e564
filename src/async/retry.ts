/**
 * Retries: when to try again, how long to wait before it, and the loop that does both. The clock,
 * the random numbers and the waiting are parameters.
 */

/** How a request is retried. All times are in milliseconds. */
export interface RetryPolicy {
  /** Tries after the first one. */
  readonly retries: number;
  /** The first wait is at most this. */
  readonly baseMs: number;
  /** The longest random wait. */
  readonly maxMs: number;
  /** If a service asks for a longer wait, the request is not retried. */
  readonly maxRetryAfterMs: number;
}

/** Statuses that mean "not now": the request was refused before any work began. */
export const retriedStatuses: ReadonlySet<number> = new Set([429, 503]);

/**
 * Exponential backoff with full jitter: a uniform random number from 0 to `min(maxMs, baseMs *
 * 2^attempt)`, so that clients that failed together do not retry together (M. Brooker, "Exponential
 * Backoff And Jitter", AWS Architecture Blog, 2015).
 *
 * @param attempt Number of failed tries minus one: 0 after the first.
 * @param random A number from 0 to below 1.
 */
export function backoffMs(attempt: number, random: number, { baseMs, maxMs }: RetryPolicy): number {
  return Math.floor(random * Math.min(maxMs, baseMs * 2 ** attempt));
}

/**
 * Parses `Retry-After` into milliseconds from now. The header has seconds or an HTTP date (RFC
 * 9110, section 10.2.3); `null` if it is absent or neither.
 *
 * @param nowMs The current time, in milliseconds since 1970.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/**
 * How long to wait before the next try, in milliseconds: what the service asked for plus a little
 * jitter, so that clients do not all return together; without such a request, the backoff.
 */
export function waitMs(
  attempt: number,
  { askedMs, random, policy }: { askedMs: number | null; random: number; policy: RetryPolicy },
): number {
  if (askedMs === null) return backoffMs(attempt, random, policy);
  return askedMs + Math.floor(random * policy.baseMs);
}

/** The outcome of one try: an answer, or a failure. */
export type Tried<Answer> =
  | { readonly answer: Answer }
  | {
      readonly failure: unknown;
      /** How long the server asked the client to wait, in milliseconds. */
      readonly askedMs: number | null;
      /** Whether another try cannot help. */
      readonly lasting: boolean;
    };

/** How failed tries are repeated. */
export interface Persistence {
  readonly policy: RetryPolicy;
  readonly random: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tries until there is an answer, or throws the failure of the last try.
 *
 * @throws the signal's reason, once it has fired
 */
export async function persist<Answer>(
  attempt: () => Promise<Tried<Answer>>,
  { policy, random, sleep, signal }: Persistence,
): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    const tried = await attempt();
    signal?.throwIfAborted();
    if ("answer" in tried) return tried.answer;
    const { failure, askedMs, lasting } = tried;
    const patient = askedMs === null || askedMs <= policy.maxRetryAfterMs;
    if (lasting || !patient || tries >= policy.retries) throw failure;
    await sleep(waitMs(tries, { askedMs, random: random(), policy }), signal);
  }
}
