/** The store that a key gives access to. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { MemoryScope } from "../contract/memory-scope.js";
import type { MemoryService } from "../contract/memory-service.js";

/** A store, and the key that gives access to it. */
export interface Access {
  readonly service: MemoryService;
  /** The id of the key, for logs and the rate limit. Never the key itself. */
  readonly keyId: string;
  /** The id of the store, for logs. */
  readonly storeId: string;
  /** Maximum number of calls of the key per minute; `null` for no limit. */
  readonly requestsPerMinute: number | null;
  /** The scopes of a token of a sign-in, which `service` enforces. Absent for a key. */
  readonly scopes?: readonly MemoryScope[] | undefined;
}

/** Returns the access that a key gives; `undefined` for an unknown or revoked key. */
export type KeyResolver = (key: string) => Access | undefined | Promise<Access | undefined>;

/**
 * A resolver for one memory and one key, for an app that mounts the handler over its own `Memory`.
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
