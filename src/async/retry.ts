/**
 * When to retry, and how long to wait before it. Pure: the clock and the random numbers are
 * parameters.
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
 * 9110, section 10.2.3); `null` where it is absent or neither.
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
