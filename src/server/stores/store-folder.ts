/**
 * The data folder of a service: the registry, and one SQLite file for each store. A file is opened
 * at its first use; the least recently used files are closed. A file is named by the store's id, so
 * a name that a person chose is never part of a path.
 *
 *   DIR/registry.db        accounts, stores, keys, plans, deposits, people
 *   DIR/stores/ID.db       one memory each
 *   DIR/folder.key         only in an encrypted folder: its key, wrapped with the master key
 *   DIR/stores-elsewhere   only where the stores are in a database: see `stores-elsewhere`
 */

import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AccountMeter, defaultPrices } from "../../accounts/account-meter.js";
import type { Prices } from "../../accounts/plan-meter.js";
import type { AccountEntry } from "../../accounts/registry/accounts.js";
import type { StoreEntry } from "../../accounts/registry/entries.js";
import type { FolderKeys } from "../../accounts/registry/file/folder-keys.js";
import { OperationQuota, type OperationUse } from "../../accounts/registry/operation-quota.js";
import { Registry, type RegistryOptions } from "../../accounts/registry/registry.js";
import { type StoreModels, storeModels } from "../../accounts/registry/stores/store-models.js";
import { callInProgress } from "../../async/next-turn.js";
import { MemoryError, parseInput } from "../../contract/errors.js";
import type { PrunedAudit } from "../../contract/maintenance/audit.js";
import type { MemoryService, Progress, ProgressOptions } from "../../contract/memory-service.js";
import { Memory } from "../../memory.js";
import { toMicros } from "../../numbers/money.js";
import type { MemoryOptions } from "../../options.js";
import type { Access } from "../access.js";
import { SuspendedStores } from "../fleet/suspended-stores.js";
import { AuditRetention } from "./audit-retention.js";
import { LeasedMemory, type Work } from "./leased-memory.js";
import { type MemoryLease, type MeteredFile, OpenStores } from "./open-stores.js";
import { StoreAccount } from "./store-account.js";
import { removeStoreFile } from "./store-file.js";
import { hasOwnModels, type MadeModels, type MakeModels, ModelCache } from "./store-models.js";
import { addElsewhere, notEncryptable, type StoresElsewhere, settlePlace } from "./stores-elsewhere.js";
import { type TurnLimits, Turns } from "./turns.js";

/** Options of a {@link StoreFolder}. */
export interface StoreFolderOptions extends Omit<RegistryOptions, "path" | "driver"> {
  /** The data folder. */
  readonly folder: string;
  /** The keys of an encrypted folder: see {@link FolderKeys.open}. @default not encrypted */
  readonly keys?: FolderKeys | undefined;
  /** Where the stores are, if not in files. Such a folder cannot be encrypted. @default files */
  readonly elsewhere?: StoresElsewhere | undefined;
  /** Most files that stay open, unless more stores are in use at the same time. @default 128 */
  readonly mostOpen?: number | undefined;
  /**
   * Most calls that run at once. Others wait, and stores take turns.
   *
   * @default 4 of a store, 64 of all
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

/** The current load of a folder. */
export interface FolderLoad {
  readonly openStores: number;
  /** Calls that run. */
  readonly working: number;
  /** Calls that wait for their turn. */
  readonly waiting: number;
}

const defaultMostOpen = 128;
/** Four adds of a store share one wait for the disk; more only delay other stores. */
const defaultCalls: TurnLimits = { ofStore: 4, ofAll: 64 };
/** Imports and files: one of a store, and few enough that calls can run between their pieces. */
const bulk: TurnLimits = { ofStore: 1, ofAll: 4 };
const ownerOnly = 0o700;
/** The stores of a service, opened at their first use. */
export class StoreFolder {
  readonly registry: Registry;
  readonly #options: StoreFolderOptions;
  readonly #stores: string;
  readonly #open: OpenStores;
  readonly #calls: Turns;
  readonly #suspended: SuspendedStores;
  readonly #quota: OperationQuota;
  readonly #bulk = new Turns(bulk);
  readonly #models: ModelCache;
  readonly #retention: AuditRetention;
  #onPruneFailed: ((error: unknown, storeId: string) => void) | undefined;

