/**
 * The data folder of a service: the registry, and one SQLite file for each store. A file is opened
 * at its first use; the least recently used files are closed.
 *
 *   DIR/registry.db        accounts, stores, keys, plans, deposits, people
 *   DIR/stores/ID.db       one memory each
 *   DIR/folder.key         only in an encrypted folder: its key, wrapped with the master key
 *   DIR/stores-elsewhere   only where the stores are in a database: see `stores-elsewhere`
 */

import { join } from "node:path";
import { AccountMeter, defaultPrices } from "../../accounts/account-meter.js";
import type { Prices } from "../../accounts/plan-meter.js";
import type { AccountEntry } from "../../accounts/registry/accounts.js";
import type { StoreEntry } from "../../accounts/registry/entries.js";
import type { FolderKeys } from "../../accounts/registry/file/folder-keys.js";
import { OperationQuota, type OperationUse } from "../../accounts/registry/operation-quota.js";
import { Registry, type RegistryOptions } from "../../accounts/registry/registry.js";
import { type StoreModels, storeModels } from "../../accounts/registry/stores/store-models.js";
import { parseInput } from "../../contract/errors.js";
import type { PrunedAudit } from "../../contract/maintenance/audit.js";
import type { MemoryService, Progress, ProgressOptions } from "../../contract/memory-service.js";
import { Memory } from "../../memory.js";
import { toMicros } from "../../numbers/money.js";
import type { MemoryOptions } from "../../options.js";
import type { Access } from "../access.js";
import { SuspendedStores } from "../fleet/suspended-stores.js";
import { AuditRetention, type SigningKeyChange } from "./audit-retention.js";
import { LeasedMemory, type LeaseStore } from "./leased-memory.js";
import type { MeteredFile } from "./open-stores.js";
import { StoreAccount } from "./store-account.js";
import { type FolderLoad, StoreLeases } from "./store-leases.js";
import { type MadeModels, type MakeModels, ModelCache } from "./store-models.js";
import { assertFits, assertOther } from "./store-move.js";
import { StorePlaces } from "./store-places.js";
import { notEncryptable, type StoresElsewhere, settlePlace } from "./stores-elsewhere.js";
import type { TurnLimits } from "./turns.js";

/** Options of a {@link StoreFolder}. */
export interface StoreFolderOptions extends Omit<RegistryOptions, "path" | "driver"> {
  /** The data folder. */
  readonly folder: string;
  /** The keys of an encrypted folder: see {@link FolderKeys.open}. @default not encrypted */
  readonly keys?: FolderKeys | undefined;
  /** Where the stores are, if not in files. Such a folder cannot be encrypted. @default files */
  readonly elsewhere?: StoresElsewhere | undefined;
  /**
   * Maximum number of files that stay open, unless more stores are in use at the same time.
   * @default 128
   */
  readonly mostOpen?: number | undefined;
  /**
   * Maximum number of calls that run at once. Others wait, and stores take turns.
   *
   * @default 4 for a store, 64 for all stores
   */
  readonly calls?: Partial<TurnLimits> | undefined;
  /** USD per million tokens, before a plan's `token_rate`. @default 1 for add and search */
  readonly prices?: Prices | undefined;
  /** Options of every store's `Memory`. */
  readonly memory?:
    | Pick<MemoryOptions, "embedder" | "extractor" | "rerank" | "durability" | "busyTimeoutMs">
    | undefined;
  /**
   * Makes the models of a store that has its own. Without it such a store is `unsupported`.
   *
   * @default none
   */
  readonly models?: MakeModels | undefined;
}

const defaultMostOpen = 128;

/** The stores of a service, opened at their first use. */
export class StoreFolder {
  readonly registry: Registry;
  readonly #options: StoreFolderOptions;
  readonly #places: StorePlaces;
  readonly #suspended: SuspendedStores;
  readonly #leases: StoreLeases;
  readonly #quota: OperationQuota;
  readonly #models: ModelCache;
  readonly #retention: AuditRetention;

