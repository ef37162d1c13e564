/**
 * Errors that remembering a text and a file share: an expiry in the past, and a limit that the
 * write would exceed.
 */
import type { Limits } from "../accounts/meter.js";
import { MemoryError } from "../contract/errors.js";
import { admitSpend, admitStorage } from "../service/admission.js";
import type { Saved } from "../stores/store.js";

/**
 * @throws {MemoryError} `invalid_input` if `expires_at` is not in the future. Times are ISO 8601
 * UTC.
 */
export function mustNotBeExpired(action: string, expiresAt: string | undefined, at: string): void {
  if (expiresAt === undefined || expiresAt > at) return;
  const issue = { type: "custom", loc: ["expires_at"], msg: `must be in the future, got ${expiresAt}` };
  throw new MemoryError("invalid_input", `Cannot ${action}: expires_at: ${issue.msg}`, {
    data: { issues: [issue] },
  });
}

/** A write that the store refused. */
export interface RefusedWrite {
  readonly spendMicros: number;
  /** The usage before the write. */
  readonly used: Saved["usage"];
  readonly limits: Limits;
}

/** Throws the error of the limit that the write would exceed. */
export function refuse(action: string, { spendMicros, used, limits }: RefusedWrite): never {
  admitSpend(action, spendMicros, used.spendMicros, limits.spendMicros);
  // The balance is enough, so it is the storage that is not. The store takes more bytes than the
  // content has.
  const over = Math.max(1, limits.storageBytes - used.storageUsed + 1);
  admitStorage(action, over, used.storageUsed, limits.storageBytes);
  throw new MemoryError("busy", `Cannot ${action}: the store refused the write, and no limit is exceeded`, {
    data: { timeoutMs: 0 },
  });
}
