/**
 * Where each store of a folder is: in a file with a key of its own, or elsewhere, such as in a
 * database. Creates and deletes the contents of stores. A file is named by the store's id, so a
 * name that a person chose is never part of a path.
 *
 *   DIR/stores/ID.db
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { StoreEntry } from "../../accounts/registry/entries.js";
import type { FolderKeys } from "../../accounts/registry/file/folder-keys.js";
import type { NewStore } from "../../accounts/registry/stores/stores.js";
import { Memory } from "../../memory.js";
import type { MemoryOptions } from "../../options.js";
import { addElsewhere, type StoresElsewhere } from "./stores-elsewhere.js";

/** The parts of {@link StorePlaces}. */
export interface StorePlacesParts {
  /** The folder of the stores' files. */
  readonly folder: string;
  readonly keys: FolderKeys | undefined;
  readonly elsewhere: StoresElsewhere | undefined;
  /** Options of a new store's memory. */
  readonly memory: MemoryOptions | undefined;
  readonly clock: () => Date;
}

const ownerOnly = 0o700;

/** The places of a folder's stores. */
export class StorePlaces {
  readonly #parts: StorePlacesParts;

  constructor(parts: StorePlacesParts) {
    this.#parts = parts;
  }

  /** Creates the folder of the stores' files. */
  prepare(): void {
    mkdirSync(this.#parts.folder, { recursive: true, mode: ownerOnly });
  }

  /** The options of `Memory` that open a store. */
  of({ id, wrappedKey }: StoreEntry): Pick<MemoryOptions, "encryption" | "path" | "store"> {
    const { elsewhere, keys } = this.#parts;
    if (elsewhere !== undefined) return { store: elsewhere.open(id) };
    const key = wrappedKey === null ? undefined : keys?.unwrap(wrappedKey, id);
    return { path: this.#path(id), ...encryptedWith(key) };
  }

  /**
   * Creates a store: first its contents, then its entry, which `enter` makes. A crash between the
   * two leaves contents without an entry.
   */
  async create(name: string, enter: (made: CreatedStore) => StoreEntry): Promise<StoreEntry> {
    const { elsewhere, memory: options, keys, clock } = this.#parts;
    if (elsewhere !== undefined)
      return addElsewhere(elsewhere, { memory: options, name, at: clock(), add: (id) => enter({ id }) });
    const draft = join(this.#parts.folder, `new-${crypto.randomUUID()}.db`);
    const key = keys?.newKey();
    const memory = new Memory({ ...options, ...encryptedWith(key), path: draft, name });
    const { id } = (await memory.details()).memory;
    await memory.close();
    const path = this.#path(id);
    renameSync(draft, path);
    try {
      return enter({ id, wrappedKey: key === undefined ? null : keys!.wrap(key, id) });
    } catch (error) {
      rmSync(path);
      throw error;
    }
  }

  /** Deletes the contents of a store that is not in a file, before its entry is removed. */
  async removeElsewhere(id: string): Promise<void> {
    await this.#parts.elsewhere?.remove(id);
  }

  /** Deletes the file of a store, after its entry was removed. */
  removeFile(id: string): void {
    if (this.#parts.elsewhere === undefined) removeStoreFile(this.#path(id));
  }

  #path(id: string): string {
    return join(this.#parts.folder, `${id}.db`);
  }
}

/** The id of a new store and, for a store in a file, its wrapped key. */
type CreatedStore = Pick<NewStore, "id" | "wrappedKey">;

function encryptedWith(key: Uint8Array | undefined): Pick<MemoryOptions, "encryption"> {
  return key === undefined ? {} : { encryption: { key } };
}

const chunkBytes = 1024 * 1024;

/** Overwrites the files of a store, as far as the disk allows it, and deletes them. */
export function removeStoreFile(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`].filter(existsSync)) {
    if (!file.endsWith("-shm")) overwrite(file);
    rmSync(file, { force: true });
  }
}

function overwrite(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    const zeros = Buffer.alloc(chunkBytes);
    const { size } = fstatSync(descriptor);
    for (let at = 0; at < size; at += zeros.length)
      writeSync(descriptor, zeros, 0, Math.min(zeros.length, size - at), at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