  /**
   * Opens the registry; stores are opened at their first use.
   *
   * @throws {MemoryError} `not_found`, `corrupt`, `newer_schema`, `busy`
   */
  constructor(options: StoreFolderOptions) {
    if (options.keys !== undefined && options.elsewhere !== undefined)
      throw notEncryptable("open the data folder", options.elsewhere.shown);
    this.#options = options;
    this.#calls = new Turns({ ...defaultCalls, ...options.calls });
    this.#stores = join(options.folder, "stores");
    if (options.create) mkdirSync(this.#stores, { recursive: true, mode: ownerOnly });
    this.#suspended = new SuspendedStores(this.#stores);
    const driver = options.keys?.driver;
    this.registry = new Registry({ ...options, driver, path: join(options.folder, "registry.db") });
    try {
      settlePlace(options.folder, options.elsewhere, () => this.registry.stores.list().length > 0);
    } catch (error) {
      this.registry.close();
      throw error;
    }
    const clock = options.clock ?? (() => new Date());
    this.#quota = new OperationQuota(this.registry.operations, clock);
    this.#models = new ModelCache(options.models);
    this.#retention = new AuditRetention({ signingKey: this.registry.signingKey, clock });
    this.#open = new OpenStores({
      open: (entry, models) => this.#memoryOf(entry, models),
      stores: this.registry.stores,
      mostOpen: options.mostOpen ?? defaultMostOpen,
      onReleased: (entry) => this.#pruneIfDue(entry),
    });
    // A process that was killed while it deleted a store may have left its file.
    if (options.elsewhere === undefined)
      for (const id of this.registry.stores.forgotten()) removeStoreFile(this.#path(id));
  }

  /** The store of a key; `undefined` for an unknown or revoked key. */
  resolve(key: string): Access | undefined {
    const opened = this.registry.keys.open(key);
    if (opened === undefined) return undefined;
    const { keyId, requestsPerMinute, store } = opened;
    return { service: this.service(store), keyId, storeId: store.id, requestsPerMinute };
  }

