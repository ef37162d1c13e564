/**
 * Opens the stores of a folder for calls: each call waits for its turn, then has the store until it
 * releases it. Calls of a store that moves to another host are refused.
 */
import type { StoreEntry } from "../../accounts/registry/entries.js";
import { callInProgress } from "../../async/next-turn.js";
import type { SuspendedStores } from "../fleet/suspended-stores.js";
import type { MemoryLease, Work } from "./leased-memory.js";
import { OpenStores, type OpenStoresOptions } from "./open-stores.js";
import { hasOwnModels, type MadeModels, type ModelCache } from "./store-models.js";
import { type TurnLimits, Turns } from "./turns.js";

/** The current load of a folder. */
export interface FolderLoad {
  readonly openStores: number;
  /** Calls that run. */
  readonly working: number;
  /** Calls that wait for their turn. */
  readonly waiting: number;
}

/** The parts of {@link StoreLeases}. */
export interface StoreLeasesParts extends OpenStoresOptions {
  /** Maximum number of calls that run at once. @default 4 for a store, 64 for all stores */
  readonly calls: Partial<TurnLimits> | undefined;
  readonly models: ModelCache;
  readonly suspended: SuspendedStores;
}

/**
 * Four adds of one store share one wait for the disk; more concurrent adds would only delay other
 * stores.
 */
const defaultCalls: TurnLimits = { ofStore: 4, ofAll: 64 };
/**
 * Limits of imports and files: one per store, and in total few enough that calls can run between
 * their pieces.
 */
const bulk: TurnLimits = { ofStore: 1, ofAll: 4 };

/** The open stores of a folder, and the calls that use them or wait for them. */
export class StoreLeases {
  readonly #models: ModelCache;
  readonly #suspended: SuspendedStores;
  readonly #open: OpenStores;
  readonly #calls: Turns;
  readonly #bulk = new Turns(bulk);

  constructor({ calls, models, suspended, ...open }: StoreLeasesParts) {
    this.#models = models;
    this.#suspended = suspended;
    this.#open = new OpenStores(open);
    this.#calls = new Turns({ ...defaultCalls, ...calls });
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

  /** Whether `close` was called. */
  get closed(): boolean {
    return this.#open.closed;
  }

  /**
   * Waits for the turn of a call, and opens the store until the call releases it.
   *
   * @throws {MemoryError} `closed`; `busy` if the store moves; `unsupported` and the errors of
   * making its models
   */
  async take(entry: StoreEntry, work: Work, signal: AbortSignal | undefined): Promise<MemoryLease> {
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

  /** Ends the calls of stores, closes their files, and refuses new calls with `busy`. */
  async suspend(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#suspended.add(id);
    await Promise.all(ids.map((id) => this.#open.retired(id)));
  }

  /** Closes a store when its last call ends. Resolves when no file is being closed. */
  async retire(id: string): Promise<void> {
    this.#open.retire(id);
    await this.#open.settled();
  }

  /** Lets `close` wait for something that uses a store. */
  await(work: Promise<void>): void {
    this.#open.await(work);
  }

  /** Closes every store when its running calls have ended. */
  close(): Promise<void> {
    return this.#open.close();
  }

  /** A store that began to move while the call waited is refused here. */
  #lease(entry: StoreEntry, models: MadeModels): MemoryLease {
    this.#suspended.assertFree(entry.id);
    return this.#open.lease(entry, models);
  }
}
