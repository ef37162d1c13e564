/** Erases expired records. Recall never returns them; the next verb that writes erases them. */
import type { Usage } from "../accounts/meter.js";
import type { Store } from "../stores/store.js";

/** The actor of the erasure, and the time by which records have expired. */
export interface Expiry {
  /** ISO 8601, UTC: records that expire by this time are erased. */
  readonly at: string;
  readonly actor: string;
  /**
   * The action for an error. With it, throws if the store does not accept the vectors of its
   * embedder.
   */
  readonly action?: string;
}

/**
 * Erases expired records of every scope, with the cascade and the verification of `forget`.
 *
 * @returns the usage after the erasure
 * @throws {MemoryError} `embedder_mismatch`
 */
export async function expire(store: Store, { at, actor, action }: Expiry): Promise<Usage> {
  const { expired, usage } = await store.status(at, action);
  if (expired.length === 0) return usage;
  await store.within("everything").erase(expired, {
    at,
    actor,
    operation: "EXPIRE",
    reason: null,
    usage: { requests: 0, tokens: 0, spendMicros: 0 },
  });
  return store.usage();
}