  /** The memory of a store, with the plan and the wallet in the entry. */
  service(store: StoreEntry): MemoryService {
    const { stores, signingKey } = this.registry;
    const account = new StoreAccount(store, { stores, signingKey, quota: this.#quota });
    return new LeasedMemory((work, signal) => this.#leaseInTurn(account.store, work, signal), account);
  }

  /** Operations of an account in this month. */
  operations({ id, plan }: Pick<AccountEntry, "id" | "plan">): OperationUse {
    return this.#quota.use({ accountId: id, plan });
  }

  /** The current numbers of open stores and of calls. */
  get load(): FolderLoad {
    const turns = [this.#calls, this.#bulk];
    return {
      openStores: this.#open.size,
      working: turns.reduce((sum, { working }) => sum + working, 0),
      waiting: turns.reduce((sum, { waiting }) => sum + waiting, 0),
    };
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
    // So far nothing depended on how many bytes the others use.
    for (const other of this.registry.stores.list(id)) {
      const { memory } = await this.service(other).details();
      this.registry.stores.recordBytes(other.id, memory.storage_used);
    }
    return created;
  }

  /**
   * Makes the models of every store that has its own.
   *
   * @throws the first error, so that a service does not start with a setting that it does not
   * understand
   */
  async loadModels(): Promise<void> {
    for (const { models, name } of this.registry.stores.list()) await this.#models.of(models, name);
  }

  /**
   * Sets the models of a store. If its embedder changes, the store moves to the new one first; a call
   * that is interrupted continues when it is repeated.
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
    const valid = checkedModels(models);
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
   * Removes the audit rows of a store that are older than its plan's `audit_days`; `undefined` if the
   * plan keeps them for ever.
   *
   * @throws {MemoryError} as `Memory.pruneAudit`
   */
  async pruneAudit(store: StoreEntry): Promise<PrunedAudit | undefined> {
    const { memory, release } = await this.#leaseInTurn(store, "bulk", undefined);
    try {
      return await this.#retention.prune(store, memory);
    } finally {
      release();
    }
  }

  /**
   * From now on, removes old audit rows of each store that is used, at most once a day and after the
   * call that used it.
   *
   * @param onFailed Called with what kept rows from being removed.
   */
  pruneWhenUsed(onFailed: (error: unknown, storeId: string) => void): void {
    this.#onPruneFailed = onFailed;
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
    // Elsewhere the contents go first, so that a crash leaves an entry that can be forgotten again.
    await this.#options.elsewhere?.remove(entry.id);
    const id = this.registry.forgetStore(name, spent);
    this.#open.retire(id);
    await this.#open.settled();
    if (this.#options.elsewhere === undefined) removeStoreFile(this.#path(id));
  }

  /** Copies a store to a file while it is in use. @throws as `Memory.backup` */
  async backup(store: StoreEntry, path: string): Promise<void> {
    const { memory, release } = await this.#leaseInTurn(store, "stream", undefined);
    try {
      await memory.backup(path);
    } finally {
      release();
    }
  }

  /** Ends the calls of stores, closes their files, and refuses new calls with `busy`. */
  async suspend(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#suspended.add(id);
    await Promise.all(ids.map((id) => this.#open.retired(id)));
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
    await this.#open.close();
    this.#quota.close();
    this.registry.close();
  }

  /**
   * First the file, then the row in the registry. A crash between the two leaves a file without a
   * row.
   */
  async #addStore(accountId: string, name: string): Promise<StoreEntry> {
    const named = this.registry.stores.freeName(name);
    if (this.#options.elsewhere !== undefined)
      return addElsewhere(this.#options.elsewhere, {
        memory: this.#options.memory,
        name: named,
        at: this.#options.clock?.() ?? new Date(),
        add: (id) => this.registry.stores.add({ id, name: named, accountId }),
      });
    const draft = join(this.#stores, `new-${crypto.randomUUID()}.db`);
    const { keys } = this.#options;
    const key = keys?.newKey();
    const memory = new Memory({ ...this.#options.memory, ...encryptedWith(key), path: draft, name: named });
    const { id } = (await memory.details()).memory;
    await memory.close();
    const path = this.#path(id);
    renameSync(draft, path);
    try {
      const wrappedKey = key === undefined ? null : keys!.wrap(key, id);
      return this.registry.stores.add({ id, name: named, accountId, wrappedKey });
    } catch (error) {
      rmSync(path);
      throw error;
    }
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

  #path(id: string): string {
    return join(this.#stores, `${id}.db`);
  }

  /** A store that began to move while the call waited is refused here. */
  #lease(entry: StoreEntry, models: MadeModels): MemoryLease {
    this.#suspended.assertFree(entry.id);
    return this.#open.lease(entry, models);
  }

  async #leaseInTurn(entry: StoreEntry, work: Work, signal: AbortSignal | undefined): Promise<MemoryLease> {
    const models = hasOwnModels(entry.models) ? await this.#models.of(entry.models, entry.name) : {};
    if (work === "stream") return this.#lease(entry, models);
    const end = await (work === "bulk" ? this.#bulk : this.#calls).take(entry.id, signal);
    try {
      const { memory, release } = this.#lease(entry, models);
      const endCall = callInProgress(work === "bulk");
      const releaseAll = () => {
        endCall();
        release();
        end();
      };
      return { memory, release: releaseAll };
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Removes old audit rows of a store that was just used. Closing the folder waits for it. */
  #pruneIfDue(entry: StoreEntry): void {
    const onFailed = this.#onPruneFailed;
    if (onFailed === undefined || this.#open.closed || !this.#retention.isDue(entry)) return;
    const pruning = this.pruneAudit(entry).then(
      () => undefined,
      (error: unknown) => {
        // It is due again when the folder is opened.
        if (!MemoryError.is(error, "closed")) onFailed(error, entry.id);
      },
    );
    this.#open.await(pruning);
  }

  #memoryOf(entry: StoreEntry, models: MadeModels): MeteredFile {
    const meter = new AccountMeter(entry, this.#options.prices ?? defaultPrices);
    const { actor = "api", clock } = this.#options;
    const parts = { ...this.#options.memory, ...models, ...this.#placeOf(entry) };
    const options = { ...parts, name: entry.name, actor, meter };
    return { memory: new Memory(clock === undefined ? options : { ...options, clock }), meter };
  }

  #placeOf(entry: StoreEntry): Pick<MemoryOptions, "encryption" | "path" | "store"> {
    const { elsewhere } = this.#options;
    if (elsewhere !== undefined) return { store: elsewhere.open(entry.id) };
    return { path: this.#path(entry.id), ...encryptedWith(this.#dataKey(entry)) };
  }

  #dataKey({ id, wrappedKey }: StoreEntry): Uint8Array | undefined {
    return wrappedKey === null ? undefined : this.#options.keys?.unwrap(wrappedKey, id);
  }
}

function checkedModels(models: StoreModels): StoreModels {
  return parseInput(storeModels, models, "set the models of a store");
}

function encryptedWith(key: Uint8Array | undefined): Pick<MemoryOptions, "encryption"> {
  return key === undefined ? {} : { encryption: { key } };
}
