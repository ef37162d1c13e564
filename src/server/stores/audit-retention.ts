/**
 * Removes old rows of the stores' audit trails, as the plans of their accounts allow it, and signs
 * their checkpoints. A store is checked when it is used, at most once a day; no store is opened
 * only for this.
 */
import type { StoreEntry } from "../../accounts/registry/entries.js";
import type { SigningKey } from "../../accounts/registry/file/signing-key.js";
import type { StoreTable } from "../../accounts/registry/stores/stores.js";
import { MemoryError } from "../../contract/errors.js";
import type { PruneAuditInput, PrunedAudit } from "../../contract/maintenance/audit.js";
import type { Memory } from "../../memory.js";
import type { MemoryLease } from "./leased-memory.js";

const dayMs = 86_400_000;
/** No row was written before this time. */
const beforeAll = "1970-01-01T00:00:00.000Z";

/** The parts of {@link AuditRetention}. */
export interface RetentionParts {
  readonly signingKey: SigningKey;
  readonly stores: Pick<StoreTable, "list">;
  /** Opens a store for long work. */
  readonly lease: (store: StoreEntry) => Promise<MemoryLease>;
  readonly clock: () => Date;
}

/** The result of a change of the signing key. */
export interface SigningKeyChange {
  /** The public half of the new key: 32 bytes, base64url. */
  readonly publicKey: string;
  /** Names of the stores whose checkpoint the new key has signed. */
  readonly signed: readonly string[];
  /** Stores whose trail was altered, or that cannot be opened. */
  readonly failed: readonly { readonly store: string; readonly error: unknown }[];
}

/** The audit retention of the stores of a folder. */
export class AuditRetention {
  readonly #parts: RetentionParts;
  /** The time of the last check of each store, by its id. */
  readonly #lookedAtMs = new Map<string, number>();

  /**
   * Called with the error if the rows of a store could not be removed. If absent, `pruneIfDue` does
   * nothing.
   */
  onFailed: ((error: unknown, storeId: string) => void) | undefined;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /**
   * Prunes a store if it is due. Resolves after the pruning; returns `undefined` if the store is
   * not due.
   */
  pruneIfDue(store: StoreEntry): Promise<void> | undefined {
    const { onFailed } = this;
    if (onFailed === undefined || !this.#isDue(store)) return undefined;
    return this.prune(store).then(
      () => undefined,
      (error: unknown) => {
        // The folder is being closed. The store is due again when the folder is opened.
        if (!MemoryError.is(error, "closed")) onFailed(error, store.id);
      },
    );
  }

  /** Whether to check a store now. Returns true once a day. */
  #isDue({ id, plan }: StoreEntry): boolean {
    if (plan.audit_days === undefined) return false;
    const nowMs = this.#parts.clock().getTime();
    if (nowMs - (this.#lookedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < dayMs) return false;
    this.#lookedAtMs.set(id, nowMs);
    return true;
  }

  /** As `StoreFolder.pruneAudit`. */
  prune(store: StoreEntry): Promise<PrunedAudit | undefined> {
    return this.#with(store, (memory) => this.#pruned(store, memory));
  }

  /** As `StoreFolder.changeSigningKey`. */
  async changeSigningKey({
    distrustsFormer,
  }: {
    readonly distrustsFormer: boolean;
  }): Promise<SigningKeyChange> {
    const { signingKey, stores } = this.#parts;
    const publicKey = signingKey.replace();
    const [signed, failed]: [string[], SigningKeyChange["failed"][number][]] = [[], []];
    for (const store of stores.list())
      try {
        if (await this.#with(store, (memory) => this.#signAgain(memory))) signed.push(store.name);
      } catch (error) {
        failed.push({ store: store.name, error });
      }
    if (distrustsFormer && failed.length === 0) signingKey.distrustFormer();
    return { publicKey, signed, failed };
  }

  async #pruned({ plan }: StoreEntry, memory: Memory): Promise<PrunedAudit | undefined> {
    if (plan.audit_days === undefined) return undefined;
    const { clock } = this.#parts;
    const before = new Date(clock().getTime() - plan.audit_days * dayMs).toISOString();
    // The key is made only if there is something to sign.
    const { items } = await memory.audit({ limit: 1 });
    const first = items[0];
    if (first === undefined || first.at >= before) return { removed: 0 };
    return memory.pruneAudit({ before, ...this.#keys() });
  }

  /**
   * Signs the checkpoint of a store with the current key, if a replaced one signed it. Removes no
   * row.
   *
   * @returns whether the store has a checkpoint
   */
  async #signAgain(memory: Memory): Promise<boolean> {
    const { checkpoint } = await memory.pruneAudit({ before: beforeAll, ...this.#keys() });
    return checkpoint !== undefined;
  }

  async #with<Result>(store: StoreEntry, work: (memory: Memory) => Promise<Result>): Promise<Result> {
    const { memory, release } = await this.#parts.lease(store);
    try {
      return await work(memory);
    } finally {
      release();
    }
  }

  #keys(): Pick<PruneAuditInput, "key" | "former_keys"> {
    const { signingKey } = this.#parts;
    return { key: signingKey.pem(), former_keys: signingKey.formerKeys() };
  }
}