  /**
   * Opens the registry; stores are opened at their first use.
   *
   * @throws {MemoryError} `not_found`, `corrupt`, `newer_schema`, `busy`
   */
  constructor(options: StoreFolderOptions) {
    if (options.keys !== undefined && options.elsewhere !== undefined)
      throw notEncryptable("open the data folder", options.elsewhere.shown);
    this.#options = options;
    const { folder, keys, elsewhere, clock = () => new Date() } = options;
    const files = join(folder, "stores");
    this.#places = new StorePlaces({ folder: files, keys, elsewhere, memory: options.memory, clock });
    if (options.create) this.#places.prepare();
    this.#suspended = new SuspendedStores(files);
    this.registry = new Registry({ ...options, driver: keys?.driver, path: join(folder, "registry.db") });
    try {
      settlePlace(folder, elsewhere, () => this.registry.stores.list().length > 0);
    } catch (error) {
      this.registry.close();
      throw error;
    }
    this.#quota = new OperationQuota(this.registry.operations, clock);
    this.#models = new ModelCache(options.models);
    const { signingKey, stores } = this.registry;
    const lease = (store: StoreEntry) => this.#leases.take(store, "bulk", undefined);
    this.#retention = new AuditRetention({ signingKey, stores, lease, clock });
    this.#leases = new StoreLeases({
      ...{ calls: options.calls, models: this.#models, suspended: this.#suspended },
      open: (entry, models) => this.#memoryOf(entry, models),
      stores,
      mostOpen: options.mostOpen ?? defaultMostOpen,
      onReleased: (entry) => this.#pruneIfDue(entry),
    });
    // A process that was killed while it deleted a store may have left its file.
    for (const id of this.registry.stores.forgotten()) this.#places.removeFile(id);
  }

  /** The store of a key; `undefined` for an unknown or revoked key. */
  resolve(key: string): Access | undefined {
    const opened = this.registry.keys.open(key);
    if (opened === undefined) return undefined;
    const { keyId, requestsPerMinute, store } = opened;
    return { service: this.service(store), keyId, storeId: store.id, requestsPerMinute };
  }

  /**
   * The memory of a store, with the plan and the wallet in the entry.
   *
   * @param actor Who calls it, in the audit trail of the store. @default the folder's `actor`
   */
  service(store: StoreEntry, actor?: string): MemoryService {
    const { stores, signingKey } = this.registry;
    const account = new StoreAccount(store, { stores, signingKey, quota: this.#quota });
    const lease: LeaseStore = (work, signal) => this.#leases.take(account.store, work, signal);
    return new LeasedMemory(lease, account, actor);
  }

  /** Operations of an account in this month. */
  operations({ id, plan }: Pick<AccountEntry, "id" | "plan">): OperationUse {
    return this.#quota.use({ accountId: id, plan });
  }

  /** The current numbers of open stores and of calls. */
  get load(): FolderLoad {
    return this.#leases.load;
  }

  /**
   * Creates a store in an account of its own, which has the same name.
   *
   * @throws {MemoryError} `invalid_input` if the name is taken, `not_found` if there is no such
   * plan
   */
  async create(name: string, plan: string, accountId?: string): Promise<StoreEntry> {
    const account = this.registry.accounts.add(this.registry.stores.freeName(name), plan, accountId);
    try {
      return await this.#addStore(account.id, name);
    } catch (error) {
      this.registry.accounts.closeUnused(account.id);
      throw error;
    }
  }

  /**
   * Creates a further store in an account.
   *
   * @param account The account's name.
   * @throws {MemoryError} `invalid_input` if the name is taken, `not_found` if there is no such
   * account
   */
  async createIn(account: string, name: string): Promise<StoreEntry> {
    const { id } = this.registry.accounts.get(account);
    const created = await this.#addStore(id, name);
    await this.#recordBytes(id);
    return created;
  }

  /**
   * Gives a store to another account: see {@link Registry.moveStore}. Calls in progress are counted
   * on the former account.
   *
   * @param account The account's name.
   * @throws {MemoryError} `not_found`; `invalid_input` if the store is already in this account;
   * `storage_limit_reached` if the account's plan has too little storage left for the store
   */
  async move(
    name: string,
    account: string,
    { revokesKeys = false }: { readonly revokesKeys?: boolean } = {},
  ): Promise<StoreEntry> {
    const { stores, accounts } = this.registry;
    const [store, target] = [stores.get(name), accounts.get(account)];
    assertOther(store, target);
    const { memory } = await this.service(store).details();
    assertFits(await this.#recordBytes(target.id), memory.storage_used, target);
    const moved = this.registry.moveStore(name, account, {
      spentMicros: toMicros(memory.usage.spend),
      revokesKeys,
    });
    await this.#leases.retire(store.id);
    stores.recordBytes(store.id, memory.storage_used);
    return moved;
  }

  /**
   * Makes the models of every store that has its own.
   *
   * @throws the first error, so that a service with an invalid setting does not start
   */
  async loadModels(): Promise<void> {
    for (const { models, name } of this.registry.stores.list()) await this.#models.of(models, name);
  }

  /**
   * Sets the models of a store. If its embedder changes, the store moves to the new one first; a
   * call that is interrupted continues when it is repeated.
   *
   * @throws {MemoryError} `not_found`, `invalid_input`, the errors of making the models, and of
   * `Memory.reembed`
   */
  async setModels(
    name: string,
    models: StoreModels,
    options: ProgressOptions<Required<Progress>> = {},
  ): Promise<StoreEntry> {
    const before = this.registry.stores.get(name);
    const valid = parseInput(storeModels, models, "set the models of a store");
    const made = await this.#models.of(valid, name);
    if (JSON.stringify(valid.embedder) !== JSON.stringify(before.models.embedder)) {
      const { memory } = this.#memoryOf(before, made);
      try {
        await memory.reembed(undefined, options);
      } finally {
        await memory.close();
      }
    }
    return this.registry.stores.setModels(name, valid);
  }

  /**
   * Removes the audit rows of a store that are older than its plan's `audit_days`; `undefined` if
   * the plan keeps them for ever.
   *
   * @throws {MemoryError} as `Memory.pruneAudit`
   */
  pruneAudit(store: StoreEntry): Promise<PrunedAudit | undefined> {
    return this.#retention.prune(store);
  }

  /**
   * Makes a new key for the checkpoints of audit trails, and signs the checkpoint of every store
   * again. If a checkpoint cannot be signed now, it is signed when rows of its store are removed
   * next.
   *
   * @param options.distrustsFormer From then on, checkpoints signed with former keys are not
   * accepted, unless signing failed for a store.
   */
  changeSigningKey({
    distrustsFormer = false,
  }: {
    readonly distrustsFormer?: boolean;
  } = {}): Promise<SigningKeyChange> {
    return this.#retention.changeSigningKey({ distrustsFormer });
  }

  /**
   * From now on, removes old audit rows of each store that is used, at most once a day and after
   * the call that used it.
   *
   * @param onFailed Called with the error if rows could not be removed.
   */
  pruneWhenUsed(onFailed: (error: unknown, storeId: string) => void): void {
    this.#retention.onFailed = onFailed;
  }

  /**
   * Forgets a store: revokes its keys, destroys its data key, and deletes its file. Without the
   * data key, no backup of an encrypted store can be read. Other processes that serve the folder
   * refuse its keys from then on.
   *
   * @throws {MemoryError} `not_found`
   */
  async forget(name: string): Promise<void> {
    const entry = this.registry.stores.get(name);
    const spent = await this.#spent(entry);
    // Contents that are not in a file are deleted first, so that a crash leaves an entry that can
    // be forgotten again.
    await this.#places.removeElsewhere(entry.id);
    const id = this.registry.forgetStore(name, spent);
    await this.#leases.retire(id);
    this.#places.removeFile(id);
  }

  /** Copies a store to a file while it is in use. @throws as `Memory.backup` */
  async backup(store: StoreEntry, path: string): Promise<void> {
    const { memory, release } = await this.#leases.take(store, "stream", undefined);
    try {
      await memory.backup(path);
    } finally {
      release();
    }
  }

  /** Ends the calls of stores, closes their files, and refuses new calls with `busy`. */
  suspend(ids: readonly string[]): Promise<void> {
    return this.#leases.suspend(ids);
  }

  /** Whether calls of a store are refused because it moves. */
  isSuspended(id: string): boolean {
    return this.#suspended.has(id);
  }

  /** Lets calls of a suspended store run again. */
  resume(id: string): void {
    this.#suspended.remove(id);
  }

  /** Closes every store when its running calls have ended, then the registry. */
  async close(): Promise<void> {
    await this.#leases.close();
    this.#quota.close();
    this.registry.close();
  }

  #addStore(accountId: string, name: string): Promise<StoreEntry> {
    const { stores } = this.registry;
    const named = stores.freeName(name);
    return this.#places.create(named, (made) => stores.add({ ...made, name: named, accountId }));
  }

  /**
   * Records the bytes of each store of an account, for the limits of the others.
   *
   * @returns their sum
   */
  async #recordBytes(accountId: string): Promise<number> {
    let sum = 0;
    for (const store of this.registry.stores.list(accountId)) {
      const { memory } = await this.service(store).details();
      this.registry.stores.recordBytes(store.id, memory.storage_used);
      sum += memory.storage_used;
    }
    return sum;
  }

  /** What a store spent, in micro-dollars; `undefined` if its file cannot be read. */
  async #spent(store: StoreEntry): Promise<number | undefined> {
    try {
      const { memory } = await this.service(store).details();
      return toMicros(memory.usage.spend);
    } catch {
      // A damaged store, or one without its key, can be forgotten as well.
      return undefined;
    }
  }

  /** Removes old audit rows of a store that was just used. Closing the folder waits for it. */
  #pruneIfDue(entry: StoreEntry): void {
    if (this.#leases.closed) return;
    const pruning = this.#retention.pruneIfDue(entry);
    if (pruning !== undefined) this.#leases.await(pruning);
  }

  #memoryOf(entry: StoreEntry, models: MadeModels): MeteredFile {
    const meter = new AccountMeter(entry, this.#options.prices ?? defaultPrices);
    const { actor = "api", clock } = this.#options;
    const parts = { ...this.#options.memory, ...models, ...this.#places.of(entry) };
    const options = { ...parts, name: entry.name, actor, meter };
    return { memory: new Memory(clock === undefined ? options : { ...options, clock }), meter };
  }
}
