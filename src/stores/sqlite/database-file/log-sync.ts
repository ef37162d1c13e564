/**
 * Waits for the disk. SQLite commits to its write-ahead log without waiting (`synchronous =
 * normal`). A commit is durable once that file has been synced, which is done here. A sync of a
 * fast disk blocks the event loop, because using another thread takes as long. A sync of a slower
 * disk runs in another thread, while other calls continue; commits that come meanwhile share the
 * next sync.
 *
 * SQLite's own `synchronous = full` syncs inside each commit and blocks the process meanwhile.
 * SQLite has no lock on the log itself, so opening and closing it here releases none.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";

/** Writes a file's data to the disk. */
export type Sync = () => Promise<void>;

/** Longest time that a sync may block the event loop, in milliseconds. */
const maxBlockedMs = 1;

/** The log of a store's file. It exists from the store's first commit until the store is closed. */
export class LogFile {
  readonly #path: string;
  readonly #atOnceMs: number;
  #descriptor: number | undefined;
  #syncing: Promise<void> | undefined;
  /** How long the last sync took. */
  #lastMs = 0;

  /**
   * @param path path of the database file
   * @param atOnceMs if the last sync took longer, the next one runs in another thread
   */
  constructor(path: string, atOnceMs = maxBlockedMs) {
    this.#path = `${path}-wal`;
    this.#atOnceMs = atOnceMs;
  }

  readonly sync: Sync = () => {
    // Windows syncs only files that were opened for writing.
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

/** Lets several commits share one sync. */
export class SharedSync {
  readonly #sync: Sync;
  /** The sync that is running. */
  #running: Promise<void> | undefined;
  /** The sync after it, if a commit waits for it. */
  #next: Promise<void> | undefined;
  #dirty = false;

  constructor(sync: Sync) {
    this.#sync = sync;
  }

  /** Records a commit that is not on the disk yet. */
  committed(): void {
    this.#dirty = true;
  }

  /**
   * Resolves when the disk has everything committed before. @throws the error of the sync; the next
   * call tries again
   */
  settled(): Promise<void> {
    if (this.#running === undefined) return this.#dirty ? this.#begin() : Promise.resolve();
    if (!this.#dirty) return this.#running;
    // If the sync before fails, only those that wait for it get the error.
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
