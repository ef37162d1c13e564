/**
 * The files of a folder that are open. A file is opened at its first use; the least recently used
 * ones are closed.
 */
import type { AccountMeter } from "../../accounts/account-meter.js";
import type { StoreEntry } from "../../accounts/registry/entries.js";
import type { StoreTable } from "../../accounts/registry/stores/stores.js";
import { MemoryError } from "../../contract/errors.js";
import type { Memory } from "../../memory.js";
import type { MemoryLease } from "./leased-memory.js";
import { keyOfModels, type MadeModels } from "./store-models.js";

/** A memory with the meter that it was opened with. */
export interface MeteredFile {
  readonly memory: Memory;
  readonly meter: AccountMeter;
}

/** Options of {@link OpenStores}. */
export interface OpenStoresOptions {
  /** Makes the memory of a store; does no I/O. */
  readonly open: (entry: StoreEntry, models: MadeModels) => MeteredFile;
  readonly stores: StoreTable;
  readonly mostOpen: number;
  /** Called after each release, with the store that was used. */
  readonly onReleased: (entry: StoreEntry) => void;
}

interface OpenStore extends MeteredFile {
  /** The name when it was opened. A renamed store is opened again. */
  readonly name: string;
  /**
   * Its account when it was opened. A store that moved to another account is opened again, because
   * its share of the wallet changed.
   */
  readonly accountId: string;
  /**
   * Its own models when it was opened: see `keyOfModels`. A store with other models is opened
   * again.
   */
  readonly models: string;
  users: number;
  retired: boolean;
  onClosed?: () => void;
  /** The size in bytes that the registry has recorded for it. */
  recordedBytes: number;
}

/**
 * How many bytes a store grows before its size is recorded again, because recording it is a write.
 */
const recordStepBytes = 1_048_576;

/** The open stores of a folder. */
export class OpenStores {
  readonly #options: OpenStoresOptions;
  /** Least recently used first. */
  readonly #open = new Map<string, OpenStore>();
  readonly #closing = new Set<Promise<void>>();
  #closed = false;

  constructor(options: OpenStoresOptions) {
    this.#options = options;
  }

  /** Number of open files. */
  get size(): number {
    return this.#open.size;
  }

  /** Whether `close` was called. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Opens a store if needed, and keeps it open until it is released.
   *
   * @throws {MemoryError} `closed`
   */
  lease(entry: StoreEntry, models: MadeModels): MemoryLease {
    if (this.#closed)
      throw new MemoryError("closed", "Cannot open a store: the folder must not be closed", {});
    const store = this.#opened(entry, models);
    store.meter.update(entry);
    store.users += 1;
    this.#evict();
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      store.users -= 1;
      this.#recordBytes(entry, store);
      this.#options.onReleased(entry);
      if (store.retired && store.users === 0) this.#shut(store);
    };
    return { memory: store.memory, release };
  }

  /** Closes a store, if it is open, when its last call ends. */
  retire(id: string): void {
    const store = this.#open.get(id);
    if (store !== undefined) this.#retire(id, store);
  }

  /** Closes a store when its running calls have ended. Resolves when its file is closed. */
  async retired(id: string): Promise<void> {
    const store = this.#open.get(id);
    if (store !== undefined)
      await new Promise<void>((resolve) => {
        store.onClosed = resolve;
        this.#retire(id, store);
      });
    await this.settled();
  }

  /** Lets `close` wait for something that uses a store. */
  await(work: Promise<void>): void {
    this.#closing.add(work);
    void work.then(() => this.#closing.delete(work));
  }

  /** Resolves when the files that are being closed are closed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#closing);
  }

  /** Closes every store when its running calls have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const [id, store] of this.#open) this.#retire(id, store);
    while (this.#closing.size > 0) await this.settled();
  }

  /** Records how many bytes a store uses if that limits other stores of its account. */
  #recordBytes({ id, others }: StoreEntry, store: OpenStore): void {
    const bytes = store.meter.usage?.storageUsed;
    if (others === 0 || bytes === undefined) return;
    if (!store.retired && Math.abs(bytes - store.recordedBytes) < recordStepBytes) return;
    store.recordedBytes = bytes;
    this.#options.stores.recordBytes(id, bytes);
  }

  /** The open store, marked as the most recently used. */
  #opened(entry: StoreEntry, models: MadeModels): OpenStore {
    const { id, name, accountId } = entry;
    const key = keyOfModels(entry.models);
    let store = this.#open.get(id);
    const isSame = store?.name === name && store.accountId === accountId && store.models === key;
    if (store !== undefined && !isSame) {
      this.#retire(id, store);
      store = undefined;
    }
    store ??= {
      ...this.#options.open(entry, models),
      ...{ name, accountId, models: key, users: 0, retired: false, recordedBytes: 0 },
    };
    this.#open.delete(id);
    this.#open.set(id, store);
    return store;
  }

  #evict(): void {
    const { mostOpen } = this.#options;
    if (this.#open.size <= mostOpen) return;
    for (const [id, store] of this.#open) {
      if (this.#open.size <= mostOpen) return;
      if (store.users === 0) this.#retire(id, store);
    }
  }

  /** Removes a store from the open ones. Its file is closed when its last call ends. */
  #retire(id: string, store: OpenStore): void {
    this.#open.delete(id);
    store.retired = true;
    if (store.users === 0) this.#shut(store);
  }

  #shut({ memory, onClosed }: OpenStore): void {
    const closing = memory.close().catch(() => {
      // All acknowledged writes are committed. SQLite recovers the file when it is opened again.
    });
    this.await(closing.then(() => onClosed?.()));
  }
}
