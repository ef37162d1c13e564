/**
 * Stores that are moving to another host: no verb runs on them. A suspension is a file beside the
 * store, so that it survives the process: after an interrupted move, no host serves the store until
 * the move is repeated or cancelled. Two hosts never serve it at the same time.
 *
 *   DIR/stores/ID.suspended
 */
import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { MemoryError } from "../../contract/errors.js";

const suffix = ".suspended";

/** The suspended stores of a data folder. */
export class SuspendedStores {
  readonly #folder: string;
  readonly #ids: Set<string>;

  /** @param folder the folder of the stores' files */
  constructor(folder: string, names: readonly string[] = namesIn(folder)) {
    this.#folder = folder;
    this.#ids = new Set(
      names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length)),
    );
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** @throws {MemoryError} `busy` if the store is suspended */
  assertFree(id: string): void {
    if (!this.#ids.has(id)) return;
    throw new MemoryError("busy", "The store is moving to another host; try again", {
      data: { timeoutMs: 0 },
    });
  }

  /** Suspends a store. Survives a power cut when it returns. */
  add(id: string): void {
    this.#ids.add(id);
    const descriptor = openSync(this.#path(id), "a", 0o600);
    fsyncSync(descriptor);
    closeSync(descriptor);
    syncFolder(this.#folder);
  }

  remove(id: string): void {
    rmSync(this.#path(id), { force: true });
    this.#ids.delete(id);
  }

  #path(id: string): string {
    return join(this.#folder, `${id}${suffix}`);
  }
}

/** Waits until the names of a folder's files are on the disk. Windows cannot open a folder. */
export function syncFolder(folder: string): void {
  if (platform() === "win32") return;
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // A folder that was never written to has no stores.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
