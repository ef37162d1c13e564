/** Admission: how much the service takes on at once. What is more is refused before its body is read. */
import { MemoryError } from "../contract/errors.js";

/** What may be in progress at once, at work or waiting. */
export interface AdmissionLimits {
  /** Requests of all keys. @default 2048 */
  readonly requests: number;
  /** Requests of one key. @default 128 */
  readonly requestsOfKey: number;
  /** Bytes of the bodies of these requests. @default 268,435,456 */
  readonly bodyBytes: number;
}

/** The limits where none are given. A key's share leaves room for others; the bytes are what a small machine has left beside the stores. */
export const defaultAdmission: AdmissionLimits = {
  requests: 2048,
  requestsOfKey: 128,
  bodyBytes: 268_435_456,
};

/** Milliseconds after which a refused request is worth another try. */
const retryAfterMs = 1000;

/** Counts the requests in progress. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #ofKey = new Map<string, number>();
  #requests = 0;
  #bytes = 0;

  constructor(limits: Partial<AdmissionLimits> = {}) {
    this.#limits = { ...defaultAdmission, ...limits };
  }

  /** Requests in progress. */
  get requests(): number {
    return this.#requests;
  }

  /** Bytes of bodies in progress, as they were declared. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Takes a request on.
   *
   * @param key Names the key; `undefined` for a request without a known one.
   * @param bytes Of its body, as far as they will be in memory at once.
   * @returns what ends the request; calling it again does nothing
   * @throws {MemoryError} `overloaded`
   */
  enter(key: string | undefined, bytes: number): () => void {
    const ofKey = key === undefined ? 0 : (this.#ofKey.get(key) ?? 0);
    this.#refuseAbove(ofKey, bytes);
    if (key !== undefined) this.#ofKey.set(key, ofKey + 1);
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
    const left = (this.#ofKey.get(key) ?? 1) - 1;
    if (left === 0) this.#ofKey.delete(key);
    else this.#ofKey.set(key, left);
  }

  #refuseAbove(ofKey: number, bytes: number): void {
    const { requests, requestsOfKey, bodyBytes } = this.#limits;
    if (ofKey >= requestsOfKey)
      throw overloaded(`a key may have at most ${requestsOfKey} requests in progress`);
    if (this.#requests >= requests) throw overloaded(`at most ${requests} requests may be in progress`);
    // One body alone is always taken: its own limit bounds it.
    if (this.#bytes > 0 && this.#bytes + bytes > bodyBytes)
      throw overloaded(`bodies in progress may have at most ${bodyBytes} bytes together`);
  }
}

function overloaded(rule: string): MemoryError {
  return new MemoryError("overloaded", `Cannot take the request now: ${rule}; try again in 1 s`, {
    data: { retryAfterMs },
  });
}
