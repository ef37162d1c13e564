/** How often a key may call: a token bucket a key, held in memory. */
import { MemoryError } from "../contract/errors.js";

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Each key has a bucket of as many calls as it may make in a minute, refilled evenly. A restart fills every bucket: what a limit protects is the
 * service's breath, not a balance. There are at most as many buckets as there are keys that are known and limited.
 */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Takes one call. @throws {MemoryError} `rate_limited` with the time until the next one. */
  take(keyId: string, requestsPerMinute: number): void {
    const bucket = this.#filled(keyId, requestsPerMinute);
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return;
    }
    const retryAfterMs = Math.ceil(((1 - bucket.tokens) * 60_000) / requestsPerMinute);
    throw new MemoryError(
      "rate_limited",
      `Cannot call more than ${requestsPerMinute} times a minute with this key; try again in ${Math.ceil(retryAfterMs / 1000)} s`,
      { data: { retryAfterMs } },
    );
  }

  #filled(keyId: string, requestsPerMinute: number): Bucket {
    const nowMs = this.#nowMs();
    const before = this.#buckets.get(keyId) ?? { tokens: requestsPerMinute, atMs: nowMs };
    const refilled = before.tokens + (Math.max(0, nowMs - before.atMs) * requestsPerMinute) / 60_000;
    const bucket = { tokens: Math.min(requestsPerMinute, refilled), atMs: nowMs };
    this.#buckets.set(keyId, bucket);
    return bucket;
  }
}
