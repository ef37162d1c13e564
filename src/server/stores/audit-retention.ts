/**
 * Removes old rows of the stores' audit trails, as the plans of their accounts allow it, and signs
 * their checkpoints. A store is looked at when it is used, at most once a day; nothing opens a store
 * for this alone.
 */
import type { StoreEntry } from "../../accounts/registry/entries.js";
import type { SigningKey } from "../../accounts/registry/file/signing-key.js";
import type { StoreTable } from "../../accounts/registry/stores/stores.js";
import { MemoryError } from "../../contract/errors.js";
import type { PruneAuditInput, PrunedAudit } from "../../contract/maintenance/audit.js";
import type { Memory } from "../../memory.js";
import type { MemoryLease } from "./open-stores.js";

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

/** What a change of the signing key did. */
export interface SigningKeyChange {
  /** Of the new key: 32 bytes, base64url. */
  readonly publicKey: string;
  /** Names of the stores whose checkpoint it has signed. Others have none. */
  readonly signed: readonly string[];
  /** Stores whose trail was altered, or that cannot be opened. */
  readonly failed: readonly { readonly store: string; readonly error: unknown }[];
}

/** The audit retention of the stores of a folder. */
export class AuditRetention {
  readonly #parts: RetentionParts;
  /** By store: when it was last looked at. */
  readonly #lookedAtMs = new Map<string, number>();

  /** Called with what kept rows of a store from being removed. Absent: `pruneIfDue` does nothing. */
  onFailed: ((error: unknown, storeId: string) => void) | undefined;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** Prunes a store that is due, and resolves when that has ended; `undefined` if it is not due. */
  pruneIfDue(store: StoreEntry): Promise<void> | undefined {
    const { onFailed } = this;
    if (onFailed === undefined || !this.#isDue(store)) return undefined;
    return this.prune(store).then(
      () => undefined,
      (error: unknown) => {
        // It is due again when the folder is opened.
        if (!MemoryError.is(error, "closed")) onFailed(error, store.id);
      },
    );
  }

  /** Whether to look at a store now. Returns true once a day. */
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
    // The key is made only where there is something to sign.
    const { items } = await memory.audit({ limit: 1 });
    const first = items[0];
    if (first === undefined || first.at >= before) return { removed: 0 };
    return memory.pruneAudit({ before, ...this.#keys() });
  }

  /**
   * Signs the checkpoint of a store with the current key, if a replaced one signed it. Removes no row.
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
