/** Erases expired records. Recall never returns them; the next verb that writes erases them. */
import type { Store } from "../stores/store.js";

/**
 * Erases expired records of every scope, with the cascade and the verification of `forget`.
 *
 * @param at ISO 8601, UTC: what has expired by then
 */
export async function expire(store: Store, at: string, actor: string): Promise<void> {
  const ids = await store.expired(at);
  if (ids.length === 0) return;
  await store.within("everything").erase(ids, {
    at,
    actor,
    operation: "EXPIRE",
    reason: null,
    usage: { requests: 0, tokens: 0, spendMicros: 0 },
  });
}
