/** What a key opens. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { MemoryService } from "../contract/memory-service.js";

/** One store, as one key reaches it. */
export interface Access {
  readonly service: MemoryService;
  /** Names the key in logs and in the rate limit. Never the key itself. */
  readonly keyId: string;
  /** Names the store in logs. */
  readonly storeId: string;
  /** `null` for no limit. */
  readonly requestsPerMinute: number | null;
}

/** Finds what a key opens; `undefined` for a key that is unknown or revoked. */
export type KeyResolver = (key: string) => Access | undefined | Promise<Access | undefined>;

/**
 * A resolver for one memory and one key: for an app that mounts the handler over a `Memory` of its own.
 *
 * @example
 * const handler = createHandler({ resolve: singleKey(memory, "a long random secret") });
 */
export function singleKey(service: MemoryService, key: string): KeyResolver {
  const expected = digest(key);
  const access: Access = { service, keyId: "single", storeId: "single", requestsPerMinute: null };
  return (given) => (timingSafeEqual(digest(given), expected) ? access : undefined);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
