/** Whether a store can be given to another account. */
import type { AccountEntry } from "../../accounts/registry/accounts.js";
import type { StoreEntry } from "../../accounts/registry/entries.js";
import { MemoryError } from "../../contract/errors.js";

/** Throws if a store already belongs to the account. @throws {MemoryError} `invalid_input` */
export function assertOther(store: StoreEntry, account: AccountEntry): void {
  if (store.accountId !== account.id) return;
  const msg = `must be another account than that of the store, got ${JSON.stringify(account.name)}`;
  throw new MemoryError("invalid_input", `Cannot move a store: account ${msg}`, {
    data: { issues: [{ type: "custom", loc: ["account"], msg }] },
  });
}

/**
 * Throws if the plan of an account has too little storage left for a store.
 *
 * @param used bytes of the stores of the account
 * @param needed bytes of the store
 * @throws {MemoryError} `storage_limit_reached`
 */
export function assertFits(used: number, needed: number, { name, plan }: AccountEntry): void {
  const limit = Math.round(plan.storage_gb * 1e9);
  if (used + needed <= limit) return;
  throw new MemoryError(
    "storage_limit_reached",
    `Cannot move a store: the storage of ${name} must stay within ${limit} bytes, ${used} are used and ${needed} more are needed`,
    { data: { storage_used: used, storage_limit: limit, needed } },
  );
}
