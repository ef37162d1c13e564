/** Erases expired records. Recall never returns them; the next verb that writes erases them. */
import type { Usage } from "../accounts/meter.js";
import type { Store } from "../stores/store.js";

/** Who erases, and what has expired when. */
export interface Expiry {
  /** ISO 8601, UTC: what has expired by then. */
  readonly at: string;
  readonly actor: string;
  /** With it, the store must take vectors of its embedder. */
  readonly action?: string;
}

/**
 * Erases expired records of every scope, with the cascade and the verification of `forget`.
 *
 * @returns what the store has used then
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
