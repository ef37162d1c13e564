/**
 * The account of one store: counts its calls as memory operations, and enlarges its share of the
 * wallet when a call needs more.
 */
import type { StoreEntry } from "../../accounts/registry/entries.js";
import type { SigningKey } from "../../accounts/registry/file/signing-key.js";
import type { OperationQuota } from "../../accounts/registry/operation-quota.js";
import type { StoreTable } from "../../accounts/registry/stores/stores.js";
import type { DetailsPayload } from "../../contract/details.js";
import { MemoryError } from "../../contract/errors.js";
import type { AuditVerdict } from "../../contract/maintenance/audit.js";
import { toMicros, toUsd } from "../../numbers/money.js";

/** The parts of a {@link StoreAccount}. */
export interface StoreAccountParts {
  readonly stores: StoreTable;
  readonly quota: OperationQuota;
  readonly signingKey: SigningKey;
}

/** The account that the calls of a store are counted on. */
export class StoreAccount {
  readonly #stores: StoreTable;
  readonly #quota: OperationQuota;
  readonly #signingKey: SigningKey;
  #store: StoreEntry;

  constructor(store: StoreEntry, { stores, quota, signingKey }: StoreAccountParts) {
    this.#store = store;
    this.#stores = stores;
    this.#quota = quota;
    this.#signingKey = signingKey;
  }

  /** The store with its current share. */
  get store(): StoreEntry {
    return this.#store;
  }

  /**
   * Counts a call as one memory operation.
   *
   * @throws {MemoryError} `quota_exceeded`
   */
  count(): void {
    this.#quota.take(this.#store);
  }

  /** Takes back the count of a call that failed. */
  uncount(): void {
    this.#quota.giveBack(this.#store);
  }

  /**
   * Enlarges the store's share of the wallet, which did not cover a call. The call wrote nothing
   * and can be repeated. Other calls may spend the larger share first; each of them takes from the
   * wallet, so the repetitions end.
   *
   * @param action What the call does, for the error.
   * @throws {MemoryError} `insufficient_balance` if the wallet does not cover it
   */
  enlarge(action: string, error: MemoryError<"insufficient_balance">): void {
    const { needed, wallet_balance } = error.data;
    const before = this.#store;
    const store = this.#stores.drawShare(before, toMicros(needed) - toMicros(wallet_balance));
    if (store === undefined) throw error;
    this.#store = store;
    if (store.shareMicros > before.shareMicros) return;
    const balance = toUsd(toMicros(wallet_balance) + store.freeMicros);
    throw new MemoryError(
      "insufficient_balance",
      `Cannot ${action}: it may cost ${needed} USD, the wallet has ${balance} USD`,
      { data: { needed, wallet_balance: balance }, cause: error },
    );
  }

  /** The verdict on the store's audit trail: its checkpoint must be signed by this service. */
  judged(verdict: AuditVerdict): AuditVerdict {
    return this.#signingKey.judged(verdict, this.#store.id);
  }

  /** Adds the operations of the month to the details of the store. */
  withOperations(details: DetailsPayload): DetailsPayload {
    return { ...details, operations: this.#quota.use(this.#store) };
  }
}
