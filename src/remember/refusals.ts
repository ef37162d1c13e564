/**
 * What both ways in are refused for, said in one way: an expiry that is over, and a limit that the
 * store found would be passed.
 */
import type { Limits } from "../accounts/meter.js";
import { MemoryError } from "../contract/errors.js";
import { admitSpend, admitStorage } from "../service/admission.js";
import type { Saved } from "../stores/store.js";

/**
 * @throws {MemoryError} `invalid_input` where what is to be remembered would be expired already.
 * Times are ISO 8601 UTC.
 */
export function mustNotBeExpired(action: string, expiresAt: string | undefined, at: string): void {
  if (expiresAt === undefined || expiresAt > at) return;
  const issue = { type: "custom", loc: ["expires_at"], msg: `must be in the future, got ${expiresAt}` };
  throw new MemoryError("invalid_input", `Cannot ${action}: expires_at: ${issue.msg}`, {
    data: { issues: [issue] },
  });
}

/** What the store refused to write. */
export interface RefusedWrite {
  readonly spendMicros: number;
  /** As the store found it. */
  readonly used: Saved["usage"];
  readonly limits: Limits;
}

/** Throws the error of the limit that would be passed. */
export function refuse(action: string, { spendMicros, used, limits }: RefusedWrite): never {
  admitSpend(action, spendMicros, used.spendMicros, limits.spendMicros);
  // Not money, so storage: what was not admitted is what the store measured, which is never less
  // than the content.
  const over = Math.max(1, limits.storageBytes - used.storageUsed + 1);
  admitStorage(action, over, used.storageUsed, limits.storageBytes);
  throw new MemoryError("busy", `Cannot ${action}: the store refused the write and no limit says why`, {
    data: { timeoutMs: 0 },
  });
}
