/** Flags that name an account, by its own name or by one of its stores. */
import type { AccountEntry } from "../../accounts/registry/accounts.js";
import type { Registry } from "../../accounts/registry/registry.js";
import { UsageError } from "../exit-codes.js";
import type { DataFlags } from "./data-folder.js";

/** Flags of commands about an account. */
export interface AccountFlags extends DataFlags {
  readonly account?: string;
  readonly store?: string;
}

/**
 * The account that the flags name.
 *
 * @throws {UsageError} unless exactly one flag was given
 * @throws {MemoryError} `not_found`
 */
export function accountOf({ account, store }: AccountFlags, registry: Registry): AccountEntry {
  if ((account === undefined) === (store === undefined))
    throw new UsageError("Cannot continue: the account must be named with --account, or with --store");
  return account === undefined
    ? registry.accounts.withId(registry.stores.get(store!).accountId)
    : registry.accounts.get(account);
}
