/**
 * The limits of requests: how many may be in progress at once, and how often a key may call. A
 * request over a limit is refused before its body is read.
 */
import { MemoryError } from "../contract/errors.js";

/** Maximum number of requests that may be in progress at once, working or waiting. */
export interface AdmissionLimits {
  /** Requests of all keys. @default 2048 */
  readonly requests: number;
  /** Requests of one key. @default 128 */
  readonly requestsOfKey: number;
  /** Total size of their bodies in bytes. @default 268,435,456 */
  readonly bodyBytes: number;
}

/**
 * The default limits. One key may use a sixteenth of the requests, so that other keys can call. The
 * limit of bytes is the memory that a small machine has left beside the open stores.
 */
export const defaultAdmission: AdmissionLimits = {
  requests: 2048,
  requestsOfKey: 128,
  bodyBytes: 268_435_456,
};

/** When a refused request may be sent again, in milliseconds. */
const retryAfterMs = 1000;

/** Counts the requests in progress. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #requestsByKey = new Map<string, number>();
  #requests = 0;
  #bytes = 0;

  constructor(limits: Partial<AdmissionLimits> = {}) {
    this.#limits = { ...defaultAdmission, ...limits };
  }

  /** Requests in progress. */
  get requests(): number {
    return this.#requests;
  }

  /** Bytes of the bodies in progress, as declared by their requests. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Counts a request as in progress.
   *
   * @param key The id of its key; `undefined` for a request without a known key.
   * @param bytes Maximum number of bytes of its body that are in memory at once.
   * @returns a function that ends the request; calling it again does nothing
   * @throws {MemoryError} `overloaded`
   */
  enter(key: string | undefined, bytes: number): () => void {
    const ofKey = key === undefined ? 0 : (this.#requestsByKey.get(key) ?? 0);
    this.#refuseAbove(ofKey, bytes);
    if (key !== undefined) this.#requestsByKey.set(key, ofKey + 1);
    this.#requests += 1;
    this.#bytes += bytes;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#requests -= 1;
      this.#bytes -= bytes;
      if (key !== undefined) this.#leave(key);
    };
  }

  #leave(key: string): void {
    const left = (this.#requestsByKey.get(key) ?? 1) - 1;
    if (left === 0) this.#requestsByKey.delete(key);
    else this.#requestsByKey.set(key, left);
  }

  #refuseAbove(ofKey: number, bytes: number): void {
    const { requests, requestsOfKey, bodyBytes } = this.#limits;
    if (ofKey >= requestsOfKey)
      throw overloaded(`a key may have at most ${requestsOfKey} requests in progress`);
    if (this.#requests >= requests) throw overloaded(`at most ${requests} requests may be in progress`);
    // A single body is always accepted, because the endpoint limits its size.
    if (this.#bytes > 0 && this.#bytes + bytes > bodyBytes)
      throw overloaded(`bodies in progress may have at most ${bodyBytes} bytes together`);
  }
}

function overloaded(rule: string): MemoryError {
  return new MemoryError("overloaded", `Cannot take the request now: ${rule}; try again in 1 s`, {
    data: { retryAfterMs },
  });
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Limits the calls of each key per minute with a token bucket in memory, which is refilled evenly.
 * A restart fills every bucket, which is acceptable because the limit protects the service from
 * load and not a balance. There is one bucket for each known key that has a limit.
 */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Counts one call. @throws {MemoryError} `rate_limited` with the time until the next call. */
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
