/** Removes old rows of the audit trail, some at a time, so that other calls have their turn. */
import { nextTurn } from "../async/next-turn.js";
import { MemoryError } from "../contract/errors.js";
import type { PruneAuditRequest, PrunedAudit } from "../contract/maintenance/audit.js";
import { auditSigner } from "../hashing/audit-checkpoint.js";
import type { Store } from "../stores/store.js";

/** What pruning needs. */
export interface PruneParts {
  readonly store: Store;
  readonly now: () => Date;
  readonly actor: string;
  readonly signal: AbortSignal | undefined;
}

/** Number of rows that one transaction verifies and removes: some 10 ms. */
const rowsAtOnce = 1000;

/**
 * Removes the rows written before a time. After an abort or a kill, what was removed has its
 * checkpoint, and the next call removes the rest.
 *
 * @throws {MemoryError} `invalid_input`, `corrupt`, `busy`, `read_only`, `disk_full`
 */
export async function pruneAudit(
  { before, key, former_keys }: PruneAuditRequest,
  { store, now, actor, signal }: PruneParts,
): Promise<PrunedAudit> {
  const signer = auditSigner(key, former_keys);
  if (before > now().toISOString()) throw inTheFuture(before);
  for (let removed = 0; ; await nextTurn()) {
    signal?.throwIfAborted();
    const at = now().toISOString();
    const step = await store.pruneAudit({ before, most: rowsAtOnce, signer, at, actor });
    removed += step.removed;
    if (step.removed === rowsAtOnce) continue;
    return { removed, ...(step.checkpoint === undefined ? {} : { checkpoint: step.checkpoint }) };
  }
}

function inTheFuture(before: string): MemoryError<"invalid_input"> {
  const rule = `must not be in the future, got ${before}`;
  return new MemoryError("invalid_input", `Cannot prune the audit trail: before ${rule}`, {
    data: { issues: [{ type: "custom", loc: ["before"], msg: rule }] },
  });
}
