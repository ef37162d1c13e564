/**
 * Encrypts or decrypts a data folder while no service uses it. Every step can be repeated, so the
 * next call completes what a killed process left:
 *
 *   encrypt   create the folder key; add each store's data key to the registry and encrypt its
 *             file; encrypt the registry
 *   decrypt   decrypt each store's file and remove its data key; decrypt the registry; delete the
 *             folder key
 */
import { join, resolve } from "node:path";
import type { StoreEntry } from "../../accounts/registry/entries.js";
import { FolderKeys, removeFolderKey } from "../../accounts/registry/file/folder-keys.js";
import { Registry } from "../../accounts/registry/registry.js";
import { Memory } from "../../memory.js";
import { convertingDriver } from "../../stores/sqlite/database/driver.js";
import { FileUse } from "../../stores/sqlite/database-file/file-use.js";
import { rekey } from "../../stores/sqlite/database-file/rekey.js";
import { notEncryptable, whereStoresAre } from "./stores-elsewhere.js";

/** The folder to encrypt or decrypt. */
export interface FolderChange {
  readonly folder: string;
  readonly masterKey: Uint8Array;
  /** Called after each store. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

/** Tables of a registry. */
const registryTables = ["stores", "keys", "audit"] as const;

/**
 * Encrypts every store of a folder and its registry.
 *
 * @throws {MemoryError} `not_found` if there is no registry; `wrong_key`; `unsupported` if the
 * stores are in a database; as `Memory.rekey`
 */
export async function encryptFolder({ folder, masterKey, onProgress }: FolderChange): Promise<void> {
  const elsewhere = whereStoresAre(folder);
  if (elsewhere !== undefined) throw notEncryptable("encrypt the folder", elsewhere);
  const keys = await FolderKeys.open(folder, masterKey, { create: true });
  await withEach({ folder, keys, onProgress }, async (store, registry) => {
    const wrapped = store.wrappedKey ?? keys.wrap(keys.newKey(), store.id);
    if (store.wrappedKey === null) registry.stores.setWrappedKey(store.name, wrapped);
    await Memory.rekey(storePath(folder, store), { to: { key: keys.unwrap(wrapped, store.id) } });
  });
  const from = await convertingDriver(undefined);
  await rekey(registryPath(folder), { from, to: keys.driver, tables: registryTables });
}

/** Decrypts every store of a folder and its registry. @throws as {@link encryptFolder} */
export async function decryptFolder({ folder, masterKey, onProgress }: FolderChange): Promise<void> {
  const keys = await FolderKeys.open(folder, masterKey);
  await withEach({ folder, keys, onProgress }, async (store, registry) => {
    if (store.wrappedKey === null) return;
    await Memory.rekey(storePath(folder, store), { from: { key: keys.unwrap(store.wrappedKey, store.id) } });
    registry.stores.setWrappedKey(store.name, null);
  });
  const to = await convertingDriver(undefined);
  await rekey(registryPath(folder), { from: keys.driver, to, tables: registryTables });
  removeFolderKey(folder);
}

async function withEach(
  { folder, keys, onProgress }: Pick<FolderChange, "folder" | "onProgress"> & { readonly keys: FolderKeys },
  change: (store: StoreEntry, registry: Registry) => Promise<void>,
): Promise<void> {
  const path = registryPath(folder);
  const registry = new Registry({ path, driver: isEncrypted(path) ? keys.driver : undefined });
  try {
    const stores = registry.stores.list();
    for (const [at, store] of stores.entries()) {
      await change(store, registry);
      onProgress?.({ done: at + 1, total: stores.length });
    }
  } finally {
    registry.close();
  }
}

/** False for a missing file, which the registry reports. */
function isEncrypted(path: string): boolean {
  let file: FileUse | undefined;
  try {
    file = new FileUse(resolve(path));
    return file.kind === "encrypted";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  } finally {
    file?.release();
  }
}

function registryPath(folder: string): string {
  return join(folder, "registry.db");
}

function storePath(folder: string, { id }: StoreEntry): string {
  return join(folder, "stores", `${id}.db`);
}
