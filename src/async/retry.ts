/** When to try again, and how long to wait first. Pure: the clock and the dice are handed in. */

/** How a request is tried again. All times in milliseconds. */
export interface RetryPolicy {
  /** Tries after the first one. */
  readonly retries: number;
  /** The first wait is at most this. */
  readonly baseMs: number;
  /** No wait drawn is longer. */
  readonly maxMs: number;
  /** A service that asks for a longer wait than this is not waited for. */
  readonly maxRetryAfterMs: number;
}

/** Statuses that say "not now": the request was refused before it was begun. */
export const retriedStatuses: ReadonlySet<number> = new Set([429, 503]);

/**
 * Exponential backoff with full jitter: evenly drawn from 0 to `min(maxMs, baseMs * 2^attempt)`, so that clients that failed together do not
 * come back together (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).
 *
 * @param attempt Tries that failed so far, less one: 0 after the first.
 * @param random A number from 0 to below 1.
 */
export function backoffMs(attempt: number, random: number, { baseMs, maxMs }: RetryPolicy): number {
  return Math.floor(random * Math.min(maxMs, baseMs * 2 ** attempt));
}

/**
 * `Retry-After` in milliseconds from now: seconds or an HTTP date (RFC 9110, section 10.2.3); `null` where it is absent or neither.
 *
 * @param nowMs The present, in milliseconds since 1970.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** How long to wait before the next try: what the service asked for and a little more, so that not all come at once; else the backoff. */
export function waitMs(
  attempt: number,
  { askedMs, random, policy }: { askedMs: number | null; random: number; policy: RetryPolicy },
): number {
  if (askedMs === null) return backoffMs(attempt, random, policy);
  return askedMs + Math.floor(random * policy.baseMs);
}
