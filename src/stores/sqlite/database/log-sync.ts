/**
 * Waits for the disk. SQLite commits into its write-ahead log without waiting (`synchronous = normal`); a commit is durable once that file has been synced,
 * which is done here. A disk that answers at once is waited for at once: a hop to another thread and back takes as long. A slower one is waited for
 * beside the event loop, while other calls go on; commits that come while it is at work share its next turn.
 *
 * SQLite's own `synchronous = full` does the same inside each commit and stops the process meanwhile. It holds no lock on the log itself, so
 * that opening and closing it here lets go of none.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";

/** What writes a file's data to the disk. */
export type Sync = () => Promise<void>;

/** Longest time that the event loop may stand still for a disk, in milliseconds. */
const standStillMs = 1;

/** The log of a store's file, which exists from the store's first commit on until the store is closed. */
export class LogFile {
  readonly #path: string;
  readonly #atOnceMs: number;
  #descriptor: number | undefined;
  #syncing: Promise<void> | undefined;
  /** What the disk took last. */
  #lastMs = 0;

  /**
   * @param path Of the database file.
   * @param atOnceMs A disk that took longer the last time is waited for beside the event loop.
   */
  constructor(path: string, atOnceMs = standStillMs) {
    this.#path = `${path}-wal`;
    this.#atOnceMs = atOnceMs;
  }

  readonly sync: Sync = () => {
    // Windows syncs only what was opened for writing.
    this.#descriptor ??= openSync(this.#path, "r+");
    this.#syncing = this.#timed(this.#descriptor);
    return this.#syncing;
  };

  async #timed(descriptor: number): Promise<void> {
    const begun = performance.now();
    if (this.#lastMs <= this.#atOnceMs) fdatasyncSync(descriptor);
    else await dataSync(descriptor);
    this.#lastMs = performance.now() - begun;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#syncing]);
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

/** Lets commits share a turn of the disk. */
export class SharedSync {
  readonly #sync: Sync;
  /** The turn that runs. */
  #running: Promise<void> | undefined;
  /** The turn after it, where somebody waits for that. */
  #next: Promise<void> | undefined;
  #dirty = false;

  constructor(sync: Sync) {
    this.#sync = sync;
  }

  /** Tells that something was committed which the disk does not hold yet. */
  committed(): void {
    this.#dirty = true;
  }

  /** Resolves once the disk holds what was committed before. @throws what syncing threw; it is tried again at the next call */
  settled(): Promise<void> {
    if (this.#running === undefined) return this.#dirty ? this.#begin() : Promise.resolve();
    if (!this.#dirty) return this.#running;
    // Whether the turn before failed is told to those who wait for it.
    this.#next ??= this.#running.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    this.#dirty = false;
    this.#running = this.#turn();
    return this.#running;
  }

  async #turn(): Promise<void> {
    try {
      await this.#sync();
    } catch (error) {
      this.#dirty = true;
      throw error;
    } finally {
      this.#running = undefined;
    }
  }
}

function dataSync(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
  });
}
